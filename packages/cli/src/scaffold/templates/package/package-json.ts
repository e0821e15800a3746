import type { ProjectConfig } from '../../model.js';
import type { TemplateOptions } from '../options.js';
import { frameworkDependencies } from './framework-source.js';

const LICENSES = { apache2: 'Apache-2.0', copyright: 'UNLICENSED', none: 'UNLICENSED' } as const;

/** Scripts have the names of the commands, so that `npm run X`, `make X` and `npx kubewright X` are one. */
const SCRIPTS = {
  start: 'node --enable-source-maps dist/bundle/main.js',
  dev: 'kubewright dev',
  generate: 'kubewright generate --samples --json-schema .kubewright/schemas',
  manifests: 'kubewright manifests',
  typecheck: 'tsc',
  pretest: 'kubewright manifests',
  test: 'vitest run',
  build: 'tsc && kubewright build',
  push: 'kubewright push',
  run: 'kubewright run',
  // npm would run scripts named install and uninstall whenever packages are installed.
  'install-crds': 'kubewright install',
  'uninstall-crds': 'kubewright uninstall',
  deploy: 'kubewright deploy',
  undeploy: 'kubewright undeploy',
  'build-installer': 'kubewright build-installer',
  doctor: 'kubewright doctor',
  explain: 'kubewright explain',
};

export function packageJson(config: ProjectConfig, { framework }: TemplateOptions): string {
  const description = {
    name: config.projectName,
    version: '0.1.0',
    private: true,
    description: `The operator ${config.projectName}.`,
    license: LICENSES[config.plugins.license],
    type: 'module',
    engines: { node: '>=20.19.0' },
    main: './dist/bundle/main.js',
    scripts: SCRIPTS,
    prettier: { singleQuote: true, printWidth: 110 },
    ...frameworkDependencies(framework),
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
