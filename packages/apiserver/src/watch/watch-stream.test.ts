import { describe, expect, it } from 'vitest';
import { WatchStream } from './watch-stream.js';

const text = (piece: Uint8Array): string => Buffer.from(piece).toString();
const frame = (content: string): Uint8Array => Buffer.from(content);

async function readAll(stream: WatchStream): Promise<string> {
  let all = '';
  for await (const piece of stream) all += text(piece);
  return all;
}

describe('the stream of a watch', () => {
  it('gives every frame that was pushed before the end, in order', async () => {
    const stream = new WatchStream({ onEnd: () => undefined });
    stream.push(frame('a'));
    const reading = readAll(stream);
    stream.push(frame('b'));
    await Promise.resolve();
    stream.push(frame('c'));
    stream.end();
    stream.push(frame('late'));
    expect(await reading).toBe('abc');
  });

  it('gathers for a slow reader what came meanwhile', async () => {
    const stream = new WatchStream({ onEnd: () => undefined });
    for (const content of ['a', 'b', 'c']) stream.push(frame(content));
    const { value } = await stream[Symbol.asyncIterator]().next();
    expect(text(value as Uint8Array)).toBe('abc');
  });

  it('what it starts with comes first, is made as it is read, and ends nobody', async () => {
    let made = 0;
    let ended = 0;
    const stream = new WatchStream({ maxQueuedBytes: 10, onEnd: () => (ended += 1) });
    function* frames(): Generator<Uint8Array> {
      for (; made < 100; made++) yield frame('x'.repeat(1024));
    }
    stream.startWith(frames());
    stream.push(frame('live'));
    expect([made, ended]).toEqual([0, 0]);
    const pieces = stream[Symbol.asyncIterator]();
    await pieces.next();
    expect(made).toBeLessThan(100);
    stream.end();
    let rest = '';
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next())
      rest += text(next.value);
    expect([made, rest.slice(-4)]).toEqual([100, 'live']);
  });

  it('ends for a reader that falls too far behind, and never blocks the writer', async () => {
    let ended = 0;
    const stream = new WatchStream({ maxQueuedBytes: 10, onEnd: () => (ended += 1) });
    for (let i = 0; i < 100; i++) stream.push(frame('12345'));
    expect(ended).toBe(1);
    expect(await readAll(stream)).toBe('1234512345');
  });

  it('takes one frame of any size', async () => {
    const stream = new WatchStream({ maxQueuedBytes: 10, onEnd: () => undefined });
    stream.push(frame('x'.repeat(100)));
    stream.end();
    expect(await readAll(stream)).toHaveLength(100);
  });

  it('tells once that it is over, whoever ended it', async () => {
    let ended = 0;
    const stream = new WatchStream({ onEnd: () => (ended += 1) });
    stream.push(frame('a'));
    for await (const _ of stream) break;
    stream.cancel();
    stream.end();
    expect(ended).toBe(1);
  });
});
