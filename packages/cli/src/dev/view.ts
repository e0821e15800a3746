import { styleText } from 'node:util';
import type { DashboardActions } from '../dashboard/actions.js';
import type { DashboardStore } from '../dashboard/store.js';
import type { CommandIo } from '../io/terminal.js';
import { writeLine } from '../io/terminal.js';
import type { LogLine } from './log-line.js';
import { walk } from './tree.js';
import type { TreeNode } from './tree.js';

/** Shows a `dev` run. */
export interface DevView {
  /** A step or a fact, said once. */
  say(line: string, level?: LogLine['level']): void;
  /** A line of the operator's output. */
  log(line: LogLine): void;
  /** The trees as they are now. */
  update(trees: readonly TreeNode[]): void;
  /** Shows nothing from then on. Calling it twice does nothing. */
  close(): void;
}

export interface ViewOptions {
  readonly io: CommandIo;
  /** Shows debug lines and stacks too. */
  readonly verbose: boolean;
}

/** The dashboard on the whole terminal; what it shows reaches it by the store. */
export async function openDashboardView(options: {
  readonly io: CommandIo;
  readonly store: DashboardStore;
  readonly actions: DashboardActions;
}): Promise<DevView> {
  const { openTerminalDashboard } = await import('../dashboard/terminal/terminal-dashboard.js');
  const dashboard = openTerminalDashboard(options);
  const nothing = (): void => undefined;
  return { say: nothing, log: nothing, update: nothing, close: () => dashboard.close() };
}

const COLOURS = { debug: 'gray', info: 'cyan', warn: 'yellow', error: 'red' } as const;

/**
 * One line for each fact, each line of the log and each change of an object's state, with the time since the start: to be
 * read on a terminal, in a pipe or in the log of a CI run. Coloured on a terminal, unless NO_COLOR is set.
 */
export function createLineView({ io, verbose }: ViewOptions): DevView {
  const startMs = io.clock.now();
  const shown = new Map<string, { name: string; state: string }>();
  const isColoured = io.stdout.isTTY === true && (io.env['NO_COLOR'] ?? '') === '';
  const paint = (style: 'gray' | 'cyan' | 'yellow' | 'red', text: string): string =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  let isClosed = false;
  const stamp = (): string => `${((io.clock.now() - startMs) / 1000).toFixed(1).padStart(5)}s`;
  const line = (text: string): void => {
    if (!isClosed) writeLine(io.stdout, `${paint('gray', stamp())}  ${text}`);
  };
  return {
    say(text, level = 'info') {
      line(level === 'info' ? text : paint(COLOURS[level], text));
    },
    log({ level, text, stack }) {
      if (level === 'debug' && !verbose) return;
      line(`${paint(COLOURS[level], level.padEnd(5))} ${text}`);
      for (const row of verbose ? (stack ?? []) : []) line(paint('gray', `      ${row}`));
    },
    update(trees) {
      const gone = new Map(shown);
      for (const node of walk(trees)) {
        const { uid } = node.object.metadata;
        const name = `${node.object.kind} ${node.object.metadata.name}`;
        const state = node.health.state || node.health.status;
        gone.delete(uid);
        if (shown.get(uid)?.state === state) continue;
        shown.set(uid, { name, state });
        line(`${name}: ${state}`);
      }
      for (const [uid, { name }] of gone) {
        shown.delete(uid);
        line(`${name}: gone`);
      }
    },
    close() {
      isClosed = true;
    },
  };
}
