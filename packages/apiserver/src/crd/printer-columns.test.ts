import { describe, expect, it } from 'vitest';
import { printerTable } from './printer-columns.js';

const column = (name: string, jsonPath: string) => ({ name, type: 'string', jsonPath });
const object = { apiVersion: 'e.com/v1', kind: 'Foo', metadata: { name: 'a' }, spec: { n: 1000000.5 } };

describe('printerTable', () => {
  it('ends before a column whose path is none', () => {
    for (const path of ['.spec[', '.spec[?(', '.spec[x]', '(']) {
      const table = printerTable([column('N', '.spec.n'), column('Bad', path), column('Last', '.spec.n')]);
      expect(table.columns.map(({ name }) => name)).toEqual(['Name', 'N']);
      expect(table.row(object, 0)).toEqual(['a', '1.0000005e+06']);
    }
  });
});
