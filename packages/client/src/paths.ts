import type { Kind, ObjectKey } from '@kubewright/api';

/** The names of a kind, without the type of its objects: every `Kind<T>` is one. */
export type KindName = Pick<Kind, 'group' | 'version' | 'kind' | 'apiVersion' | 'plural' | 'namespaced'>;

/** `/api/v1` or `/apis/apps/v1`. */
export function groupVersionPath(group: string, version: string): string {
  return group === ''
    ? `/api/${encodeURIComponent(version)}`
    : `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
}

/** What stands before and after the namespace in paths of a kind; every request needs it, and kinds are few. */
const ends = new WeakMap<KindName, readonly [before: string, after: string]>();

/** `/apis/apps/v1/deployments`, or the same within one namespace. */
export function collectionPath(kind: KindName, namespace?: string): string {
  let around = ends.get(kind);
  if (around === undefined) {
    around = [groupVersionPath(kind.group, kind.version), `/${encodeURIComponent(kind.plural)}`];
    ends.set(kind, around);
  }
  return kind.namespaced && namespace !== undefined
    ? `${around[0]}/namespaces/${encodeURIComponent(namespace)}${around[1]}`
    : around[0] + around[1];
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
  let text = path;
  let separator = '?';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    text += `${separator}${name}=${encodeURIComponent(String(value))}`;
    separator = '&';
  }
  return text;
}
