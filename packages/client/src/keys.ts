import type { KubernetesObject, ObjectKey } from '@kubewright/api';

import { InvalidRequestError } from './errors.js';

/** The reverse of `formatKey`: `name` or `namespace/name`. */
export function parseKey(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return slash < 0 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

/**
 * The key an object stands under. A namespaced object without a namespace is in `defaultNamespace`; the namespace of
 * a cluster-scoped one is dropped, as controller-runtime does.
 *
 * @throws InvalidRequestError 'OtherNamespace' when the object is in a namespace other than `onlyNamespace`, if that is set.
 */
export function resolveKey(
  kind: { readonly kind: string; readonly namespaced: boolean },
  key: string | ObjectKey,
  defaultNamespace: string,
  onlyNamespace?: string,
): ObjectKey {
  const { namespace, name } = typeof key === 'string' ? parseKey(key) : key;
  if (name === undefined || name === '') {
    throw new InvalidRequestError(
      'MissingName',
      `a ${kind.kind} must be named: pass 'name', 'namespace/name' or { namespace, name }`,
    );
  }
  checkSegment(kind.kind, 'name', name);
  if (!kind.namespaced) return { name };
  const resolved = namespace === undefined || namespace === '' ? defaultNamespace : namespace;
  checkSegment(kind.kind, 'namespace', resolved);
  if (onlyNamespace !== undefined) checkConfined(`${kind.kind} ${name}`, resolved, onlyNamespace);
  return { namespace: resolved, name };
}

/** The key in an object's metadata, for requests that name the object. */
export function keyOf(object: KubernetesObject): { namespace?: string; name: string } {
  const { name = '', namespace } = object.metadata ?? {};
  return namespace === undefined ? { name } : { namespace, name };
}

/** Empty, `.` and `..`, and whatever holds `/` or `%`. */
const UNSAFE_SEGMENT = /^\.{0,2}$|[/%]/;

/** A name that would change the meaning of a path is refused (apimachinery's pkg/api/validation/path). */
export function checkSegment(kind: string, what: 'name' | 'namespace' | 'subresource', value: string): void {
  if (UNSAFE_SEGMENT.test(value)) {
    throw new InvalidRequestError(
      'InvalidName',
      `${kind} cannot have the ${what} ${JSON.stringify(value)}: it may not be empty, '.' or '..', nor contain '/' or '%'`,
    );
  }
}

/**
 * The namespace of which a request for a collection is; undefined for all, and for kinds without. Throws an
 * InvalidRequestError 'OtherNamespace' when `onlyNamespace` is set and another is asked for.
 */
export function collectionNamespace(
  kind: { readonly plural: string; readonly namespaced: boolean },
  namespace: string | undefined,
  onlyNamespace: string | undefined,
): string | undefined {
  if (!kind.namespaced) return undefined;
  if (namespace === undefined || namespace === '') return onlyNamespace;
  if (onlyNamespace !== undefined) checkConfined(kind.plural, namespace, onlyNamespace);
  return namespace;
}

function checkConfined(what: string, namespace: string, onlyNamespace: string): void {
  if (namespace === onlyNamespace) return;
  throw new InvalidRequestError(
    'OtherNamespace',
    `cannot reach ${what} in the namespace ${namespace}: this client keeps to the namespace ${onlyNamespace}`,
  );
}
