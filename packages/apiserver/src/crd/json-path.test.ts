import { describe, expect, it } from 'vitest';
import { parseJsonPath } from './json-path.js';

const value = {
  metadata: { name: 'a', annotations: { 'x.y/z': 'annotated' } },
  spec: { replicas: 2, list: ['x', 'y', 'z'], ports: [{ port: 80, name: 'http' }, { port: 443 }] },
  status: {
    conditions: [
      { type: 'Synced', status: 'False' },
      { type: 'Ready', status: 'True', reason: 'has ) and ]' },
    ],
  },
};

describe('parseJsonPath', () => {
  it.each([
    ['.metadata.name', ['a']],
    ['.metadata.annotations.x\\.y/z', ['annotated']],
    [".metadata.annotations['x\\.y/z']", ['annotated']],
    ['.metadata.missing', []],
    ['.metadata.name.deeper', []],
    ['.constructor', []],
    ['.spec.list[0]', ['x']],
    ['.spec.list[-1]', ['z']],
    ['.spec.list[-2:]', ['y', 'z']],
    ['.spec.list[0:2]', ['x', 'y']],
    ['.spec.list[::2]', ['x', 'z']],
    ['.spec.list[5]', []],
    ['.spec.list[*]', ['x', 'y', 'z']],
    ['.spec.list[0,2]', ['x', 'z']],
    ['.spec.ports[*].port', [80, 443]],
    ['.spec.ports[?(@.port>100)].port', [443]],
    ['.spec.ports[?(@.port<=80)].name', ['http']],
    ['.spec.ports[?(@.name)].port', [80]],
    ['.spec.ports[?(@.name!="http")].port', []],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ["$.status.conditions[?(@.type=='Ready')].status", ['True']],
    ['.status.conditions[?(@.reason=="has ) and ]")].type', ['Ready']],
    ['..port', [80, 443]],
    ['.', [value]],
  ])('finds by %s', (path, expected) => {
    expect(parseJsonPath(path)(value)).toEqual(expected);
  });

  it.each(['.a[', '.a[?(@.b=="c"', '.a[x]', '.a{'])('refuses %s', (path) => {
    expect(() => parseJsonPath(path)).toThrow(/array|filter|character/);
  });
});
