import { describe, expect, it } from 'vitest';
import { Deployment, ReplicaSet } from './groups/apps/v1.js';
import type { KubernetesObject, Stored } from './meta.js';
import {
  controllerOf,
  hasControllerReference,
  hasOwnerReference,
  isAlreadyOwned,
  OwnerReferenceError,
  ownerReference,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './owner-reference.js';

const owner = (metadata: Partial<Stored<KubernetesObject>['metadata']> = {}): Stored<Deployment> => ({
  ...Deployment({ spec: { selector: {}, template: {} } }),
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'u1',
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...metadata,
  },
});
const reference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u1' };
const child = (): KubernetesObject => ({
  kind: 'ReplicaSet',
  metadata: { name: 'web-1', namespace: 'default' },
});

const failure = (run: () => void): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('ownerReference', () => {
  it('names the owner, and holds what it is told', () => {
    expect(ownerReference(owner())).toEqual(reference);
    expect(ownerReference(owner(), { controller: true, blockOwnerDeletion: false })).toEqual({
      ...reference,
      controller: true,
      blockOwnerDeletion: false,
    });
  });
});

describe('setControllerReference', () => {
  it('makes the owner the controller, and blocks its deletion unless told otherwise', () => {
    const object = child();
    setControllerReference(owner(), object);
    expect(controllerOf(object)).toEqual({ ...reference, controller: true, blockOwnerDeletion: true });
    setControllerReference(owner(), object, { blockOwnerDeletion: false });
    expect(object.metadata?.ownerReferences).toEqual([
      { ...reference, controller: true, blockOwnerDeletion: false },
    ]);
  });

  it('takes a draft of a kind', () => {
    const draft = ReplicaSet({ metadata: { name: 'a', namespace: 'default' }, spec: { selector: {} } });
    setControllerReference(owner(), draft);
    expect(controllerOf(draft)?.name).toBe('web');
  });

  it('replaces a reference to the same owner of another version, and keeps the others', () => {
    const other = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' };
    const object = child();
    object.metadata = {
      ...object.metadata,
      ownerReferences: [{ ...reference, apiVersion: 'apps/v1beta1', uid: 'old' }, other],
    };
    setControllerReference(owner(), object);
    expect(object.metadata.ownerReferences).toEqual([
      { ...reference, controller: true, blockOwnerDeletion: true },
      other,
    ]);
  });

  it('refuses an object that another owner controls, and leaves it as it is', () => {
    const object = child();
    setControllerReference(owner({ name: 'first', uid: 'u0' }), object);
    const before = structuredClone(object);
    const error = failure(() => setControllerReference(owner(), object));
    expect(isAlreadyOwned(error)).toBe(true);
    expect(error).toMatchObject({ code: 'AlreadyOwned', owner: { name: 'first' } });
    expect((error as Error).message).toContain(
      'object default/web-1 is already owned by another Deployment controller first',
    );
    expect(object).toEqual(before);
  });

  it('refuses an owner of another namespace', () => {
    const error = failure(() => setControllerReference(owner({ namespace: 'other' }), child()));
    expect(error).toBeInstanceOf(OwnerReferenceError);
    expect(error).toMatchObject({ code: 'CrossNamespaceOwner' });
    expect((error as Error).message).toContain('ReplicaSet default/web-1');
    expect((error as Error).message).toContain('Deployment other/web');
  });

  it('refuses an owner in a namespace for an object without one', () => {
    const error = failure(() => setControllerReference(owner(), { metadata: { name: 'x' } }));
    expect(error).toMatchObject({ code: 'NamespacedOwner' });
  });

  it('takes an owner without a namespace for any object', () => {
    const { namespace: _, ...metadata } = owner().metadata;
    const object = child();
    setControllerReference({ ...owner(), metadata }, object);
    expect(controllerOf(object)?.name).toBe('web');
  });
});

describe('setOwnerReference', () => {
  it('adds an owner beside the controller', () => {
    const object = child();
    setControllerReference(owner({ name: 'first', uid: 'u0' }), object);
    setOwnerReference(owner(), object);
    setOwnerReference(owner(), object);
    expect(object.metadata?.ownerReferences).toHaveLength(2);
    expect(object.metadata?.ownerReferences?.[1]).toEqual(reference);
    expect(controllerOf(object)?.name).toBe('first');
  });
});

describe('an owner that is taken away', () => {
  const owned = () => {
    const object = child();
    setControllerReference(owner({ name: 'first', uid: 'u0' }), object);
    setOwnerReference(owner(), object);
    return object;
  };
  const namesOf = (object: KubernetesObject) =>
    object.metadata?.ownerReferences?.map((reference) => reference.name);

  it('is no longer among the owners; the others stay', () => {
    const object = owned();
    expect(removeOwnerReference(owner(), object)).toBe(true);
    expect(namesOf(object)).toEqual(['first']);
    // The controller is an owner as well.
    expect(removeOwnerReference(owner({ name: 'first', uid: 'u0' }), object)).toBe(true);
    expect(namesOf(object) ?? []).toEqual([]);
  });

  it('is found whatever its version and uid, and not when group, kind or name differ', () => {
    const other = { ...owner({ uid: 'anew' }), apiVersion: 'apps/v2' };
    expect(hasOwnerReference(other, owned())).toBe(true);
    expect(removeOwnerReference(other, owned())).toBe(true);
    for (const stranger of [
      { ...owner(), apiVersion: 'other/v1' },
      { ...owner(), kind: 'StatefulSet' },
      owner({ name: 'second' }),
    ]) {
      expect(hasOwnerReference(stranger, owned())).toBe(false);
      expect(removeOwnerReference(stranger, owned())).toBe(false);
    }
  });

  it('was none of an object without owners', () => {
    const object = child();
    expect(hasOwnerReference(owner(), object)).toBe(false);
    expect(removeOwnerReference(owner(), object)).toBe(false);
    expect(removeControllerReference(owner(), object)).toBe(false);
    expect(hasControllerReference(object)).toBe(false);
    expect(object).toEqual(child());
  });

  it('stays where only the controller is to go, and it is not the controller', () => {
    const object = owned();
    expect(removeControllerReference(owner(), object)).toBe(false);
    expect(namesOf(object)).toEqual(['first', 'web']);
    expect(removeControllerReference(owner({ name: 'first', uid: 'u0' }), object)).toBe(true);
    expect(namesOf(object)).toEqual(['web']);
    expect(hasControllerReference(object)).toBe(false);
  });

  it('makes place for another controller', () => {
    const object = owned();
    removeControllerReference(owner({ name: 'first' }), object);
    setControllerReference(owner(), object);
    expect(controllerOf(object)?.name).toBe('web');
  });
});

describe('a reference to the same owner', () => {
  it('becomes that of a controller, or of a mere owner, as it was set last', () => {
    const object = child();
    setOwnerReference(owner(), object, { blockOwnerDeletion: true });
    expect(object.metadata?.ownerReferences).toEqual([{ ...reference, blockOwnerDeletion: true }]);
    setControllerReference(owner(), object);
    expect(hasControllerReference(object)).toBe(true);
    setOwnerReference(owner(), object);
    expect(object.metadata?.ownerReferences).toEqual([reference]);
  });

  it('takes the new version and uid', () => {
    const object = child();
    setControllerReference({ ...owner(), apiVersion: 'apps/v1beta1' }, object);
    setControllerReference(owner({ uid: 'anew' }), object);
    expect(object.metadata?.ownerReferences).toEqual([
      { ...reference, uid: 'anew', controller: true, blockOwnerDeletion: true },
    ]);
  });
});
