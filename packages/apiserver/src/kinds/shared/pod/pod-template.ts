import { labelSelectorMatcher } from '@kubewright/api';
import type { LabelSelector } from '@kubewright/api';
import type { PodTemplateSpec } from '@kubewright/api/core/v1';
import { child, forbidden, invalid, notSupported, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import {
  isEmptySelector,
  sorted,
  sortedSelector,
  validAnnotations,
  validLabelSelector,
  validLabels,
} from '../labels.js';
import { podAnnotations } from './annotations.js';
import { podSpec } from './pod-spec.js';

/** A pod template (core validation, ValidatePodTemplateSpec). */
export function podTemplate(errors: FieldError[], path: string, template: PodTemplateSpec): void {
  const spec = template.spec ?? { containers: [] };
  const annotations = child(path, 'annotations');
  validLabels(errors, child(path, 'labels'), template.metadata?.labels);
  validAnnotations(errors, annotations, template.metadata?.annotations);
  podAnnotations(errors, annotations, template.metadata?.annotations, spec);
  podSpec(errors, child(path, 'spec'), spec, { isPod: false });
  if ((spec.ephemeralContainers?.length ?? 0) > 0) {
    const message = 'ephemeral containers not allowed in pod template';
    errors.push(forbidden(child(path, 'spec.ephemeralContainers'), message));
  }
}

export interface WorkloadSpec {
  readonly selector?: LabelSelector;
  readonly template: PodTemplateSpec;
}

/** How the texts of one workload kind differ from those of another. */
export interface WorkloadWords {
  /** In `empty selector is invalid for deployment`. */
  readonly selectorOf: string;
  /** In `activeDeadlineSeconds in ReplicaSet is not Supported`. */
  readonly kind: string;
  /** Said of a selector that cannot be used. Defaults to `invalid label selector`. */
  readonly unusableSelector?: string;
}

/**
 * Selector and template of a workload whose pods run for ever: the selector is required, selects something, and matches
 * the labels of the template (apps validation, ValidateDeploymentSpec and its siblings).
 */
export function selectorAndTemplate(
  errors: FieldError[],
  path: string,
  spec: WorkloadSpec,
  words: WorkloadWords,
): void {
  const { selector, template } = spec;
  const at = child(path, 'template');
  if (selector === undefined || selector === null) {
    errors.push(required(child(path, 'selector')));
    errors.push(mismatch(at, template));
  } else {
    if (!workloadSelector(errors, child(path, 'selector'), selector, words)) return;
    templateMatches(errors, at, template, selector);
  }
  podTemplate(errors, at, template);
  alwaysRestarts(errors, at, template, words.kind);
}

/** Whether the selector can be used to select. */
function workloadSelector(
  errors: FieldError[],
  path: string,
  selector: LabelSelector,
  words: WorkloadWords,
): boolean {
  const before = errors.length;
  validLabelSelector(errors, path, selector);
  const usable = errors.length === before;
  emptySelector(errors, path, selector, words);
  if (!usable)
    errors.push(invalid(path, sortedSelector(selector), words.unusableSelector ?? 'invalid label selector'));
  return usable;
}

export function emptySelector(
  errors: FieldError[],
  path: string,
  selector: LabelSelector,
  { selectorOf }: Pick<WorkloadWords, 'selectorOf'>,
): void {
  if (!isEmptySelector(selector)) return;
  errors.push(invalid(path, sortedSelector(selector), `empty selector is invalid for ${selectorOf}`));
}

/** The selector must be valid. */
export function templateMatches(
  errors: FieldError[],
  path: string,
  template: PodTemplateSpec,
  selector: LabelSelector,
): void {
  if (!labelSelectorMatcher(selector).matches(template.metadata?.labels))
    errors.push(mismatch(path, template));
}

export function mismatch(path: string, template: PodTemplateSpec): FieldError {
  const labels = sorted(template.metadata?.labels);
  return invalid(child(path, 'metadata.labels'), labels, '`selector` does not match template `labels`');
}

export function alwaysRestarts(
  errors: FieldError[],
  path: string,
  template: PodTemplateSpec,
  kind: string,
): void {
  const policy = template.spec?.restartPolicy;
  if (policy !== 'Always') errors.push(notSupported(child(path, 'spec.restartPolicy'), policy, ['Always']));
  if (template.spec?.activeDeadlineSeconds === undefined) return;
  const message = `activeDeadlineSeconds in ${kind} is not Supported`;
  errors.push(forbidden(child(path, 'spec.activeDeadlineSeconds'), message));
}
