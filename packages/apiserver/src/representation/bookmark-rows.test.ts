import { describe, expect, it } from 'vitest';
import { builtinResources } from '../resources/builtin-resources.js';
import { defaultTable } from './default-table.js';

describe('the row of a bookmark, which is about no object', () => {
  it.each(builtinResources().map((resource) => [resource.storagePrefix, resource] as const))(
    'is made of nothing: %s',
    (_prefix, { behaviour: { table = defaultTable } }) => {
      const nothing = { kind: '', apiVersion: '', metadata: { name: '' } };
      expect(table.row(nothing, 0)).toContain('');
    },
  );
});
