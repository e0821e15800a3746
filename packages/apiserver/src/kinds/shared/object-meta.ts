import type { ObjectMeta, OwnerReference } from '@kubewright/api';
import { validateDns1123Label, validateLabelKey } from '@kubewright/api';
import { child, forbidden, index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { immutable } from './immutable.js';
import { validAnnotations, validLabels } from './labels.js';
import { nonNegative } from './numbers.js';
import { faults } from './rules.js';

export interface ObjectMetaRules {
  /** Whether a namespace is required; otherwise it is forbidden. */
  readonly namespaced: boolean;
  /** What is wrong with a name. */
  readonly name: (name: string) => readonly string[];
  /** Whether finalizers must be standard names or carry a domain, as for all built-in kinds. Defaults to true. */
  readonly qualifiedFinalizers?: boolean;
}

/**
 * The metadata of an object that is created; the name is generated already (apimachinery
 * `pkg/api/validation/objectmeta.go`, ValidateObjectMeta). A trailing dash of `generateName` is no fault.
 */
export function validateObjectMeta(
  meta: ObjectMeta,
  rules: ObjectMetaRules,
  path = 'metadata',
): FieldError[] {
  const errors: FieldError[] = [];
  if (meta.generateName !== undefined && meta.generateName !== '') {
    const prefix = meta.generateName.endsWith('-') ? `${meta.generateName.slice(0, -1)}a` : meta.generateName;
    faults(errors, child(path, 'generateName'), meta.generateName, rules.name(prefix));
  }
  if (meta.name === undefined || meta.name === '') {
    errors.push(required(child(path, 'name'), 'name or generateName is required'));
  } else {
    faults(errors, child(path, 'name'), meta.name, rules.name(meta.name));
  }
  validNamespace(errors, child(path, 'namespace'), meta.namespace, rules.namespaced);
  nonNegative(errors, child(path, 'generation'), meta.generation);
  commonRules(errors, path, meta);
  finalizerRules(errors, child(path, 'finalizers'), meta.finalizers);
  if (rules.qualifiedFinalizers !== false) qualifiedFinalizers(errors, path, meta.finalizers);
  return errors;
}

/**
 * What a pass over the metadata of a changed object looks at. The real server makes several, some of all objects and
 * some of a kind's own, and lists what is wrong once for each:
 *  - `change` compares with the old object (ValidateObjectMetaUpdate of apimachinery)
 *  - `change+finalizers` also wants old standard names or domains of finalizers (that of `pkg/apis/core/validation`)
 *  - `whole` looks at the object alone (ValidateObjectMeta of apimachinery)
 *  - `whole+finalizers` is that of `pkg/apis/core/validation`
 */
export type MetadataPass = 'change' | 'change+finalizers' | 'whole' | 'whole+finalizers';

/** The metadata of an object that is changed; `passes` are looked at only when there is something wrong. */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  passes: () => readonly MetadataPass[] = () => ['change+finalizers'],
  path = 'metadata',
): FieldError[] {
  const found: FieldError[] = [];
  changeRules(found, path, meta, old);
  finalizerRules(found, child(path, 'finalizers'), meta.finalizers);
  qualifiedFinalizers(found, path, meta.finalizers);
  if (found.length === 0) return found;
  const errors: FieldError[] = [];
  for (const pass of passes()) {
    if (pass.startsWith('change')) {
      changeRules(errors, path, meta, old);
    } else {
      commonRules(errors, path, meta);
      finalizerRules(errors, child(path, 'finalizers'), meta.finalizers);
    }
    if (pass.endsWith('+finalizers')) qualifiedFinalizers(errors, path, meta.finalizers);
  }
  return errors;
}

function changeRules(errors: FieldError[], path: string, meta: ObjectMeta, old: ObjectMeta): void {
  if (old.deletionTimestamp !== undefined) noNewFinalizers(errors, child(path, 'finalizers'), meta, old);
  if (meta.resourceVersion === undefined || meta.resourceVersion === '') {
    errors.push(
      invalid(child(path, 'resourceVersion'), meta.resourceVersion ?? '', 'must be specified for an update'),
    );
  }
  if ((meta.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(invalid(child(path, 'generation'), meta.generation ?? 0, 'must not be decremented'));
  }
  for (const field of IMMUTABLE_FIELDS) immutable(errors, child(path, field), meta[field], old[field]);
  commonRules(errors, path, meta);
}

const IMMUTABLE_FIELDS = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

function commonRules(errors: FieldError[], path: string, meta: ObjectMeta): void {
  validLabels(errors, child(path, 'labels'), meta.labels);
  validAnnotations(errors, child(path, 'annotations'), meta.annotations);
  ownerReferenceRules(errors, child(path, 'ownerReferences'), meta.ownerReferences);
}

function validNamespace(
  errors: FieldError[],
  path: string,
  namespace: string | undefined,
  namespaced: boolean,
): void {
  const given = namespace !== undefined && namespace !== '';
  if (!namespaced) {
    if (given) errors.push(forbidden(path, 'not allowed on this type'));
  } else if (given) {
    faults(errors, path, namespace, validateDns1123Label(namespace));
  } else {
    errors.push(required(path));
  }
}

function ownerReferenceRules(
  errors: FieldError[],
  path: string,
  references: OwnerReference[] | undefined,
): void {
  let controller: string | undefined;
  for (const reference of references ?? []) {
    if (reference.apiVersion.slice(reference.apiVersion.indexOf('/') + 1) === '') {
      errors.push(invalid(child(path, 'apiVersion'), reference.apiVersion, 'version must not be empty'));
    }
    for (const field of ['kind', 'name', 'uid'] as const) {
      if (reference[field] === '') errors.push(invalid(child(path, field), '', 'must not be empty'));
    }
    if (reference.apiVersion === 'v1' && reference.kind === 'Event') {
      errors.push(invalid(path, reference, '/v1, Kind=Event is disallowed from being an owner'));
    }
    if (reference.controller !== true) continue;
    const name = `${reference.kind}/${reference.name}`;
    if (controller !== undefined) {
      const message = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      errors.push(invalid(path, references, message));
    }
    controller ??= name;
  }
}

function finalizerRules(errors: FieldError[], path: string, finalizers: string[] | undefined): void {
  if (finalizers === undefined) return;
  for (const finalizer of finalizers) faults(errors, path, finalizer, validateLabelKey(finalizer));
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const message = 'finalizer orphan and foregroundDeletion cannot be both set';
    errors.push(invalid(path, finalizers, message));
  }
}

const STANDARD_FINALIZERS: readonly string[] = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** A finalizer without a domain must be one of the old standard names. */
export function standardFinalizer(errors: FieldError[], path: string, finalizer: string): void {
  if (finalizer.includes('/') || STANDARD_FINALIZERS.includes(finalizer)) return;
  const message = 'name is neither a standard finalizer name nor is it fully qualified';
  errors.push(invalid(path, finalizer, message));
}

function qualifiedFinalizers(errors: FieldError[], path: string, finalizers: string[] | undefined): void {
  finalizers?.forEach((finalizer, i) =>
    standardFinalizer(errors, index(child(path, 'finalizers'), i), finalizer),
  );
}

function noNewFinalizers(errors: FieldError[], path: string, meta: ObjectMeta, old: ObjectMeta): void {
  const before = new Set(old.finalizers);
  const added = (meta.finalizers ?? []).filter((finalizer) => !before.has(finalizer)).sort();
  if (added.length === 0) return;
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
  const message = 'no new finalizers can be added if the object is being deleted, found new finalizers';
  errors.push(forbidden(path, `${message} []string{${list}}`));
}
