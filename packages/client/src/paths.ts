import type { Kind, ObjectKey } from '@kubewright/api';

/** The names of a kind, without the type of its objects: every `Kind<T>` is one. */
export type KindName = Pick<Kind, 'group' | 'version' | 'kind' | 'apiVersion' | 'plural' | 'namespaced'>;

/** `/api/v1` or `/apis/apps/v1`. */
export function groupVersionPath(group: string, version: string): string {
  return group === ''
    ? `/api/${encodeURIComponent(version)}`
    : `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
}

/** `/apis/apps/v1/deployments`, or the same within one namespace. */
export function collectionPath(kind: KindName, namespace?: string): string {
  const scope =
    kind.namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${groupVersionPath(kind.group, kind.version)}${scope}/${encodeURIComponent(kind.plural)}`;
}

/** The path of one object, or of a subresource of it. */
export function objectPath(kind: KindName, key: ObjectKey, subresource?: string): string {
  const path = `${collectionPath(kind, key.namespace)}/${encodeURIComponent(key.name)}`;
  return subresource === undefined
    ? path
    : `${path}/${subresource.split('/').map(encodeURIComponent).join('/')}`;
}

export type QueryValue = string | number | boolean | undefined;

/** Appends what is defined and not empty, percent-encoded. */
export function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}
