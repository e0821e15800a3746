import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import { CliError } from '../errors.js';
import { readManifests } from '../io/manifests.js';
import { readKustomization, parseYaml } from './kustomization.js';
import type { ImageRule, Kustomization } from './kustomization.js';
import type { NameReference } from './name-references.js';
import { updateNameReferences } from './name-references.js';
import { applyPatch } from './patches.js';
import { applyReplacement } from './replacements.js';
import { compareResources, Resource } from './resource.js';
import {
  addAnnotations,
  addLabels,
  addNameParts,
  setImages,
  setNamespace,
  setReplicas,
} from './transformers.js';

export interface RenderOptions {
  /** A folder with a `kustomization.yaml`, for example `config/default`. */
  readonly folder: string;
  /** Applied after the kustomization's own. */
  readonly images?: readonly ImageRule[];
}

/**
 * The objects that a kustomization stands for, in the order in which they are to be applied: what `kubectl kustomize`
 * prints, for the fields that kubebuilder's projects use. Throws `CliError` `InvalidManifest` naming file and field.
 */
export async function renderKustomization(options: RenderOptions): Promise<KubernetesObject[]> {
  const references: NameReference[] = [];
  const resources = await layerOf(path.resolve(options.folder), references, []);
  setImages(resources, options.images ?? []);
  updateNameReferences(resources, references);
  return resources.sort(compareResources).map(({ object }) => object as unknown as KubernetesObject);
}

async function layerOf(
  folder: string,
  references: NameReference[],
  above: readonly string[],
): Promise<Resource[]> {
  if (above.includes(folder))
    throw new CliError(
      'InvalidManifest',
      `${folder} is a resource of itself: ${[...above, folder].join(' -> ')}`,
    );
  const kustomization = await readKustomization(folder);
  references.push(...(await referencesOf(folder, kustomization)));
  const resources: Resource[] = [];
  for (const entry of [...(kustomization.resources ?? []), ...(kustomization.bases ?? [])]) {
    for (const resource of await resourcesOf(
      path.resolve(folder, entry),
      references,
      [...above, folder],
      entry,
    )) {
      const twin = resources.find((of) => isSame(of, resource));
      if (twin !== undefined)
        throw new CliError('InvalidManifest', `${folder} has ${resource.description} twice`);
      resources.push(resource);
    }
  }
  await transform(resources, kustomization, folder);
  return resources;
}

async function resourcesOf(
  target: string,
  references: NameReference[],
  above: readonly string[],
  entry: string,
): Promise<Resource[]> {
  if (/^(https?:|git@|github\.com\/)/.test(entry))
    throw new CliError(
      'InvalidManifest',
      `${above.at(-1) ?? ''}: the resource "${entry}" is not on this machine, and is not fetched`,
    );
  const info = statSync(target, { throwIfNoEntry: false });
  if (info === undefined)
    throw new CliError('InvalidManifest', `${above.at(-1) ?? ''}: the resource "${entry}" does not exist`);
  if (info.isDirectory()) return layerOf(target, references, above);
  return (await readManifests(target)).map(({ object }) => new Resource(object));
}

const isSame = (a: Resource, b: Resource): boolean =>
  a.kind === b.kind &&
  a.apiVersion === b.apiVersion &&
  a.current.name === b.current.name &&
  a.current.namespace === b.current.namespace;

async function referencesOf(
  folder: string,
  { configurations = [] }: Kustomization,
): Promise<NameReference[]> {
  const found: NameReference[] = [];
  for (const name of configurations) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new CliError('InvalidManifest', `${folder}: the configuration "${name}" cannot be read`, {
        cause,
      });
    });
    found.push(
      ...((parseYaml(text, file) as { nameReference?: NameReference[] } | null)?.nameReference ?? []),
    );
  }
  return found;
}

/** In the order of kustomize (api/internal/target/kusttarget_configplugin.go). */
async function transform(resources: Resource[], kustomization: Kustomization, folder: string): Promise<void> {
  for (const patch of kustomization.patchesStrategicMerge ?? []) {
    const isInline = patch.includes('\n');
    await applyPatch(resources, isInline ? { patch } : { path: patch }, folder);
  }
  for (const rule of kustomization.patches ?? []) await applyPatch(resources, rule, folder);
  if (kustomization.namespace !== undefined) setNamespace(resources, kustomization.namespace);
  addNameParts(resources, kustomization);
  if (kustomization.commonLabels !== undefined)
    addLabels(resources, { pairs: kustomization.commonLabels, includeSelectors: true });
  for (const rule of kustomization.labels ?? []) addLabels(resources, rule);
  if (kustomization.commonAnnotations !== undefined)
    addAnnotations(resources, kustomization.commonAnnotations);
  for (const rule of kustomization.patchesJson6902 ?? []) await applyPatch(resources, rule, folder);
  setReplicas(resources, kustomization);
  setImages(resources, kustomization.images ?? []);
  for (const replacement of kustomization.replacements ?? [])
    applyReplacement(resources, replacement, folder);
}
