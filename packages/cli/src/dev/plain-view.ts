import { writeLine } from '../io/terminal.js';
import type { LogLine } from './log-line.js';
import { walk } from './tree.js';
import type { TreeNode } from './tree.js';
import type { DevView, ViewOptions } from './view.js';

/** One line per change of an object's state, with the time since the start: readable in a pipe or a CI log. */
export function createPlainView({ io, verbose }: Pick<ViewOptions, 'io' | 'verbose'>): DevView {
  const startMs = io.clock.now();
  const shown = new Map<string, { name: string; state: string }>();
  const stamp = (): string => `${((io.clock.now() - startMs) / 1000).toFixed(1).padStart(5)}s`;
  const line = (text: string): void => writeLine(io.stdout, `${stamp()}  ${text}`);
  return {
    say: line,
    log(entry: LogLine) {
      if (verbose || entry.level === 'warn' || entry.level === 'error')
        line(`operator ${entry.level}: ${entry.text}`);
    },
    update(trees: readonly TreeNode[]) {
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
    close: () => undefined,
  };
}
