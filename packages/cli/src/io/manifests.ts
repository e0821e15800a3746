import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import { CliError } from '../errors.js';
import { yamlDocuments } from './yaml-documents.js';

/** An object read from a file, and where it stood, for messages. */
export interface Manifest {
  readonly file: string;
  readonly object: KubernetesObject & { apiVersion: string; kind: string };
}

/** All objects in the YAML and JSON files of a folder, file by file in order of name; kustomization files are passed over. */
export async function readManifestFolder(folder: string): Promise<Manifest[]> {
  const names = (await readdir(folder)).filter((name) => /\.(ya?ml|json)$/.test(name)).sort();
  const manifests: Manifest[] = [];
  for (const name of names) {
    if (/^kustomiz(ation|econfig)\.ya?ml$/.test(name)) continue;
    manifests.push(...(await readManifests(path.join(folder, name))));
  }
  return manifests;
}

/** @throws CliError 'InvalidManifest' naming file, line and what is wrong. */
export async function readManifests(file: string): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const value of await yamlDocuments(await readFile(file, 'utf8'), file)) {
    if (value === null || value === undefined) continue;
    if (!isTyped(value))
      throw new CliError(
        'InvalidManifest',
        `${file}: not a Kubernetes object: apiVersion, kind or metadata.name is missing`,
      );
    manifests.push({ file, object: value });
  }
  return manifests;
}

function isTyped(value: unknown): value is Manifest['object'] {
  const object = value as Partial<Manifest['object']>;
  return (
    typeof value === 'object' &&
    typeof object.apiVersion === 'string' &&
    typeof object.kind === 'string' &&
    typeof (object.metadata?.name ?? object.metadata?.generateName) === 'string'
  );
}
