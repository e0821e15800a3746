import { styleText } from 'node:util';
import type { Timer } from '@kubewright/api';
import type { LogLine } from './log-line.js';
import { renderTree } from './render.js';
import type { RenderOptions } from './render.js';
import type { TreeNode } from './tree.js';
import type { DevView, ViewOptions } from './view.js';

const COLOURS = { good: 'green', busy: 'yellow', bad: 'red', faint: 'gray', strong: 'bold' } as const;
/** Ages are shown in seconds. */
const REDRAW_MS = 1000;

/** The tree drawn in place, redrawn on each change and each second; facts and warnings scroll above it. */
export async function createLiveView({ io, verbose }: ViewOptions): Promise<DevView> {
  const { createLogUpdate } = await import('log-update');
  const screen = createLogUpdate(io.stdout as unknown as NodeJS.WritableStream, { showCursor: false });
  const plain = (io.env['NO_COLOR'] ?? '') !== '';
  const paint: NonNullable<RenderOptions['paint']> = (style, text) =>
    plain ? text : styleText(COLOURS[style], text, { validateStream: false });
  let trees: readonly TreeNode[] = [];
  let timer: Timer | undefined;
  let closed = false;

  const draw = (): void => {
    if (closed || trees.length === 0) return;
    screen(`\n${renderTree(trees, { nowMs: io.clock.now(), paint }).join('\n')}\n`);
  };
  const tick = (): void => {
    timer = io.clock.setTimer(() => {
      draw();
      tick();
    }, REDRAW_MS);
  };
  const above = (line: string): void => {
    screen.clear();
    io.stdout.write(`${line}\n`);
    draw();
  };
  tick();
  return {
    say: above,
    log(entry: LogLine) {
      if (entry.level === 'error') above(paint('bad', entry.text));
      else if (entry.level === 'warn') above(paint('busy', entry.text));
      else if (verbose) above(paint('faint', entry.text));
    },
    update(next: readonly TreeNode[]) {
      trees = next;
      draw();
    },
    close() {
      if (closed) return;
      draw();
      closed = true;
      timer?.cancel();
      screen.done();
    },
  };
}
