import type { GroupVersion } from './discovered-resource.js';
import type { ResponseKind } from './documents.js';

/** Where the kind of a subresource is at home: in the group-version that serves it, unless the server names another. */
export function groupVersionOf(named: ResponseKind | null | undefined, serving: GroupVersion): GroupVersion {
  const { group = '', version = '' } = named ?? {};
  // kube-apiserver names none for most, in the new documents as in the old.
  return version === '' ? serving : { group, version };
}
