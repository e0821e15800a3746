import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';

/** One of our packages in a project. */
export interface ProjectPackage {
  readonly name: string;
  /** As package.json says it: a range, a file. */
  readonly wanted: string;
  /** Absent when it is not installed. */
  readonly installed?: string;
  readonly development: boolean;
}

export interface PackageFile {
  readonly name?: string;
  readonly version?: string;
  readonly main?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Absent: there is no package.json. Throws `CliError` `ProjectNotFound` when it is no JSON. */
export async function readPackageFile(folder: string): Promise<PackageFile | undefined> {
  const file = path.join(folder, 'package.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as PackageFile;
  } catch (cause) {
    throw new CliError('ProjectNotFound', `${file} is not valid JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** The packages of this framework that a project names, by name. */
export async function projectPackages(folder: string, described: PackageFile): Promise<ProjectPackage[]> {
  const { dependencies = {}, devDependencies = {} } = described;
  const named = [
    ...Object.entries(dependencies).map(([name, wanted]) => ({ name, wanted, development: false })),
    ...Object.entries(devDependencies).map(([name, wanted]) => ({ name, wanted, development: true })),
  ].filter(({ name }) => name === 'kubewright' || name.startsWith('@kubewright/'));
  return Promise.all(
    named
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (one) => {
        const installed = await installedVersion(folder, one.name);
        return { ...one, ...(installed === undefined ? {} : { installed }) };
      }),
  );
}

/** As Node finds it: in the node_modules of the folder or of one above. */
async function installedVersion(folder: string, name: string): Promise<string | undefined> {
  const found = await readPackageFile(path.join(folder, 'node_modules', name));
  if (found?.version !== undefined) return found.version;
  const above = path.dirname(folder);
  return above === folder ? undefined : installedVersion(above, name);
}
