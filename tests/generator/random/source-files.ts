import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createCoreTypes,
  createMarkerRegistry,
  createProgramReader,
  Diagnostics,
} from '@kubewright/generator';
import type { Diagnostic, ProgramModel, SourceHost } from '@kubewright/generator';

/** Within the repository, so that imports of packages are found; nothing is written there. */
const folder = resolve(import.meta.dirname, 'of-random-types');

/** The file that the text of `readSource` is taken for. */
export const sourcePath = join(folder, 'src/types.ts');

const configPath = join(folder, 'tsconfig.json');
const config = JSON.stringify({
  compilerOptions: { module: 'NodeNext', target: 'ES2023', customConditions: ['@kubewright/source'] },
});

let text = '';
let version = 0;

/** The file system, and two files more. */
const host: SourceHost = {
  readFile: (path) => {
    if (path === sourcePath) return text;
    if (path === configPath) return config;
    return isFile(path) ? readFileSync(path, 'utf8') : undefined;
  },
  fileVersion: (path) => {
    if (path === sourcePath) return String(version);
    return path === configPath || isFile(path) ? 'unchanged' : undefined;
  },
  directoryExists: (path) => folder.startsWith(path) || (stat(path)?.isDirectory() ?? false),
  findFiles: () => [],
  realpath: (path) => (path.startsWith(folder) ? path : realpathSync(path)),
};

const registry = createMarkerRegistry();
const coreTypes = createCoreTypes({ registry });
const reader = createProgramReader({
  folder,
  files: ['src/types.ts'],
  registry,
  coreType: (goPackage, name) => coreTypes.find(goPackage, name),
  host,
});

/** Reads a text as the only source of a project. One after the other: the files of packages are read but once. */
export async function readSource(source: string): Promise<{ model: ProgramModel; findings: Diagnostic[] }> {
  const diagnostics = new Diagnostics();
  const ready = await reader;
  text = source;
  version += 1;
  const model = ready.read(diagnostics);
  return { model, findings: diagnostics.all() };
}

function isFile(path: string): boolean {
  return stat(path)?.isFile() ?? false;
}

function stat(path: string): ReturnType<typeof statSync> | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
