/**
 * The name of an index that every informer has: objects by the uids of their owners, as in
 * `list(Deployment, { fieldSelector: { [ownerUidIndex]: app.metadata.uid } })`. It is built when first asked for.
 */
export const ownerUidIndex = 'metadata.ownerReferences.uid';
