import { isJsonObject } from '@kubewright/api';
import type { JsonObject } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { ImportError } from './import-error.js';
import type { ImportedKind } from './imported-kind.js';

/** Whether a document is a CustomResourceDefinition of any version. */
export function isCustomResourceDefinition(value: JsonObject): boolean {
  const { apiVersion, kind } = value;
  return (
    kind === 'CustomResourceDefinition' &&
    typeof apiVersion === 'string' &&
    apiVersion.startsWith('apiextensions.k8s.io/')
  );
}

/**
 * The kinds of a CustomResourceDefinition, one for each of its versions.
 *
 * @throws ImportError 'InvalidDocument' naming what is missing; 'UnsupportedDocument' for v1beta1
 */
export function kindsOfCrd(value: JsonObject, source: string): ImportedKind[] {
  const name = nameOf(value);
  const where = `${source}: CustomResourceDefinition ${name}`;
  if (value['apiVersion'] !== 'apiextensions.k8s.io/v1')
    throw new ImportError(
      'UnsupportedDocument',
      `${where} is of ${String(value['apiVersion'])}, which Kubernetes dropped in 1.22: convert it to apiextensions.k8s.io/v1`,
    );
  const crd = checked(value, where);
  const { group, names, scope, versions } = crd.spec;
  return versions.map((version) => ({
    group,
    version: version.name,
    kind: names.kind,
    plural: names.plural,
    namespaced: scope !== 'Cluster',
    schema: version.schema?.openAPIV3Schema ?? {},
    definition: { crd, version },
    source,
  }));
}

function nameOf(value: JsonObject): string {
  const { metadata } = value;
  return isJsonObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : 'without a name';
}

/** What is read below must be of the right type; the rest is the API server's to judge. */
function checked(value: JsonObject, where: string): CustomResourceDefinition {
  const { spec } = value;
  if (!isJsonObject(spec)) throw new ImportError('InvalidDocument', `${where} has no spec`);
  const { names, versions } = spec;
  if (!isJsonObject(names)) throw new ImportError('InvalidDocument', `${where} has no spec.names`);
  requireText(spec, 'group', `${where}: spec`);
  requireText(names, 'kind', `${where}: spec.names`);
  requireText(names, 'plural', `${where}: spec.names`);
  if (!Array.isArray(versions) || versions.length === 0)
    throw new ImportError('InvalidDocument', `${where} has no spec.versions`);
  for (const [index, version] of versions.entries()) {
    const at = `${where}: spec.versions[${index}]`;
    if (!isJsonObject(version)) throw new ImportError('InvalidDocument', `${at} is not an object`);
    requireText(version, 'name', at);
    const { schema } = version;
    if (!isJsonObject(schema) || !isJsonObject(schema['openAPIV3Schema']))
      throw new ImportError('InvalidDocument', `${at} has no schema.openAPIV3Schema`);
  }
  return value as unknown as CustomResourceDefinition;
}

function requireText(object: JsonObject, field: string, where: string): void {
  const value = object[field];
  if (typeof value !== 'string' || value === '')
    throw new ImportError('InvalidDocument', `${where}.${field} is missing`);
}
