import { jsonEquals, validateDns1123Subdomain } from '@kubewright/api';
import type { Event } from '@kubewright/api/core/v1';
import { invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { documented } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { validateObjectMeta } from '../shared/object-meta.js';
import { faults, qualifiedName } from '../shared/rules.js';

const WIDE = { priority: 1 } as const;

/**
 * registry/core/event/strategy.go. Events of this version follow the old, loose rules; those that come as ones of
 * events.k8s.io also the strict ones.
 */
export const event = behaviour<Event>({
  group: '',
  kind: 'Event',
  hasStatus: false,
  hasGeneration: false,
  nameRule: 'pathSegment',
  judgesMetadata: true,
  validate: (object, { requestGroup }) => [
    ...looseRules(object, requestGroup),
    ...(requestGroup === '' ? [] : strictRules(object)),
  ],
  updateJudgesAll: true,
  validateUpdate: (object, old, { requestGroup }) => [
    ...looseRules(object, requestGroup),
    ...(requestGroup === '' ? [] : strictUpdateRules(object, old)),
  ],
  selectableFields: {
    'involvedObject.kind': ({ involvedObject }) => involvedObject.kind ?? '',
    'involvedObject.namespace': ({ involvedObject }) => involvedObject.namespace ?? '',
    'involvedObject.name': ({ involvedObject }) => involvedObject.name ?? '',
    'involvedObject.uid': ({ involvedObject }) => involvedObject.uid ?? '',
    'involvedObject.apiVersion': ({ involvedObject }) => involvedObject.apiVersion ?? '',
    'involvedObject.resourceVersion': ({ involvedObject }) => involvedObject.resourceVersion ?? '',
    'involvedObject.fieldPath': ({ involvedObject }) => involvedObject.fieldPath ?? '',
    reason: ({ reason }) => reason ?? '',
    reportingComponent: ({ reportingComponent }) => reportingComponent ?? '',
    source: ({ source, reportingComponent }) => source?.component || (reportingComponent ?? ''),
    type: ({ type }) => type ?? '',
  },
  table: {
    columns: [
      documented('Last Seen', 'string', 'core.v1.Event.lastTimestamp'),
      documented('Type', 'string', 'core.v1.Event.type'),
      documented('Reason', 'string', 'core.v1.Event.reason'),
      documented('Object', 'string', 'core.v1.Event.involvedObject'),
      documented('Subobject', 'string', 'core.v1.ObjectReference.fieldPath', WIDE),
      documented('Source', 'string', 'core.v1.Event.source', WIDE),
      documented('Message', 'string', 'core.v1.Event.message'),
      documented('First Seen', 'string', 'core.v1.Event.firstTimestamp', WIDE),
      documented('Count', 'string', 'core.v1.Event.count', WIDE),
      documented('Name', 'string', 'meta.v1.ObjectMeta.name', { ...WIDE, format: 'name' }),
    ],
    row: eventRow,
  },
});

/** printers/internalversion, printEvent. */
function eventRow(object: Event, nowMs: number): unknown[] {
  const { involvedObject = {}, series, source } = object;
  const first = age(object.firstTimestamp || object.eventTime, nowMs);
  const last = object.lastTimestamp ? age(object.lastTimestamp, nowMs) : first;
  const kind = (involvedObject.kind ?? '').toLowerCase();
  const instance = source?.host || object.reportingInstance;
  const component = source?.component || (object.reportingComponent ?? '');
  return [
    series === undefined ? last : age(series.lastObservedTime, nowMs),
    object.type ?? '',
    object.reason ?? '',
    involvedObject.name ? `${kind}/${involvedObject.name}` : kind,
    involvedObject.fieldPath ?? '',
    instance ? `${component}, ${instance}` : component,
    (object.message ?? '').trim(),
    first,
    series === undefined ? object.count || 1 : (series.count ?? 0),
    object.metadata.name,
  ];
}

const MAX_LENGTH = 128;
const MAX_MESSAGE_LENGTH = 1024;

/** core validation, legacyValidateEvent. */
function looseRules(object: Event, requestGroup: string): FieldError[] {
  const errors: FieldError[] = [];
  const namespace = object.metadata.namespace ?? '';
  const involved = object.involvedObject.namespace ?? '';
  const mismatch = () =>
    errors.push(invalid('involvedObject.namespace', involved, 'does not match event.namespace'));
  if (!object.eventTime) {
    if (involved === '' ? namespace !== '' && namespace !== 'default' : namespace !== involved) mismatch();
  } else {
    if (involved === '' && namespace !== 'default' && namespace !== 'kube-system') mismatch();
    const reporter = object.reportingComponent ?? '';
    const reporterField = requestGroup === '' ? 'reportingComponent' : 'reportingController';
    if (reporter === '') errors.push(required(reporterField));
    qualifiedName(errors, reporterField, reporter);
    for (const field of ['reportingInstance', 'action', 'reason'] as const) {
      const value = object[field] ?? '';
      if (value === '') errors.push(required(field));
      if (value.length > MAX_LENGTH)
        errors.push(invalid(field, '', `can have at most ${MAX_LENGTH} characters`));
    }
    if ((object.message ?? '').length > MAX_MESSAGE_LENGTH) {
      errors.push(invalid('message', '', `can have at most ${MAX_MESSAGE_LENGTH} characters`));
    }
  }
  faults(errors, 'namespace', namespace, validateDns1123Subdomain(namespace));
  return errors;
}

/** core validation, ValidateEventCreate: what events.k8s.io asks for besides. */
function strictRules(object: Event): FieldError[] {
  const { metadata, type, source } = object;
  const errors = validateObjectMeta(metadata, { namespaced: true, name: validateDns1123Subdomain });
  seriesRules(errors, object);
  if (!object.eventTime) errors.push(required('eventTime'));
  if (type !== 'Normal' && type !== 'Warning')
    errors.push(invalid('type', '', `has invalid value: ${type ?? ''}`));
  const unset = (field: string, isSet: unknown) => {
    if (isSet) errors.push(invalid(field, '', 'needs to be unset'));
  };
  unset('firstTimestamp', object.firstTimestamp);
  unset('lastTimestamp', object.lastTimestamp);
  unset('count', object.count);
  unset('source', source?.component || source?.host);
  return errors;
}

function seriesRules(errors: FieldError[], { series }: Event): void {
  if (series === undefined) return;
  if ((series.count ?? 0) < 2) errors.push(invalid('series.count', '', 'should be at least 2'));
  if (!series.lastObservedTime) errors.push(required('series.lastObservedTime'));
}

/** Fields that stay, with the value that stands for none, in the order in which the real server looks at them. */
const IMMUTABLE = [
  ['involvedObject', {}],
  ['reason', ''],
  ['message', ''],
  ['source', {}],
  ['firstTimestamp', null],
  ['lastTimestamp', null],
  ['count', 0],
  ['reason', ''],
  ['type', ''],
  ['eventTime', null],
  ['action', ''],
  ['related', null],
] as const;

/** core validation, ValidateEventUpdate: the same for a change; the rules for metadata are the registry's. */
function strictUpdateRules(object: Event, old: Event): FieldError[] {
  const errors: FieldError[] = [];
  if (!jsonEquals(object.series, old.series)) seriesRules(errors, object);
  for (const [field, none] of IMMUTABLE) immutable(errors, field, object[field] ?? none, old[field] ?? none);
  immutable(errors, 'reportingController', object.reportingComponent ?? '', old.reportingComponent ?? '');
  immutable(errors, 'reportingInstance', object.reportingInstance ?? '', old.reportingInstance ?? '');
  return errors;
}
