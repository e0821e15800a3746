import { ConfigMap } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';

import { entryOf } from './object-entry.js';
import { ParsedObjects } from './parsed-objects.js';

const make = (name: string, size = 10) =>
  entryOf(
    new TextEncoder().encode(
      JSON.stringify({ metadata: { name, resourceVersion: '1' }, data: { value: 'x'.repeat(size) } }),
    ),
  );

function parsesOf(read: () => void): number {
  const parse = JSON.parse;
  let parses = 0;
  JSON.parse = (...args: Parameters<typeof parse>) => {
    parses += 1;
    return parse(...args) as unknown;
  };
  try {
    read();
  } finally {
    JSON.parse = parse;
  }
  return parses;
}

describe('objects that are kept parsed', () => {
  it('are parsed twice, and copied from then on', () => {
    const parsed = new ParsedObjects();
    const entry = make('a');
    const counts = [1, 2, 3, 4].map(() => parsesOf(() => parsed.read(entry, ConfigMap)));
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  it('belong to whoever reads them, each time', () => {
    const parsed = new ParsedObjects();
    const entry = make('a');
    const pristine = JSON.stringify(parsed.read(entry, ConfigMap));
    for (let read = 0; read < 4; read += 1) {
      const object = parsed.read(entry, ConfigMap) as ConfigMap;
      expect(JSON.stringify(object)).toBe(pristine);
      (object.data as Record<string, string>)['value'] = 'changed by the reader';
      delete object.metadata?.name;
    }
  });

  it('may be learnt from an object at hand, which stays its owner’s', () => {
    const parsed = new ParsedObjects();
    const entry = make('a');
    const mine = { metadata: { name: 'a' }, data: { value: '1' } };
    parsed.learn(entry, mine);
    mine.data.value = '2';
    expect(parsesOf(() => parsed.read(entry, ConfigMap))).toBe(0);
    expect(parsed.read(entry, ConfigMap)).toMatchObject({ data: { value: '1' } });
    parsed.forget(entry);
    expect(parsesOf(() => parsed.read(entry, ConfigMap))).toBe(1);
  });

  it('are bounded: going over more than there is room for drives out little', () => {
    const parsed = new ParsedObjects({ maxBytes: 2000 });
    const entries = Array.from({ length: 100 }, (_, index) => make(`n${index}`));
    for (let round = 0; round < 2; round += 1) for (const entry of entries) parsed.read(entry, ConfigMap);
    const again = parsesOf(() => {
      for (const entry of entries) parsed.read(entry, ConfigMap);
    });
    expect(again).toBeGreaterThan(50);
    expect(again).toBeLessThan(100);
    const large = make('large', 5000);
    for (let read = 0; read < 3; read += 1) parsed.read(large, ConfigMap);
    expect(parsesOf(() => parsed.read(large, ConfigMap))).toBe(1);
  });
});
