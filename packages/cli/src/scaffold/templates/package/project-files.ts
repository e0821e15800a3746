import type { ProjectConfig, ScaffoldFile } from '../../model.js';
import type { TemplateOptions } from '../options.js';
import { licenseHeader } from '../sources/license-header.js';
import { MAIN_FILE, mainSource } from '../sources/main-file.js';
import { dockerfile, DOCKERIGNORE } from './container.js';
import { EDITORCONFIG, GITIGNORE, VSCODE_EXTENSIONS, VSCODE_SETTINGS } from './editor.js';
import { licenseFile } from './license.js';
import { MAKEFILE } from './makefile.js';
import { packageJson } from './package-json.js';
import { readme } from './readme.js';
import { TSCONFIG, vitestConfig } from './typescript.js';
import { TEST_WORKFLOW } from './workflow.js';

/** What a new project has outside of `config/` and `PROJECT`. */
export function projectFiles(config: ProjectConfig, options: TemplateOptions): ScaffoldFile[] {
  const license = licenseFile(config, options.year);
  const files: Record<string, string> = {
    'package.json': packageJson(config, options),
    'tsconfig.json': TSCONFIG,
    'vitest.config.ts': vitestConfig(options.framework),
    Makefile: MAKEFILE,
    Dockerfile: dockerfile(options.framework),
    '.dockerignore': DOCKERIGNORE,
    '.gitignore': GITIGNORE,
    '.editorconfig': EDITORCONFIG,
    '.vscode/settings.json': VSCODE_SETTINGS,
    '.vscode/extensions.json': VSCODE_EXTENSIONS,
    '.github/workflows/test.yml': TEST_WORKFLOW,
    ...(license === undefined ? {} : { LICENSE: license }),
    'README.md': readme(config, options.year),
    [MAIN_FILE]: licenseHeader(config, options) + mainSource(config),
  };
  return Object.entries(files).map(([path, content]) => ({ path, content, ifExists: 'ask' }));
}
