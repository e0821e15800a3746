import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';
import { readManifestFolder } from '../io/manifests.js';
import type { Manifest } from '../io/manifests.js';

/** What `dev` needs of an operator's project, as kubebuilder lays it out. */
export interface Project {
  readonly name: string;
  readonly folder: string;
  /** From config/crd or config/crd/bases. */
  readonly crds: readonly Manifest[];
  /** The webhook configurations in config/webhook. */
  readonly webhooks: readonly Manifest[];
  /** From config/samples. */
  readonly samples: readonly Manifest[];
  /** The file that runs the operator: `main` of package.json. */
  readonly entryPoint: string;
}

/** @throws CliError 'ProjectNotFound', 'ProjectNotBuilt' or 'InvalidManifest', each naming the file. */
export async function loadProject(folder: string): Promise<Project> {
  const packageFile = path.join(folder, 'package.json');
  const description = await readPackage(packageFile);
  const entryPoint = path.resolve(folder, description.main ?? 'dist/main.js');
  if (!existsSync(entryPoint)) {
    throw new CliError(
      'ProjectNotBuilt',
      `${entryPoint} does not exist: build the project first (npm run build)`,
    );
  }
  const crdFolder = [path.join(folder, 'config/crd/bases'), path.join(folder, 'config/crd')].find((f) =>
    existsSync(f),
  );
  if (crdFolder === undefined) {
    throw new CliError(
      'ProjectNotFound',
      `${path.join(folder, 'config/crd')} does not exist: an operator's project keeps its CRDs there`,
    );
  }
  return {
    name: description.name ?? path.basename(folder),
    folder,
    crds: (await readManifestFolder(crdFolder)).filter((m) => m.object.kind === 'CustomResourceDefinition'),
    webhooks: (await manifestsIn(path.join(folder, 'config/webhook'))).filter((m) =>
      /^(Mutating|Validating)WebhookConfiguration$/.test(m.object.kind),
    ),
    samples: await manifestsIn(path.join(folder, 'config/samples')),
    entryPoint,
  };
}

async function manifestsIn(folder: string): Promise<Manifest[]> {
  return existsSync(folder) ? readManifestFolder(folder) : [];
}

async function readPackage(file: string): Promise<{ name?: string; main?: string }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CliError(
      'ProjectNotFound',
      `no operator's project at ${path.dirname(file)}: it has no package.json`,
      { cause },
    );
  }
  try {
    return JSON.parse(text) as { name?: string; main?: string };
  } catch (cause) {
    throw new CliError('ProjectNotFound', `${file} is not valid JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}
