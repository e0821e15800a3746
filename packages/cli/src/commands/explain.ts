import { readReconciles } from '../explain/debug-answer.js';
import { followReconciles } from '../explain/follow-reconciles.js';
import { hotLoopText, reconcileText } from '../explain/timeline-text.js';
import { assertKnown, parseTarget, selector } from '../explain/wanted.js';
import { withDebugServer } from '../explain/with-debug-server.js';
import type { DebugServerFlags, Forward } from '../explain/with-debug-server.js';
import { writeJson } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';

export interface ExplainCommandOptions extends DebugServerFlags {
  /** `kind`, `kind/name` or `kind/namespace/name`; absent: everything. */
  readonly target?: string;
  readonly controller?: string;
  readonly failed: boolean;
  /** At most so many of what is kept, the newest. */
  readonly limit: number;
  readonly follow: boolean;
  readonly output: OutputFormat;
}

/**
 * `kubewright explain`: why the reconciles of a running operator ran and what they did, the oldest first, from its debug
 * server. With `follow` also those to come, until the signal; as JSON then one line for each.
 *
 * @throws CliError when nobody answers, and for a kind or controller that is not known there
 */
export function explainCommand(
  options: ExplainCommandOptions,
  io: CommandIo,
  forward?: Forward,
): Promise<number> {
  const { target, controller, failed, limit, follow, output, namespace } = options;
  const wanted = {
    ...(target === undefined ? {} : parseTarget(target)),
    ...(namespace === undefined || options.pod !== undefined ? {} : { namespace }),
    ...(controller === undefined ? {} : { controller }),
    failed,
  };
  const select = selector(wanted);
  const isText = output === 'text';
  return withDebugServer(
    options,
    io,
    async (url) => {
      const kept = await readReconciles(url, { signal: io.signal });
      if (!follow) assertKnown(wanted, kept.reconciles);
      const shown = select(kept.reconciles)
        .toSorted((a, b) => a.sequence - b.sequence)
        .slice(-limit);
      if (!isText && !follow) {
        writeJson(io.stdout, { hotLoops: kept.hotLoops, reconciles: shown });
        return 0;
      }
      const print = (reconciles: typeof shown): void => {
        for (const one of reconciles)
          io.stdout.write(isText ? reconcileText(one) : `${JSON.stringify(one)}\n`);
      };
      print(shown);
      const warn = (loop: (typeof kept.hotLoops)[number]): void => {
        (isText ? io.stdout : io.stderr).write(hotLoopText(loop));
      };
      for (const loop of kept.hotLoops.toReversed()) warn(loop);
      if (isText && shown.length === 0)
        writeLine(io.stderr, `kubewright: nothing that fits was reconciled yet by the operator at ${url}`);
      if (!follow) return 0;
      await followReconciles({
        url,
        clock: io.clock,
        signal: io.signal,
        since: kept,
        onReconciles: (reconciles) => {
          print(select(reconciles));
        },
        onHotLoop: warn,
        onGone: (gone) => {
          writeLine(
            io.stderr,
            gone
              ? `kubewright: the operator at ${url} does not answer: waiting for it`
              : 'kubewright: it answers again',
          );
        },
      });
      return 0;
    },
    forward,
  );
}
