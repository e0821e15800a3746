import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch, isPatchError } from '@kubewright/api';
import type { JsonPatchOperation, KubernetesObject } from '@kubewright/api';
import { builtinSchemaNames, builtinSchema, openApiLookup } from '@kubewright/api/schema';
import { CliError } from '../errors.js';
import { yamlDocuments } from '../io/yaml-documents.js';
import { isObject } from './field-path.js';
import type { PatchRule } from './kustomization.js';
import { Resource } from './resource.js';
import type { JsonObject } from './resource.js';
import { isSelected } from './selector.js';

/** Applies a patch, inline or of a file: operations of a JSON patch, or a strategic merge patch that names its object. */
export async function applyPatch(resources: Resource[], rule: PatchRule, folder: string): Promise<void> {
  const { text, name } = await textOf(rule, folder);
  const documents = await yamlDocuments(text, name);
  const [first] = documents;
  if (Array.isArray(first))
    return applyOperations(resources, first as unknown as JsonPatchOperation[], rule, name);
  for (const patch of documents) {
    if (patch === null || patch === undefined) continue;
    if (!isObject(patch))
      throw new CliError('InvalidManifest', `${name}: a patch is an object or a list of operations`);
    mergePatch(resources, patch, rule, name);
  }
}

async function textOf(
  { path: file, patch }: PatchRule,
  folder: string,
): Promise<{ text: string; name: string }> {
  if (patch !== undefined && file === undefined) return { text: patch, name: `${folder}: patch` };
  const name = path.join(folder, file ?? '');
  if (file === undefined || !existsSync(name))
    throw new CliError('InvalidManifest', `the patch "${file ?? ''}" of ${folder} does not exist`);
  return { text: await readFile(name, 'utf8'), name };
}

function applyOperations(
  resources: readonly Resource[],
  operations: readonly JsonPatchOperation[],
  { target }: PatchRule,
  name: string,
): void {
  if (target === undefined)
    throw new CliError(
      'InvalidManifest',
      `${name}: a list of operations needs a "target" that names its objects`,
    );
  for (const resource of resources.filter((of) => isSelected(of, target)))
    resource.object = patched(
      name,
      resource,
      () => applyJsonPatch(resource.object, operations) as JsonObject,
    );
}

function mergePatch(resources: Resource[], patch: JsonObject, { target }: PatchRule, name: string): void {
  const chosen = resources.filter((of) =>
    target === undefined ? isNamedBy(of, patch) : isSelected(of, target),
  );
  if (chosen.length === 0 && target === undefined)
    throw new CliError(
      'InvalidManifest',
      `${name}: there is no ${new Resource(patch as unknown as KubernetesObject).description} to patch`,
    );
  for (const resource of chosen) {
    if (patch['$patch'] === 'delete') {
      resources.splice(resources.indexOf(resource), 1);
      continue;
    }
    const { apiVersion, kind } = resource;
    const { name: named, namespace } = resource.metadata;
    const schema = schemaOf(resource);
    resource.object = patched(name, resource, () =>
      schema === undefined
        ? (applyMergePatch(resource.object, patch) as JsonObject)
        : (applyStrategicMergePatch(resource.object, patch, openApiLookup(schema)) as JsonObject),
    );
    // A patch chooses what it changes by its name; it does not rename it.
    Object.assign(resource.object, { apiVersion, kind });
    Object.assign(resource.metadata, { name: named }, namespace === undefined ? {} : { namespace });
  }
}

function isNamedBy(resource: Resource, patch: JsonObject): boolean {
  const metadata = isObject(patch['metadata']) ? patch['metadata'] : {};
  const { name, namespace } = metadata;
  return (
    patch['kind'] === resource.kind &&
    patch['apiVersion'] === resource.apiVersion &&
    resource.names.some((of) => of.name === name && (namespace === undefined || namespace === of.namespace))
  );
}

function patched(name: string, { kind, current }: Resource, patch: () => JsonObject): JsonObject {
  try {
    return patch();
  } catch (cause) {
    if (!isPatchError(cause)) throw cause;
    throw new CliError('InvalidManifest', `${name} does not fit ${kind} ${current.name}: ${cause.message}`, {
      cause,
    });
  }
}

let schemas: Map<string, string> | undefined;

function schemaOf({ group, version, kind }: Resource): string | undefined {
  schemas ??= new Map(
    builtinSchemaNames().flatMap((name) =>
      (builtinSchema(name)?.['x-kubernetes-group-version-kind'] ?? []).map(
        (of) => [`${of.group}/${of.version}/${of.kind}`, name] as const,
      ),
    ),
  );
  return schemas.get(`${group}/${version}/${kind}`);
}
