import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { FieldComparison } from './compare-values.js';

/** CEL rules, told apart by their text. A message that changed is nobody's business. */
export function compareRules({ before, after, at, changes }: FieldComparison): void {
  const rulesOf = (schema: JSONSchemaProps): Set<string> =>
    new Set((schema['x-kubernetes-validations'] ?? []).map(({ rule }) => rule));
  const [from, to] = [rulesOf(before), rulesOf(after)];
  for (const rule of to) {
    if (from.has(rule)) continue;
    const isTransition = /\boldSelf\b/.test(rule);
    const note = isTransition ? ', which judges every change (transition rule)' : '';
    changes.fieldChanged('RuleAdded', at, `the rule ${rule} is new${note}`, after);
  }
  for (const rule of from)
    if (!to.has(rule)) changes.fieldChanged('RuleRemoved', at, `the rule ${rule} is gone`, after);
}

/** allOf, anyOf, oneOf and not, whose members are compared as a whole. */
export function compareBranches({ before, after, at, changes }: FieldComparison): void {
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [from, to] = [before[name] ?? [], after[name] ?? []];
    const removed = from.filter((branch) => !to.some((other) => jsonEquals(branch, other)));
    const added = to.filter((branch) => !from.some((other) => jsonEquals(branch, other)));
    if (removed.length === 0 && added.length === 0) continue;
    const isLooser =
      to.length === 0 ||
      (name === 'allOf' ? added.length === 0 : name === 'anyOf' && from.length > 0 && removed.length === 0);
    const what = added.length === 0 ? 'lost' : removed.length === 0 ? 'got' : 'changed';
    const count = Math.max(added.length, removed.length);
    const message = `${name} ${what} ${count} ${count === 1 ? 'member' : 'members'}`;
    changes.fieldChanged(isLooser ? 'BranchesLoosened' : 'BranchesTightened', at, message, after);
  }
  if (jsonEquals(before.not, after.not)) return;
  const message =
    after.not === undefined ? '`not` is gone' : before.not === undefined ? '`not` is new' : '`not` changed';
  changes.fieldChanged(
    after.not === undefined ? 'BranchesLoosened' : 'BranchesTightened',
    at,
    message,
    after,
  );
}
