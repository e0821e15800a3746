import { labelSelectorMatcher } from '@kubewright/api';
import type { Job } from '@kubewright/api/batch/v1';
import { invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { isEmptyMap, sorted, sortedSelector } from '../shared/labels.js';

const NAME_LABELS = ['job-name', 'batch.kubernetes.io/job-name'] as const;
const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'] as const;
const SELECTED = 'batch.kubernetes.io/controller-uid';

/** Gives a job a selector for its own pods, and its template the labels (registry/batch/job/strategy.go). In place. */
export function generateSelector({ metadata = {}, spec }: Job): void {
  if (spec === undefined) return;
  const template = (spec.template.metadata ??= {});
  const labels = (template.labels ??= {});
  for (const label of NAME_LABELS) labels[label] ??= metadata.name ?? '';
  for (const label of UID_LABELS) labels[label] ??= metadata.uid ?? '';
  // A job without labels is read as one with those of its template.
  if (isEmptyMap(metadata.labels)) metadata.labels = labels;
  const selector = { ...spec.selector };
  selector.matchLabels = { ...selector.matchLabels };
  selector.matchLabels[SELECTED] ??= metadata.uid ?? '';
  spec.selector = selector;
}

/** A job that does not ask for a selector of its own has the generated one (batch validation, validateGeneratedSelector). */
export function generatedSelectorRules(errors: FieldError[], { metadata = {}, spec }: Job): void {
  if (spec === undefined || spec.manualSelector === true || spec.selector === undefined) return;
  const labels = spec.template.metadata?.labels ?? {};
  const expected: Record<string, string> = {};
  const expect = (name: string, value: string) => {
    expected[name] = value;
    const path = `spec.template.metadata.labels[${name}]`;
    if (labels[name] === undefined) errors.push(required(path, `must be '${value}'`));
    else if (labels[name] !== value) errors.push(invalid(path, sorted(labels), `must be '${value}'`));
  };
  const [uid, name] = [metadata.uid ?? '', metadata.name ?? ''];
  expect(UID_LABELS[0], uid);
  expect(NAME_LABELS[0], name);
  expect(UID_LABELS[1], uid);
  expect(NAME_LABELS[1], name);
  if (!labelSelectorMatcher(spec.selector).matches(expected)) {
    errors.push(invalid('spec.selector', sortedSelector(spec.selector), '`selector` not auto-generated'));
  }
}
