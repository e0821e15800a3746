import type { Input } from '../../io/terminal.js';

/** A key that was pressed: what it types, or the name of one that types nothing. */
export type Key =
  'ctrl-c' | 'ctrl-z' | 'up' | 'down' | 'page-up' | 'page-down' | 'home' | 'end' | 'escape' | (string & {});

/** What a terminal in raw mode has beside an input that is read to its end. */
interface KeyInput {
  setRawMode(isRaw: boolean): unknown;
  on(event: 'data', listener: (data: Uint8Array | string) => void): unknown;
  off(event: 'data', listener: (data: Uint8Array | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

const NAMED: Readonly<Record<string, Key>> = {
  '\u0003': 'ctrl-c',
  '\u001a': 'ctrl-z',
  '\u001b[A': 'up',
  '\u001b[B': 'down',
  '\u001bOA': 'up',
  '\u001bOB': 'down',
  '\u001b[5~': 'page-up',
  '\u001b[6~': 'page-down',
  '\u001b[H': 'home',
  '\u001b[F': 'end',
  '\u001b[1~': 'home',
  '\u001b[4~': 'end',
  '\u001b': 'escape',
};

/** An escape sequence (CSI or SS3), or one character. */
const KEYS = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001bO[A-Za-z]|[^]/gu;

/** The keys in what a terminal sent at once; sequences that mean none of them are left out. */
export function keysOf(data: string): Key[] {
  return (data.match(KEYS) ?? []).flatMap((piece) => {
    const named = NAMED[piece];
    if (named !== undefined) return [named];
    return piece.startsWith('\u001b') ? [] : [piece];
  });
}

export interface Keyboard {
  /** Takes the keys, unless it has them. */
  open(): void;
  /** Leaves the input as it was; calling it twice does nothing. */
  close(): void;
}

/** The keyboard of a terminal, key by key; undefined when the input is none. */
export function keyboardOf(input: Input | undefined, onKey: (key: Key) => void): Keyboard | undefined {
  if (input?.isTTY !== true || !('setRawMode' in input)) return undefined;
  const keys = input as unknown as KeyInput;
  const onData = (data: Uint8Array | string): void => {
    for (const key of keysOf(typeof data === 'string' ? data : new TextDecoder().decode(data))) onKey(key);
  };
  let isOpen = false;
  return {
    open() {
      if (isOpen) return;
      isOpen = true;
      keys.setRawMode(true);
      keys.on('data', onData);
      keys.resume();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      keys.off('data', onData);
      keys.setRawMode(false);
      // An input that is read keeps the process alive.
      keys.pause();
    },
  };
}
