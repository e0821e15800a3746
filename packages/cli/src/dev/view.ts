import type { CommandIo } from '../io/terminal.js';
import { createLiveView } from './live-view.js';
import type { LogLine } from './log-line.js';
import { createPlainView } from './plain-view.js';
import type { TreeNode } from './tree.js';

/** Shows a `dev` run: on a terminal a live tree, in a pipe one line per change. */
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
  /** Shows the operator's info and debug lines too. */
  readonly verbose: boolean;
}

export async function createView(options: ViewOptions): Promise<DevView> {
  return options.io.stdout.isTTY === true ? createLiveView(options) : createPlainView(options);
}
