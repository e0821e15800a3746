import { describe, expect, it } from 'vitest';
import type { Stored } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';

import type { ReconcileContext } from '../controller/definition.js';
import { createFinalizers, FinalizerError } from './finalizers.js';
import type { FinalizerResult } from './finalizers.js';

/* After controller-runtime's pkg/finalizer/finalizer_test.go. */

const context = {} as ReconcileContext;
const keys = ['example.com/a', 'example.com/b', 'example.com/c'];

function stored(finalizers: string[], isDeleted: boolean): Stored<ConfigMap> {
  return ConfigMap({
    metadata: {
      name: 'a',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      finalizers,
      ...(isDeleted && { deletionTimestamp: '2026-01-01T00:00:01Z' }),
    },
  }) as Stored<ConfigMap>;
}

describe('a registry of finalizers', () => {
  it('adds the keys that an object lacks', async () => {
    const finalizers = createFinalizers<ConfigMap>();
    for (const key of keys) finalizers.register(key, { finalize: () => undefined });
    const object = stored(['example.com/b'], false);
    expect(await finalizers.finalize(object, context)).toEqual({ updated: true, statusUpdated: false });
    expect(object.metadata.finalizers).toEqual(['example.com/b', 'example.com/a', 'example.com/c']);
    expect(await finalizers.finalize(object, context)).toEqual({ updated: false, statusUpdated: false });
  });

  it('without finalizers changes nothing, deleted or not', async () => {
    for (const isDeleted of [false, true]) {
      const object = stored(['other.com/x'], isDeleted);
      expect(await createFinalizers().finalize(object, context)).toEqual({
        updated: false,
        statusUpdated: false,
      });
      expect(object.metadata.finalizers).toEqual(['other.com/x']);
    }
  });

  it('runs those that an object has in their order when it is being deleted, and removes their keys', async () => {
    const finalizers = createFinalizers<ConfigMap>();
    const ran: string[] = [];
    for (const key of keys) finalizers.register(key, { finalize: () => void ran.push(key) });
    const object = stored(['example.com/c', 'other.com/x', 'example.com/a'], true);
    expect(await finalizers.finalize(object, context)).toEqual({ updated: true, statusUpdated: false });
    expect([ran, object.metadata.finalizers]).toEqual([['example.com/a', 'example.com/c'], ['other.com/x']]);
    expect(await finalizers.finalize(object, context)).toEqual({ updated: false, statusUpdated: false });
  });

  it.each<[string, boolean, Partial<FinalizerResult>, FinalizerResult]>([
    ['succeeds', false, {}, { updated: true, statusUpdated: false }],
    [
      'succeeds and changes the status',
      false,
      { statusUpdated: true },
      { updated: true, statusUpdated: true },
    ],
    ['fails', true, {}, { updated: false, statusUpdated: false }],
  ])('reports what one that %s has changed', async (_how, fails, said, expected) => {
    const finalizers = createFinalizers<ConfigMap>();
    finalizers.register('example.com/a', {
      finalize: () => {
        if (fails) throw new Error('no');
        return said;
      },
    });
    const object = stored(['example.com/a'], true);
    const result = finalizers.finalize(object, context).catch((error: unknown) => {
      expect(error).toBeInstanceOf(FinalizerError);
      return (error as FinalizerError).result;
    });
    expect(await result).toEqual(expected);
    expect(object.metadata.finalizers ?? []).toEqual(fails ? ['example.com/a'] : []);
  });

  it('goes on after one that fails, and tells of all that did', async () => {
    const finalizers = createFinalizers<ConfigMap>();
    for (const key of keys) {
      finalizers.register(key, {
        finalize: () => {
          if (key !== 'example.com/b') throw new Error(`${key} is stuck`);
        },
      });
    }
    const object = stored([...keys], true);
    await expect(finalizers.finalize(object, context)).rejects.toMatchObject({
      message:
        'finalizer "example.com/a" failed: example.com/a is stuck; finalizer "example.com/c" failed: example.com/c is stuck',
      result: { updated: true, statusUpdated: false },
    });
    expect(object.metadata.finalizers).toEqual(['example.com/a', 'example.com/c']);
  });

  it('refuses a key twice', () => {
    const finalizers = createFinalizers();
    finalizers.register('example.com/a', { finalize: () => undefined });
    expect(() => finalizers.register('example.com/a', { finalize: () => undefined })).toThrow(
      'a finalizer for the key "example.com/a" is already registered',
    );
  });
});
