import {
  canonicalQuantity,
  compareQuantity,
  validateDns1123Label,
  validateDns1123Subdomain,
} from '@kubewright/api';
import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedObjectReference,
} from '@kubewright/api/core/v1';
import { child, forbidden, invalid, key, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { validAnnotations, validLabelSelector, validLabels } from './labels.js';
import { NOT_POSITIVE_MESSAGE } from './numbers.js';
import { faults } from './rules.js';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem'];

/** The spec of a persistent volume claim (core validation, ValidatePersistentVolumeClaimSpec). */
export function claimSpec(errors: FieldError[], path: string, spec: PersistentVolumeClaimSpec): void {
  if ((spec.accessModes?.length ?? 0) === 0) {
    errors.push(required(child(path, 'accessModes'), 'at least 1 access mode is required'));
  }
  validLabelSelector(errors, child(path, 'selector'), spec.selector);
  accessModes(errors, child(path, 'accessModes'), spec.accessModes);
  storageRequest(errors, key(child(path, 'resources'), 'storage'), spec);
  className(errors, child(path, 'storageClassName'), spec.storageClassName);
  volumeMode(errors, child(path, 'volumeMode'), spec.volumeMode);
  if (spec.dataSource !== undefined) dataSource(errors, child(path, 'dataSource'), spec.dataSource);
  if (spec.dataSourceRef !== undefined) dataSource(errors, child(path, 'dataSourceRef'), spec.dataSourceRef);
  sameDataSources(errors, path, spec);
  className(errors, child(path, 'volumeAttributesClassName'), spec.volumeAttributesClassName);
}

/** A claim that is made for each pod: only labels and annotations of its metadata count. */
export function claimTemplate(
  errors: FieldError[],
  path: string,
  template: PersistentVolumeClaimTemplate,
): void {
  const { metadata } = template;
  const at = child(path, 'metadata');
  validAnnotations(errors, child(at, 'annotations'), metadata?.annotations);
  validLabels(errors, child(at, 'labels'), metadata?.labels);
  for (const field in metadata) {
    if (field !== 'annotations' && field !== 'labels')
      errors.push(forbidden(child(at, field), 'cannot be set'));
  }
  claimSpec(errors, child(path, 'spec'), template.spec ?? {});
}

export function accessModes(errors: FieldError[], path: string, modes: readonly string[] | undefined): void {
  if (modes === undefined) return;
  for (const mode of modes)
    if (!ACCESS_MODES.includes(mode)) errors.push(notSupported(path, mode, ACCESS_MODES));
  if (!modes.includes('ReadWriteOncePod')) return;
  if (modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode))) {
    errors.push(forbidden(path, 'may not use ReadWriteOncePod with other access modes'));
  }
}

export function className(errors: FieldError[], path: string, name: string | undefined): void {
  if (name !== undefined && name !== '') faults(errors, path, name, validateDns1123Subdomain(name));
}

export function volumeMode(errors: FieldError[], path: string, mode: string | undefined): void {
  if (mode !== undefined && !VOLUME_MODES.includes(mode)) errors.push(notSupported(path, mode, VOLUME_MODES));
}

function storageRequest(errors: FieldError[], path: string, spec: PersistentVolumeClaimSpec): void {
  const storage = spec.resources?.requests?.['storage'];
  if (storage === undefined) errors.push(required(path));
  else if (compareQuantity(storage, '0') <= 0) {
    errors.push(invalid(path, canonicalQuantity(storage), NOT_POSITIVE_MESSAGE));
  }
}

function dataSource(errors: FieldError[], path: string, source: TypedObjectReference): void {
  if (!source.name) errors.push(required(child(path, 'name')));
  if (!source.kind) errors.push(required(child(path, 'kind')));
  const group = source.apiGroup ?? '';
  if (group === '' && source.kind !== 'PersistentVolumeClaim') {
    const message = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    errors.push(invalid(path, source.kind, message));
  }
  if (group !== '') faults(errors, child(path, 'apiGroup'), group, validateDns1123Subdomain(group));
  if (source.namespace) {
    faults(errors, child(path, 'namespace'), source.namespace, validateDns1123Label(source.namespace));
  }
}

function sameDataSources(errors: FieldError[], path: string, spec: PersistentVolumeClaimSpec): void {
  const { dataSource: source, dataSourceRef: reference } = spec;
  // The bad value is the path itself in Kubernetes, which has no exported fields.
  if (source === undefined || reference === undefined) return;
  if (reference.namespace) {
    errors.push(invalid(path, {}, 'may not be specified when dataSourceRef.namespace is specified'));
  } else if (
    source.apiGroup !== reference.apiGroup ||
    source.kind !== reference.kind ||
    source.name !== reference.name
  ) {
    errors.push(invalid(path, {}, 'must match dataSourceRef'));
  }
}
