import { formatKey } from '@kubewright/api';

import type { ExplainedReason, ReconcileExplanation } from './explanation.js';

const ROLES: Record<string, string> = { for: '', owns: 'owned ', watches: 'watched ' };
const NAMED_PATHS = 3;

/** Why it ran, in one line: `Deployment default/web changed: status.readyReplicas`. */
export function whySentence({ reasons }: Pick<ReconcileExplanation, 'reasons'>): string {
  if (reasons.length === 0) return 'nobody said why';
  return reasons.map(reasonText).join('; ');
}

function reasonText(reason: ExplainedReason): string {
  switch (reason.type) {
    case 'requeueAfter':
      return `the reconcile before asked for it, ${reason.delayMs} ms later`;
    case 'requeue':
      return `the reconcile before asked to be run again`;
    case 'retry':
      return `again after an error: ${reason.error}`;
    case 'source':
      return `source ${reason.source}`;
    case 'event':
      return eventText(reason);
  }
}

function eventText({
  role = '',
  kind,
  namespace,
  name,
  event,
  changes,
  isInInitialList,
}: ExplainedReason): string {
  const object = `${ROLES[role] ?? ''}${kind} ${formatKey({ namespace, name: name ?? '' })}`;
  if (event === 'delete') return `${object} is gone`;
  if (event === 'add') return `${object} ${isInInitialList === true ? 'was there' : 'appeared'}`;
  if (changes === undefined || changes.length === 0) return `${object} was told of again`;
  const paths = changes.slice(0, NAMED_PATHS).map(({ path }) => path);
  const more = changes.length > NAMED_PATHS ? `, and ${changes.length - NAMED_PATHS} more` : '';
  return `${object} changed: ${paths.join(', ')}${more}`;
}
