import { deepClone, jsonEquals } from '@kubewright/api';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionStatus,
  JSONSchemaProps,
} from '@kubewright/api/apiextensions/v1';
import {
  APPROVAL_ANNOTATION,
  approvalState,
  isProtectedGroup,
  storedVersions,
} from '../../crd/crd-status.js';
import { definitionSpecErrors, definitionUpdateErrors, nameErrors } from '../../crd/definition-rules.js';
import { isKnownFormat } from '../../crd/formats.js';
import { schemaHas } from '../../crd/json-schema.js';
import { index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { documented, NAME } from '../shared/columns.js';

const WEBHOOK_PORT = 443;

/**
 * CustomResourceDefinitions. Their status is not worked out here but by `crdStatus`, once they are stored. After
 * apiextensions-apiserver's `pkg/apis/apiextensions/v1/defaults.go` and
 * `pkg/registry/customresourcedefinition/strategy.go`.
 */
export const customResourceDefinition = behaviour<CustomResourceDefinition>({
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  hasStatus: true,
  hasGeneration: true,
  defaults: defaultDefinition,
  prepareForCreate: prepareDefinition,
  prepareForUpdate(crd, old) {
    crd.status = deepClone(old.status ?? emptyStatus());
    crd.status.storedVersions = storedVersions(crd);
  },
  validate: (crd, context) => newDefinitionErrors(crd, (text) => context.warn(text)),
  updateJudgesAll: true,
  validateUpdate(crd, old, context) {
    warnOfFormats(crd, old, (text) => context.warn(text));
    const specErrors = jsonEquals(crd.spec, old.spec) ? [] : definitionErrors(crd, old);
    return [
      ...specErrors,
      ...definitionUpdateErrors(crd, old),
      ...approvalErrors(crd, old),
      ...preserveErrors(crd, old),
    ];
  },
  validateStatusUpdate: (crd) => acceptedNameErrors(crd),
  table: {
    columns: [NAME, documented('Created At', 'date', 'meta.v1.ObjectMeta.creationTimestamp')],
    row: (crd) => [crd.metadata?.name ?? '', crd.metadata?.creationTimestamp ?? null],
  },
});

/** Fills in what the author of a definition left out. */
export function defaultDefinition(crd: CustomResourceDefinition): void {
  const { names, conversion } = crd.spec;
  if ((names.singular ?? '') === '') names.singular = (names.kind ?? '').toLowerCase();
  if ((names.listKind ?? '') === '' && (names.kind ?? '') !== '') names.listKind = `${names.kind}List`;
  crd.spec.conversion = conversion ?? { strategy: 'None' };
  const service = conversion?.webhook?.clientConfig?.service;
  if (service !== undefined) service.port ??= WEBHOOK_PORT;
  const storage = crd.spec.versions?.find((version) => version.storage);
  if (storage !== undefined && crd.status !== undefined && !crd.status.storedVersions?.length)
    crd.status.storedVersions = [storage.name];
}

/** Gives a new definition the status that it has before any controller saw it. */
export function prepareDefinition(crd: CustomResourceDefinition): void {
  crd.status = emptyStatus();
  crd.status.storedVersions = storedVersions(crd);
}

/** The errors of a definition that is new, prepared and with defaults. */
export function newDefinitionErrors(
  crd: CustomResourceDefinition,
  warn: (text: string) => void,
): FieldError[] {
  warnOfFormats(crd, undefined, warn);
  return [
    ...objectNameErrors(crd),
    ...definitionErrors(crd),
    ...approvalErrors(crd, undefined),
    ...preserveErrors(crd, undefined),
  ];
}

// What the real server returns for a definition that no controller has seen yet.
const emptyStatus = (): CustomResourceDefinitionStatus =>
  ({
    conditions: null,
    acceptedNames: { plural: '', kind: '' },
    storedVersions: [],
  }) as unknown as CustomResourceDefinitionStatus;

function objectNameErrors(crd: CustomResourceDefinition): FieldError[] {
  const name = crd.metadata?.name ?? '';
  if (name === '' || name === `${crd.spec.names.plural}.${crd.spec.group}`) return [];
  return [invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

function definitionErrors(crd: CustomResourceDefinition, old?: CustomResourceDefinition): FieldError[] {
  return [
    ...definitionSpecErrors(crd.spec, old?.spec),
    ...acceptedNameErrors(crd),
    ...storedVersionErrors(crd),
  ];
}

function acceptedNameErrors(crd: CustomResourceDefinition): FieldError[] {
  const names = crd.status?.acceptedNames;
  return names === undefined ? [] : nameErrors('status.acceptedNames', names);
}

function storedVersionErrors(crd: CustomResourceDefinition): FieldError[] {
  const path = 'status.storedVersions';
  const stored = crd.status?.storedVersions ?? [];
  if (stored.length === 0) return [invalid(path, null, 'must have at least one stored version')];
  const known = new Set((crd.spec.versions ?? []).map(({ name }) => name));
  const errors = (crd.spec.versions ?? [])
    .filter(({ name, storage }) => storage && !stored.includes(name))
    .map(({ name }) => invalid(path, stored, `must have the storage version ${name}`));
  const missing = stored.flatMap((version, i) => {
    if (known.has(version)) return [];
    const why = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
    return [invalid(index(path, i), version, why)];
  });
  return [...errors, ...missing];
}

function approvalErrors(
  crd: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): FieldError[] {
  if (!isProtectedGroup(crd.spec.group)) return [];
  const annotation = crd.metadata?.annotations?.[APPROVAL_ANNOTATION] ?? '';
  const { state, reason } = approvalState(annotation);
  if (
    old !== undefined &&
    approvalState(old.metadata?.annotations?.[APPROVAL_ANNOTATION] ?? '').state === state
  )
    return [];
  const path = `metadata.annotations[${APPROVAL_ANNOTATION}]`;
  if (state === 'missing') return [required(path, reason)];
  return state === 'invalid' ? [invalid(path, annotation, reason)] : [];
}

function preserveErrors(
  crd: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): FieldError[] {
  if (old?.spec.preserveUnknownFields === true || crd.spec.preserveUnknownFields !== true) return [];
  const why =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalid('spec.preserveUnknownFields', true, why)];
}

function warnOfFormats(
  crd: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  warn: (text: string) => void,
): void {
  const before = new Set(old === undefined ? [] : unknownFormats(old));
  for (const format of unknownFormats(crd)) {
    if (!before.has(format)) warn(`unrecognized format ${JSON.stringify(format)}`);
  }
}

function unknownFormats(crd: CustomResourceDefinition): string[] {
  const formats: string[] = [];
  const collect = ({ format = '', type }: JSONSchemaProps): boolean => {
    if (format !== '' && !isKnownFormat(format, type)) formats.push(format);
    return false;
  };
  const versions = crd.spec.versions ?? [];
  // The real server sees a schema that all versions share only once.
  const shared = versions.every(({ schema }) => jsonEquals(schema, versions[0]?.schema));
  for (const { schema } of shared ? versions.slice(0, 1) : versions)
    schemaHas(schema?.openAPIV3Schema, collect);
  return formats;
}
