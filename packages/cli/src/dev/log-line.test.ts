import { describe, expect, it } from 'vitest';
import { readLogLine } from './log-line.js';

describe('readLogLine', () => {
  it('puts the controller and the object before the message, and the fields after it', () => {
    const line = JSON.stringify({
      level: 'error',
      time: '2026-01-01T00:00:00.000Z',
      logger: 'web-operator',
      controller: 'web',
      controllerGroup: 'example.com',
      controllerKind: 'Web',
      namespace: 'default',
      name: 'site',
      reconcileID: '0c8c6fca98c2',
      error: { type: 'Error', message: 'no luck', stack: 'Error: no luck\n    at a.ts:1:2' },
      failures: 3,
      msg: 'reconcile failed',
    });
    expect(readLogLine(line)).toEqual({
      level: 'error',
      text: 'web default/site: reconcile failed error="no luck" failures=3',
      stack: ['Error: no luck', '    at a.ts:1:2'],
      reconcileID: '0c8c6fca98c2',
    });
  });

  it('shows escape sequences that JSON hid', () => {
    const error = { message: 'a', stack: 'Error: \u001b[2J\n    at a.ts:1:2' };
    expect(readLogLine(JSON.stringify({ level: 50, msg: '\u001b[31mred\u009b1m\tx', error }))).toMatchObject({
      text: String.raw`\u001b[31mred\u009b1m` + '\tx error="a"',
      stack: [String.raw`Error: \u001b[2J`, '    at a.ts:1:2'],
    });
  });

  const cases: Array<[string, string, string, string]> = [
    ['a message alone', '{"level":"info","msg":"started"}', 'info', 'started'],
    ['a level of Go or of bunyan', '{"level":40,"msg":"slow"}', 'warn', 'slow'],
    [
      'text with blanks, quotes or nothing in it',
      '{"level":"debug","msg":"a","b":"c d","e":"","f":"g"}',
      'debug',
      'a b="c d" e="" f=g',
    ],
    [
      'an object of the cluster',
      '{"level":"info","msg":"seen","namespace":"a","name":"b"}',
      'info',
      'a/b: seen',
    ],
    ['what is no record', '{"msg":1}', 'error', '{"msg":1}'],
    ['broken JSON', '{"msg":', 'error', '{"msg":'],
    ['plain text', 'Error: oh', 'error', 'Error: oh'],
  ];
  it.each(cases)('reads %s', (_, line, level, text) => {
    expect(readLogLine(line)).toEqual({ level, text });
  });
});
