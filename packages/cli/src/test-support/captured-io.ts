import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { CommandIo } from '../io/terminal.js';

/** What a command touches, with what it printed kept as text. */
export class CapturedIo implements CommandIo {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  out = '';
  err = '';
  readonly stdout = { write: (text: string) => (this.out += text) };
  readonly stderr = { write: (text: string) => (this.err += text) };

  constructor(given: Partial<Pick<CommandIo, 'cwd' | 'env' | 'signal' | 'clock'>> = {}) {
    this.clock = given.clock ?? systemClock;
    this.cwd = given.cwd ?? '/';
    this.env = given.env ?? {};
    this.signal = given.signal ?? new AbortController().signal;
  }
}
