import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';

/** A type that the library exports: `{ module: 'core/v1', name: 'EnvVar' }`. */
export interface CoreTypeName {
  readonly module: string;
  readonly name: string;
}

/** Finds Kubernetes' own types among the schemas of a CustomResourceDefinition. */
export interface CoreTypeMatcher {
  /** Undefined for what is no type of Kubernetes, or not surely one. */
  match(schema: JSONSchemaProps): CoreTypeName | undefined;
}

/** Where the names of Kubernetes' OpenAPI documents lie in the library. */
const PREFIXES: readonly (readonly [prefix: string, module: string])[] = [
  ['io.k8s.api.', ''],
  ['io.k8s.apimachinery.pkg.apis.meta.', 'meta/'],
  ['io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.', 'apiextensions/'],
  ['io.k8s.kube-aggregator.pkg.apis.apiregistration.', 'apiregistration/'],
];

/** `io.k8s.api.core.v1.EnvVar` -> `EnvVar` of `core/v1`, whether the library has it or not. */
export function coreTypeName(definition: string): CoreTypeName | undefined {
  for (const [prefix, module] of PREFIXES) {
    if (!definition.startsWith(prefix)) continue;
    const parts = definition.slice(prefix.length).split('.');
    const name = parts.pop();
    if (name !== undefined && parts.length > 0) return { module: module + parts.join('/'), name };
  }
  return undefined;
}

/** Go packages that do not lie in `k8s.io/api`. */
const GO_PACKAGES: Readonly<Record<string, string>> = {
  meta: 'k8s.io/apimachinery/pkg/apis/meta',
  apiextensions: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions',
  apiregistration: 'k8s.io/kube-aggregator/pkg/apis/apiregistration',
};

/** `core/v1` -> `k8s.io/api/core/v1`. */
export function goPackageOf(module: string): string {
  const [group = '', version = ''] = module.split('/');
  return `${GO_PACKAGES[group] ?? `k8s.io/api/${group}`}/${version}`;
}
