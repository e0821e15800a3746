import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import type { SourceHost } from './source-host.js';
import { positionAt } from './source-module.js';

export interface ProjectOptions {
  /** Absolute path of the project. */
  readonly folder: string;
  readonly files?: readonly string[];
  readonly host: SourceHost;
  readonly diagnostics: Diagnostics;
}

export interface Project {
  readonly files: readonly string[];
  readonly compilerOptions: TypeScript.CompilerOptions;
  /** Absolute path, when the project has one. */
  readonly configFile?: string;
}

/** Tests, and what declares types without being the source of them. */
const NOT_SOURCES =
  /\.(?:test|spec|test-d|d)\.[cm]?tsx?$|\/(?:node_modules|__tests__|test-support|testdata)\//;

/** How modules are found where no tsconfig.json says so. */
const DEFAULTS: TypeScript.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/** The sources of a project: the files asked for, else those of its tsconfig.json, else all of `src`; tests are left out. */
export function projectFiles(options: ProjectOptions): Project {
  const { folder, host, files } = options;
  const configFile = join(folder, 'tsconfig.json');
  const config = host.fileVersion(configFile) === undefined ? undefined : readConfig(configFile, options);
  const compilerOptions = config?.options ?? DEFAULTS;
  const sources = files === undefined ? sourcesOf(config, options) : matchFiles(files, options);
  return {
    files: [...new Set(sources)].sort(),
    compilerOptions,
    ...(config === undefined ? {} : { configFile }),
  };
}

function sourcesOf(
  config: TypeScript.ParsedCommandLine | undefined,
  options: ProjectOptions,
): readonly string[] {
  const { folder, host } = options;
  // A tsconfig.json that only refers to others names no file, and one without `include` names every file there is.
  const { include, files } = (config?.raw ?? {}) as { include?: unknown; files?: unknown };
  const isChosen = (include !== undefined || files !== undefined) && (config?.fileNames.length ?? 0) > 0;
  const names = isChosen
    ? (config?.fileNames ?? [])
    : host.findFiles(folder, ['.ts', '.tsx', '.mts', '.cts'], ['**/node_modules/**'], ['src/**/*']);
  return names.filter((name) => !NOT_SOURCES.test(name.slice(folder.length)));
}

/** Paths of files, and globs, relative to the folder. */
function matchFiles(
  patterns: readonly string[],
  { folder, host, diagnostics }: ProjectOptions,
): readonly string[] {
  return patterns.flatMap((pattern): readonly string[] => {
    const path = pattern.startsWith('/') ? pattern : join(folder, pattern);
    if (host.fileVersion(path) !== undefined) return [path];
    const found = host
      .findFiles(
        folder,
        ['.ts', '.tsx', '.mts', '.cts'],
        ['**/node_modules/**'],
        [pattern.replace(/^\.\//, '')],
      )
      .filter((name) => !NOT_SOURCES.test(name.slice(folder.length)));
    if (found.length === 0)
      diagnostics.error('InvalidManifest', undefined, `no TypeScript file matches '${pattern}' in ${folder}`);
    return found;
  });
}

function readConfig(
  path: string,
  { folder, host, diagnostics }: ProjectOptions,
): TypeScript.ParsedCommandLine {
  const file = ts.readJsonConfigFile(path, (name) => host.readFile(name));
  const parsed = ts.parseJsonSourceFileConfigFileContent(
    file,
    {
      useCaseSensitiveFileNames: true,
      fileExists: (name) => host.fileVersion(name) !== undefined,
      readFile: (name) => host.readFile(name),
      readDirectory: (name, extensions, exclude, include, depth) =>
        host.findFiles(name, extensions, exclude, include, depth),
    },
    folder,
    undefined,
    path,
  );
  for (const error of parsed.errors) {
    // That no input was found is told later, when nothing is.
    if (error.category !== ts.DiagnosticCategory.Error || error.code === 18002 || error.code === 18003)
      continue;
    const place = error.file ?? file;
    diagnostics.error(
      'SyntaxError',
      positionAt({ path: place.fileName, file: place }, error.start ?? 0),
      lowerCased(ts.flattenDiagnosticMessageText(error.messageText, ' ')),
    );
  }
  return parsed;
}

/** Messages of the compiler as ours are written. */
export function lowerCased(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/\.$/, '');
}
