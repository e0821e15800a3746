import { describe, expect, it } from 'vitest';

import { ApiError } from '../errors.js';
import { isGone } from '../reasons.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { isTransportError } from '../transport/errors.js';
import type { RawWatchEvent } from './events.js';
import { readWatch } from './read-watch.js';

const added = '{"type":"ADDED","object":{"metadata":{"name":"a"}}}';

async function read(
  chunks: string[],
  breaksWith?: Error,
): Promise<{ events: string[]; error: unknown; open: number }> {
  const transport = new FakeTransport({
    request: 'GET /w',
    chunks,
    ...(breaksWith === undefined ? {} : { breaksWith }),
  });
  const events: string[] = [];
  let error: unknown;
  try {
    for await (const event of readWatch(await transport.request({ method: 'GET', path: '/w' }), 'GET /w')) {
      events.push(show(event));
    }
  } catch (caught) {
    error = caught;
  }
  return { events, error, open: transport.openBodies };
}

const show = (event: RawWatchEvent) => `${event.type} ${new TextDecoder().decode(event.bytes)}`;

describe('readWatch', () => {
  it('ends when the server ends the response', async () => {
    expect(await read([`${added}\n${added}`, '\n'])).toEqual({
      events: ['ADDED {"metadata":{"name":"a"}}', 'ADDED {"metadata":{"name":"a"}}'],
      error: undefined,
      open: 0,
    });
  });

  it('takes a last event without a line end when it is whole', async () => {
    expect((await read([added])).events).toHaveLength(1);
  });

  it('throws ConnectionLost when the stream ends within an event', async () => {
    const { events, error, open } = await read([`${added}\n${added.slice(0, -1)}`]);
    expect(events).toHaveLength(1);
    expect(isTransportError(error, 'ConnectionLost')).toBe(true);
    expect(open).toBe(0);
  });

  it('throws what the body throws, after the events that came before', async () => {
    const broken = new Error('broken');
    expect(await read([`${added}\n`], broken)).toMatchObject({
      events: [expect.anything()],
      error: broken,
      open: 0,
    });
  });

  it('throws an ERROR event as the ApiError it holds, and cancels the rest', async () => {
    const status = { kind: 'Status', code: 410, reason: 'Gone', message: 'too old resource version: 1 (9)' };
    const { error, open } = await read([
      `${JSON.stringify({ type: 'ERROR', object: status })}\n`,
      `${added}\n`,
    ]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: 'too old resource version: 1 (9)', httpStatus: 410 });
    expect(isGone(error)).toBe(true);
    expect(open).toBe(0);
  });

  it.each([
    ['a page of a proxy', '<html>\n'],
    ['an unknown type', '{"type":"RENAMED","object":{}}\n'],
    ['an error without a Status', '{"type":"ERROR","object":{"a":}}\n'],
  ])('throws InvalidResponse for %s', async (_what, line) => {
    const { error, open } = await read([line]);
    expect(isTransportError(error, 'InvalidResponse')).toBe(true);
    expect((error as Error).message).toMatch(/^GET \/w: /);
    expect(open).toBe(0);
  });

  it('cancels the rest when the reader leaves', async () => {
    const transport = new FakeTransport({ request: 'GET /w', chunks: [`${added}\n`, `${added}\n`] });
    for await (const _event of readWatch(await transport.request({ method: 'GET', path: '/w' }), 'GET /w'))
      break;
    expect(transport.openBodies).toBe(0);
  });
});
