import { describe, expect, it } from 'vitest';
import { keyboardOf, keysOf } from './keyboard.js';

describe('keysOf', () => {
  it.each([
    ['letters, one by one', 'ql', ['q', 'l']],
    ['Ctrl-C and Ctrl-Z', '\u0003\u001a', ['ctrl-c', 'ctrl-z']],
    ['arrows, in both ways terminals send them', '\u001b[A\u001bOB', ['up', 'down']],
    ['pages', '\u001b[5~\u001b[6~', ['page-up', 'page-down']],
    ['escape alone', '\u001b', ['escape']],
    ['a key that means nothing here, whole', '\u001b[1;5Cq', ['q']],
    ['what is outside of the basic plane', '😀', ['😀']],
    ['nothing', '', []],
  ])('reads %s', (_, data, keys) => {
    expect(keysOf(data)).toEqual(keys);
  });
});

describe('keyboardOf', () => {
  it('is none when the input is no terminal', () => {
    const input = { async *[Symbol.asyncIterator]() {} };
    expect(keyboardOf(input, () => undefined)).toBeUndefined();
    expect(keyboardOf(undefined, () => undefined)).toBeUndefined();
  });

  it('puts the terminal into raw mode while it is open, and back', () => {
    const calls: string[] = [];
    const listeners = new Set<(data: Uint8Array | string) => void>();
    const input = {
      isTTY: true,
      setRawMode: (isRaw: boolean) => calls.push(`raw ${isRaw}`),
      on: (_: string, listener: (data: Uint8Array | string) => void) => listeners.add(listener),
      off: (_: string, listener: (data: Uint8Array | string) => void) => listeners.delete(listener),
      resume: () => calls.push('resume'),
      pause: () => calls.push('pause'),
      async *[Symbol.asyncIterator]() {},
    };
    const pressed: string[] = [];
    const keyboard = keyboardOf(input, (key) => pressed.push(key));
    keyboard?.open();
    for (const listener of listeners) listener(Buffer.from('q'));
    keyboard?.close();
    keyboard?.close();
    expect(pressed).toEqual(['q']);
    expect(calls).toEqual(['raw true', 'resume', 'raw false', 'pause']);
    expect(listeners.size).toBe(0);
  });
});
