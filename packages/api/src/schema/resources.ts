/**
 * The resources that Kubernetes 1.36 serves by default, as data: names, verbs, short names, subresources. The small part
 * of `@kubewright/api/schema`, for those who need no schemas.
 *
 * @packageDocumentation
 */
export { builtinGroupVersions } from './generated/resources.js';
export type { BuiltinGroupVersion, BuiltinResource, BuiltinSubresource } from './types.js';
