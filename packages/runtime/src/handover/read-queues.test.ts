import { describe, expect, it } from 'vitest';

import { readQueues } from './read-queues.js';

describe('readQueues', () => {
  it('gives back what was sent, without what it does not know', () => {
    const item = { item: 'default/a', priority: -100, dueAtMs: 5, failures: 2, isBackingOff: true };
    expect(
      readQueues([
        {
          controller: 'web',
          items: [
            { ...item, more: 1 },
            { item: 'b', priority: 0 },
          ],
        },
      ]),
    ).toEqual([{ controller: 'web', items: [item, { item: 'b', priority: 0 }] }]);
  });

  const refused: Array<[unknown, string]> = [
    [{}, 'the queues are no list'],
    [[null], 'queue 0 is no object'],
    [[{ items: [] }], 'queue 0 names no controller'],
    [[{ controller: 'web' }], 'the items of web are no list'],
    [[{ controller: 'web', items: ['a'] }], 'item 0 of web is no object'],
    [[{ controller: 'web', items: [{ priority: 0 }] }], 'item 0 of web names no object'],
    [[{ controller: 'web', items: [{ item: 'a' }] }], 'item 0 of web has no priority'],
    [[{ controller: 'web', items: [{ item: 'a', priority: NaN }] }], 'item 0 of web has no priority'],
    [
      [{ controller: 'web', items: [{ item: 'a', priority: 0, dueAtMs: '1' }] }],
      'item 0 of web is due at no time',
    ],
    [
      [{ controller: 'web', items: [{ item: 'a', priority: 0, failures: -1 }] }],
      'item 0 of web has failed a number of times that is no count',
    ],
    [
      [{ controller: 'web', items: [{ item: 'a', priority: 0, isBackingOff: 1 }] }],
      'item 0 of web does not say whether it is backing off',
    ],
  ];
  it.each(refused)('refuses %j: %s', (value, message) => {
    expect(() => readQueues(value)).toThrow(new TypeError(message));
  });
});
