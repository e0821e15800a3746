import { isJsonObject } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { CliError } from '../errors.js';
import { yamlDocuments } from '../io/yaml-documents.js';

/**
 * The CustomResourceDefinitions of a YAML or JSON text, also within lists as `kubectl get -o yaml` writes them; other
 * objects are passed over.
 *
 * @throws CliError 'InvalidManifest' naming the source and what is wrong
 */
export async function parseDefinitions(source: string, text: string): Promise<CustomResourceDefinition[]> {
  return (await yamlDocuments(text, source)).flatMap((value) => definitionsIn(source, value));
}

function definitionsIn(source: string, value: unknown): CustomResourceDefinition[] {
  if (!isJsonObject(value)) return [];
  const { kind, apiVersion, items } = value;
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items))
    return items.flatMap((item) => definitionsIn(source, item));
  if (kind !== 'CustomResourceDefinition') return [];
  if (apiVersion !== 'apiextensions.k8s.io/v1')
    throw new CliError(
      'InvalidManifest',
      `${source}: a CustomResourceDefinition of ${String(apiVersion)}: only apiextensions.k8s.io/v1 is read, as by servers since Kubernetes 1.22`,
    );
  if (!isDefinition(value))
    throw new CliError(
      'InvalidManifest',
      `${source}: a CustomResourceDefinition without spec.group, spec.names.kind, spec.names.plural or spec.versions`,
    );
  return [value];
}

function isDefinition(value: object): value is CustomResourceDefinition {
  const { spec } = value as { spec?: unknown };
  if (!isJsonObject(spec) || !isJsonObject(spec['names']) || !Array.isArray(spec['versions'])) return false;
  const { plural, kind } = spec['names'];
  const named = spec['versions'].every(
    (version) => isJsonObject(version) && typeof version['name'] === 'string',
  );
  return named && [spec['group'], plural, kind].every((name) => typeof name === 'string');
}
