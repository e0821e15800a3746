import type { PodSpec } from '@kubewright/api/core/v1';
import { forbidden, invalid, key } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';

type Annotations = Readonly<Record<string, string>>;

const MIRROR = 'kubernetes.io/config.mirror';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const APP_ARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';
const INT32 = /^(?:0|-?[1-9][0-9]{0,9})$/;

/** Annotations with a meaning for pods (core validation, ValidatePodSpecificAnnotations). */
export function podAnnotations(
  errors: FieldError[],
  path: string,
  annotations: Annotations | undefined,
  spec: PodSpec,
): void {
  if (annotations === undefined) return;
  const mirror = annotations[MIRROR];
  if (mirror !== undefined && !spec.nodeName) {
    errors.push(invalid(key(path, MIRROR), mirror, 'must set spec.nodeName if mirror pod annotation is set'));
  }
  const cost = annotations[DELETION_COST];
  if (cost !== undefined && !isInt32(cost)) {
    errors.push(invalid(key(path, DELETION_COST), cost, 'must be a 32bit integer'));
  }
}

const isInt32 = (text: string): boolean => INT32.test(text) && Math.abs(Number(text)) <= 2_147_483_648;

/** Annotations of a pod that its creator alone may set (ValidatePodSpecificAnnotationUpdates). */
export function podAnnotationUpdates(
  errors: FieldError[],
  path: string,
  annotations: Annotations = {},
  old: Annotations = {},
): void {
  for (const name in old) {
    if (annotations[name] === old[name]) continue;
    if (name.startsWith(APP_ARMOR_PREFIX)) {
      errors.push(forbidden(key(path, name), 'may not remove or update AppArmor annotations'));
    }
    if (name === MIRROR)
      errors.push(forbidden(key(path, name), 'may not remove or update mirror pod annotation'));
  }
  for (const name in annotations) {
    if (name in old) continue;
    if (name.startsWith(APP_ARMOR_PREFIX))
      errors.push(forbidden(key(path, name), 'may not add AppArmor annotations'));
    if (name === MIRROR) errors.push(forbidden(key(path, name), 'may not add mirror pod annotation'));
  }
}
