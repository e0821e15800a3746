import { expect, it } from 'vitest';
import { formatKey } from './meta.js';

it.each([
  [{ namespace: 'default', name: 'web' }, 'default/web'],
  [{ name: 'node-1' }, 'node-1'],
  [{ namespace: '', name: 'node-1' }, 'node-1'],
])('formatKey of %j is %s', (key, expected) => {
  expect(formatKey(key)).toBe(expected);
});
