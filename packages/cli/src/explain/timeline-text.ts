import { formatKey } from '@kubewright/api';
import { whySentence } from '@kubewright/runtime';
import type {
  ExplainedCall,
  ExplainedChange,
  ExplainedReason,
  HotLoop,
  ReconcileExplanation,
} from '@kubewright/runtime';

const INDENT = '              ';
const NAMED_CHANGES = 6;

/** A reconcile as lines: when and which, what led to it, each request with the fields that it changed, how it ended. */
export function reconcileText(reconcile: ReconcileExplanation): string {
  const { startedAt, controller, id, durationMs, outcome, reasons, moreReasons, calls, moreCalls } =
    reconcile;
  const lines = [
    `${startedAt.slice(11, 23)}  ${controller} ${formatKey(reconcile)}  #${id}  ${outcomeText(outcome)}, took ${millis(durationMs)}`,
    ...(reasons.length === 0 ? ['because  nobody said why'] : reasons.flatMap(reasonLines)).map(
      (line) => INDENT + line,
    ),
    ...(moreReasons === undefined ? [] : [`${INDENT}because  ${moreReasons} more reasons`]),
    ...calls.flatMap(callLines).map((line) => INDENT + line),
    ...(moreCalls === undefined ? [] : [`${INDENT}${moreCalls} more requests`]),
    ...(outcome.error === undefined
      ? []
      : [`${INDENT}error    ${outcome.error.replaceAll('\n', `\n${INDENT}         `)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** A warning of a loop, as the manager logs it. */
export function hotLoopText({
  type,
  controller,
  object,
  fields,
  writers,
  count,
  withinMs,
  ...key
}: HotLoop): string {
  const what = `${object.resource} ${formatKey(object)}`;
  const said =
    type === 'flapping'
      ? `the same change of ${fields.join(', ')} of ${what} was written ${count} times`
      : `${count} writes in a row of ${fields.join(', ')} of ${what}, each led to by the one before,`;
  const who = writers.length === 0 ? '' : `; written by ${writers.join(', ')}`;
  return `hot loop of ${controller} on ${formatKey(key)}: ${said} within ${millis(withinMs)}${who}\n`;
}

function outcomeText({ type, delayMs }: ReconcileExplanation['outcome']): string {
  const again = delayMs === undefined ? 'again' : `again in ${millis(delayMs)}`;
  switch (type) {
    case 'success':
      return 'done';
    case 'stopped':
      return 'stopped';
    case 'terminal':
      return 'failed for good';
    case 'retry':
      return `failed, ${again}`;
    default:
      return `done, ${again}`;
  }
}

function reasonLines(reason: ExplainedReason): string[] {
  const { count, ownWrite, changes = [], moreChanges } = reason;
  const often = count > 1 ? ` (${count} times)` : '';
  const own =
    ownWrite === undefined ? '' : `, its own write in ${ownWrite.controller} #${ownWrite.reconcile}`;
  const values = changes.filter(({ before, after }) => before !== undefined || after !== undefined);
  return [
    `because  ${whySentence({ reasons: [reason] })}${often}${own}`,
    ...(values.length === 0 ? [] : changeLines(values, moreChanges === true)),
  ];
}

function callLines(call: ExplainedCall): string[] {
  const {
    verb,
    resource,
    subresource,
    namespace,
    name,
    status,
    durationMs,
    changes = [],
    moreChanges,
  } = call;
  const object = `${resource}${subresource === undefined ? '' : `/${subresource}`}${name === undefined ? (namespace === undefined ? '' : ` in ${namespace}`) : ` ${formatKey({ namespace, name })}`}`;
  const answer = call.error ?? (status === 0 ? 'no answer' : String(status));
  const effect = call.dryRun === true ? ', dry run' : call.noOp === true ? ', changed nothing' : '';
  return [
    `${verb.padEnd(8)} ${object}  ${answer}${effect}, ${millis(durationMs)}`,
    ...changeLines(changes, moreChanges === true),
  ];
}

function changeLines(changes: readonly ExplainedChange[], more: boolean): string[] {
  const lines = changes.slice(0, NAMED_CHANGES).map(({ path, op, before, after }) => {
    const values =
      before === undefined && after === undefined ? '' : `: ${before ?? 'nothing'} -> ${after ?? 'nothing'}`;
    return `           ${op} ${path}${values}`;
  });
  const left = changes.length - NAMED_CHANGES;
  if (left > 0 || more)
    lines.push(`           and ${left > 0 ? `${left}${more ? ' or more' : ''}` : 'more'} other fields`);
  return lines;
}

function millis(ms: number): string {
  if (ms >= 10_000) return `${Math.round(ms / 1000)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms >= 10 ? Math.round(ms) : Number(ms.toFixed(1))} ms`;
}
