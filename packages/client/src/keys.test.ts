import { describe, expect, it } from 'vitest';

import { isInvalidRequest } from './errors.js';
import { parseKey, resolveKey } from './keys.js';

const namespaced = { kind: 'Pod', namespaced: true };
const clusterScoped = { kind: 'Node', namespaced: false };

describe('parseKey', () => {
  it('reads name and namespace/name', () => {
    expect(parseKey('a')).toEqual({ name: 'a' });
    expect(parseKey('ns/a')).toEqual({ namespace: 'ns', name: 'a' });
  });
});

describe('resolveKey', () => {
  it('puts a bare name into the default namespace', () => {
    expect(resolveKey(namespaced, 'a', 'here')).toEqual({ namespace: 'here', name: 'a' });
    expect(resolveKey(namespaced, { name: 'a', namespace: '' }, 'here')).toEqual({
      namespace: 'here',
      name: 'a',
    });
    expect(resolveKey(namespaced, 'there/a', 'here')).toEqual({ namespace: 'there', name: 'a' });
  });

  it('drops the namespace of a cluster-scoped object', () => {
    expect(resolveKey(clusterScoped, { namespace: 'x', name: 'a' }, 'here')).toEqual({ name: 'a' });
  });

  it('refuses to go without a name, which would address the whole collection', () => {
    expect(() => resolveKey(namespaced, '', 'here')).toThrow("a Pod must be named: pass 'name'");
    expect(() => resolveKey(namespaced, 'ns/', 'here')).toThrow('must be named');
  });

  it.each(['..', '.', 'a/b', 'a%2fb'])('refuses the name %s, which would change the path', (name) => {
    let error: unknown;
    try {
      resolveKey(namespaced, { name, namespace: 'ns' }, 'here');
    } catch (caught) {
      error = caught;
    }
    expect(isInvalidRequest(error)).toBe(true);
    expect((error as Error).message).toContain(JSON.stringify(name));
    expect(() => resolveKey(namespaced, { name: 'a', namespace: name }, 'here')).toThrow('namespace');
  });
});
