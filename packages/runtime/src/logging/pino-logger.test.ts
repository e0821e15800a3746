import { describe, expect, it } from 'vitest';
import { ConfigMap, Node } from '@kubewright/api/core/v1';

import { ManualClock } from '../test-support/manual-clock.js';
import { createPinoLogger } from './pino-logger.js';
import type { PinoLoggerOptions } from './pino-logger.js';

async function linesOf(
  options: PinoLoggerOptions,
  use: (logger: Awaited<ReturnType<typeof createPinoLogger>>) => void,
): Promise<unknown[]> {
  const lines: unknown[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  use(await createPinoLogger({ clock: new ManualClock(), destination, ...options }));
  return lines;
}

describe('the pino logger', () => {
  it('writes one JSON object per line: level, time, logger, message, fields', async () => {
    const lines = await linesOf({ name: 'operator' }, (logger) => {
      logger.with({ controller: 'widget' }).info('reconciled', { namespace: 'x' });
      logger.warn('careful');
    });
    expect(lines).toEqual([
      {
        level: 'info',
        time: '2026-01-01T00:00:00.000Z',
        logger: 'operator',
        controller: 'widget',
        namespace: 'x',
        msg: 'reconciled',
      },
      { level: 'warn', time: '2026-01-01T00:00:00.000Z', logger: 'operator', msg: 'careful' },
    ]);
  });

  it('leaves out what is below its level', async () => {
    const use = (logger: { debug(message: string): void; error(message: string): void }) => {
      logger.debug('details');
      logger.error('trouble');
    };
    expect(await linesOf({}, use)).toHaveLength(1);
    expect(await linesOf({ level: 'debug' }, use)).toHaveLength(2);
    expect(await linesOf({ level: 'silent' }, use)).toHaveLength(0);
  });

  const configMap = ConfigMap({ metadata: { name: 'a', namespace: 'x' }, data: { key: 'value' } });
  it.each<[string, unknown, unknown]>([
    [
      'an object in a namespace',
      configMap,
      { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'x', name: 'a' },
    ],
    [
      'an object without one',
      Node({ metadata: { name: 'n' } }),
      { apiVersion: 'v1', kind: 'Node', name: 'n' },
    ],
    ['an object of a list, without its kind', { metadata: { name: 'a', uid: 'u' }, spec: {} }, { name: 'a' }],
    ['a key', { namespace: 'x', name: 'a' }, { namespace: 'x', name: 'a' }],
    ['a key without a namespace', { name: 'a' }, { name: 'a' }],
    ['null', null, null],
    ['other values', { metadata: 'a text' }, { metadata: 'a text' }],
  ])('writes of %s what names it', async (_what, object, expected) => {
    const lines = await linesOf({ level: 'debug' }, (logger) => {
      for (const level of ['debug', 'info', 'warn', 'error'] as const)
        logger[level]('seen', { n: 1, object });
      logger.with({ object }).info('seen');
    });
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatchObject({ object: expected });
    expect(JSON.stringify(lines)).not.toContain('value');
  });

  it('writes errors with type, message, stack and causes', async () => {
    const error = new TypeError('outer', { cause: new Error('inner') });
    const [line] = await linesOf({}, (logger) => {
      logger.error('failed', { error });
    });
    expect(line).toMatchObject({
      error: {
        type: 'TypeError',
        message: 'outer',
        stack: expect.stringContaining('pino-logger.test'),
        cause: { message: 'inner' },
      },
    });
  });
});
