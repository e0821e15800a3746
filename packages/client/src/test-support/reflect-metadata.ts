// @peculiar/x509 wants the metadata part of Reflect, but keeps nothing there that it needs: storing and finding is enough.
const stored = new WeakMap<object, Map<unknown, unknown>>();

function metadataOf(target: object): Map<unknown, unknown> {
  const found = stored.get(target) ?? new Map<unknown, unknown>();
  stored.set(target, found);
  return found;
}

if (!('getMetadata' in Reflect)) {
  Object.assign(Reflect, {
    defineMetadata: (key: unknown, value: unknown, target: object) => metadataOf(target).set(key, value),
    getMetadata: (key: unknown, target: object) => metadataOf(target).get(key),
    getOwnMetadata: (key: unknown, target: object) => metadataOf(target).get(key),
    hasOwnMetadata: (key: unknown, target: object) => metadataOf(target).has(key),
    metadata: (key: unknown, value: unknown) => (target: object) => metadataOf(target).set(key, value),
  });
}
