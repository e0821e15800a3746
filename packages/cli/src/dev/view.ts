import type { DashboardActions } from '../dashboard/actions.js';
import type { DashboardStore } from '../dashboard/store.js';
import type { CommandIo } from '../io/terminal.js';
import { createLiveView } from './live-view.js';
import type { LogLine } from './log-line.js';
import { createPlainView } from './plain-view.js';
import type { TreeNode } from './tree.js';

/** Shows a `dev` run: on a terminal a dashboard, in a pipe one line per change. */
export interface DevView {
  /** A step or a fact, said once. */
  say(line: string): void;
  /** A line of the operator's output. */
  log(line: LogLine): void;
  /** The trees as they are now. */
  update(trees: readonly TreeNode[]): void;
  /** Leaves the last state on the screen and gives the cursor back. Calling it twice does nothing. */
  close(): void;
}

export interface ViewOptions {
  readonly io: CommandIo;
  /** Shows the operator's info and debug lines too, in a pipe; the dashboard has them all. */
  readonly verbose: boolean;
  /** Gets what the view is told, for the dashboard and the page. */
  readonly store: DashboardStore;
  readonly actions: DashboardActions;
}

export function createView(options: ViewOptions): DevView {
  const { io, store } = options;
  const shown = io.stdout.isTTY === true ? createLiveView(options) : createPlainView(options);
  return {
    say(line) {
      store.addLog({ level: 'info', text: line }, 'dev');
      shown.say(line);
    },
    log(line) {
      store.addLog(line);
      shown.log(line);
    },
    update(trees) {
      store.setTrees(trees);
      shown.update(trees);
    },
    close: () => shown.close(),
  };
}
