import { describe, expect, it } from 'vitest';
import { addFinalizer, hasFinalizer, removeFinalizer } from './finalizer.js';
import type { KubernetesObject } from './meta.js';

describe('finalizers', () => {
  it('are added once, in an object without metadata too', () => {
    const object: KubernetesObject = {};
    expect(hasFinalizer(object, 'a.b/c')).toBe(false);
    expect(addFinalizer(object, 'a.b/c')).toBe(true);
    expect(addFinalizer(object, 'a.b/c')).toBe(false);
    expect(object.metadata?.finalizers).toEqual(['a.b/c']);
    expect(hasFinalizer(object, 'a.b/c')).toBe(true);
  });

  it('are removed wherever they stand, and the list goes with the last', () => {
    const object: KubernetesObject = { metadata: { name: 'x', finalizers: ['a', 'b', 'a'] } };
    expect(removeFinalizer(object, 'a')).toBe(true);
    expect(object.metadata).toEqual({ name: 'x', finalizers: ['b'] });
    expect(removeFinalizer(object, 'a')).toBe(false);
    expect(removeFinalizer(object, 'b')).toBe(true);
    expect(object.metadata).toEqual({ name: 'x' });
  });

  it('of an object that shares its metadata with another stay there', () => {
    const metadata = { finalizers: ['a'] };
    addFinalizer({ metadata }, 'b');
    removeFinalizer({ metadata }, 'a');
    expect(metadata).toEqual({ finalizers: ['a'] });
  });
});
