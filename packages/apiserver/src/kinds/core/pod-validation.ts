import type { Container, Pod, PodSpec } from '@kubewright/api/core/v1';
import { child, forbidden, index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { sameValue } from '../shared/immutable.js';
import { isNew } from '../shared/is-new.js';
import { MAX_INT32, rangeMessage } from '../shared/numbers.js';
import { podAnnotations, podAnnotationUpdates } from '../shared/pod/annotations.js';
import { onlyForPods, trimmedImage } from '../shared/pod/containers.js';
import { podSpec } from '../shared/pod/pod-spec.js';
import { onlyAddedTolerations } from '../shared/pod/scheduling.js';
import { unifiedDiff } from '../shared/unified-diff.js';

/** What holds for a pod, new or changed (core validation, ValidatePodCreate and validatePodMetadataAndSpec). */
export function validatePod(pod: Pod): FieldError[] {
  const errors = podMetadataAndSpec(pod);
  if (!isNew(pod)) return errors;
  const spec = specOf(pod);
  if ((spec.ephemeralContainers?.length ?? 0) > 0) {
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (spec.nodeName && (spec.schedulingGates?.length ?? 0) > 0) {
    errors.push(forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
  return errors;
}

const specOf = (pod: Pod): PodSpec => pod.spec ?? { containers: [] };

/** What holds for a pod at all times. */
export function podMetadataAndSpec(pod: Pod): FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(pod);
  podAnnotations(errors, 'metadata.annotations', pod.metadata?.annotations, spec);
  const podName = pod.metadata?.name;
  podSpec(errors, 'spec', spec, { isPod: true, ...(podName === undefined ? {} : { podName }) });
  if (!spec.serviceAccountName) noTokens(errors, 'spec.volumes', spec);
  onlyForPods(errors, 'spec', spec);
  return errors;
}

function noTokens(errors: FieldError[], path: string, { volumes }: PodSpec): void {
  volumes?.forEach(({ projected }, v) => {
    projected?.sources?.forEach(({ serviceAccountToken }, s) => {
      if (serviceAccountToken === undefined) return;
      const at = `${path}[${v}].projected.sources[${s}].serviceAccountToken`;
      errors.push(forbidden(at, 'must not be specified when serviceAccountName is not set'));
    });
  });
}

const MUTABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

/** What a change may be (ValidatePodUpdate): little of a pod's spec can change. */
export function validatePodUpdate(pod: Pod, old: Pod): FieldError[] {
  const errors: FieldError[] = [];
  podAnnotationUpdates(errors, 'metadata.annotations', pod.metadata?.annotations, old.metadata?.annotations);
  const spec = specOf(pod);
  const before = specOf(old);
  if (!sameContainers(errors, 'spec.containers', spec.containers, before.containers)) return errors;
  if (!sameContainers(errors, 'spec.initContainers', spec.initContainers, before.initContainers))
    return errors;
  if (!activeDeadline(errors, spec.activeDeadlineSeconds, before.activeDeadlineSeconds)) return errors;
  onlyAddedTolerations(errors, 'spec.tolerations', spec.tolerations, before.tolerations);
  onlyRemovedGates(errors, 'spec.schedulingGates', spec, before);
  if (sameValue(spec, before)) return errors;
  const rest = withoutAllowedChanges(errors, spec, before);
  if (!sameValue(rest, before)) {
    const message = `pod updates may not change fields other than ${MUTABLE}\n${unifiedDiff(before, rest)}`;
    errors.push(forbidden('spec', message));
  }
  return errors;
}

function sameContainers(
  errors: FieldError[],
  path: string,
  containers: readonly Container[] = [],
  old: readonly Container[] = [],
): boolean {
  if (containers.length !== old.length) {
    errors.push(forbidden(path, 'pod updates may not add or remove containers'));
    return false;
  }
  containers.forEach((container, i) => {
    const at = index(path, i);
    if (!container.image) errors.push(required(child(at, 'image')));
    else trimmedImage(errors, at, container.image);
  });
  return true;
}

/** May be set, and lowered. */
function activeDeadline(errors: FieldError[], seconds: number | undefined, old: number | undefined): boolean {
  const path = 'spec.activeDeadlineSeconds';
  if (seconds === undefined) {
    if (old !== undefined)
      errors.push(invalid(path, seconds, 'must not update from a positive integer to nil value'));
    return true;
  }
  if (seconds < 0 || seconds > MAX_INT32) errors.push(invalid(path, seconds, rangeMessage(0, MAX_INT32)));
  else if (old !== undefined && old < seconds) {
    errors.push(invalid(path, seconds, 'must be less than or equal to previous value'));
  } else return true;
  return false;
}

function onlyRemovedGates(errors: FieldError[], path: string, spec: PodSpec, old: PodSpec): void {
  const before = new Set(old.schedulingGates?.map(({ name }) => name));
  spec.schedulingGates?.forEach(({ name }, i) => {
    if (before.has(name)) return;
    const message = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(forbidden(child(index(path, i), 'name'), message));
  });
}

// The spec with what may change put back, to see whether anything else did.
function withoutAllowedChanges(errors: FieldError[], spec: PodSpec, old: PodSpec): PodSpec {
  const rest: PodSpec = { ...spec, containers: withImagesOf(spec.containers, old.containers) };
  if (spec.initContainers !== undefined) {
    rest.initContainers = withImagesOf(spec.initContainers, old.initContainers ?? []);
  }
  putBack(rest, old, 'activeDeadlineSeconds');
  putBack(rest, old, 'schedulingGates');
  putBack(rest, old, 'tolerations');
  if ((old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1) {
    putBack(rest, old, 'terminationGracePeriodSeconds');
  }
  if ((old.schedulingGates?.length ?? 0) > 0) allowMoreNodeSelectors(errors, rest, old);
  return rest;
}

const withImagesOf = (containers: readonly Container[], old: readonly Container[]): Container[] =>
  containers.map((container, i) => ({ ...container, image: old[i]?.image ?? '' }));

function putBack<K extends keyof PodSpec>(spec: PodSpec, old: PodSpec, field: K): void {
  if (old[field] === undefined) delete spec[field];
  else spec[field] = old[field];
}

/** While gates hold a pod back, its choice of nodes may be narrowed. */
function allowMoreNodeSelectors(errors: FieldError[], spec: PodSpec, old: PodSpec): void {
  if (sameValue(spec.nodeSelector, old.nodeSelector)) return;
  const selector = spec.nodeSelector ?? {};
  const changed = Object.entries(old.nodeSelector ?? {}).some(([key, value]) => selector[key] !== value);
  if (changed) {
    const message = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
    errors.push(invalid('spec.nodeSelector', selector, message));
  }
  putBack(spec, old, 'nodeSelector');
}
