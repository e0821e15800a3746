import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from '@kubewright/api/apps/v1';
import type { PodTemplateSpec, Volume } from '@kubewright/api/core/v1';
import { child, forbidden, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { behaviour } from '../behaviour.js';
import { containerCells } from '../shared/cells.js';
import { defaultClaimSpec } from '../shared/claim-defaults.js';
import { claimSpec } from '../shared/claim-spec.js';
import { AGE, column, CONTAINERS, IMAGES, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { sameValue } from '../shared/immutable.js';
import { isNew } from '../shared/is-new.js';
import { nonNegative } from '../shared/numbers.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import { selectorAndTemplate } from '../shared/pod/pod-template.js';
import { dnsLabel } from '../shared/rules.js';
import { REPLICA_SCALE } from '../shared/workload.js';
import { validateReplicaStatus } from './replica-status.js';

/** registry/apps/statefulset/strategy.go, apis/apps/v1/defaults.go. */
export const statefulSet = behaviour<StatefulSet>({
  group: 'apps',
  kind: 'StatefulSet',
  nameRule: 'dnsLabel',
  defaults: ({ spec }) => {
    if (spec !== undefined) defaultSpec(spec);
  },
  prepareForCreate: (object) => {
    object.status = { replicas: 0, availableReplicas: 0 };
    dropMaxUnavailable(object);
  },
  prepareForUpdate: dropMaxUnavailable,
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    warnOfPodTemplate('spec.template', object.spec?.template ?? {}, context);
    if ((object.spec?.revisionHistoryLimit ?? 0) < 0) {
      context.warn(
        'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
      );
    }
  },
  validate: validateStatefulSet,
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    if (!sameValue(immutablePart(spec), immutablePart(old.spec))) errors.push(forbidden('spec', IMMUTABLE));
    return errors;
  },
  validateStatusUpdate: ({ status }, old) =>
    validateReplicaStatus(
      status,
      old.status,
      [
        'replicas',
        'readyReplicas',
        'currentReplicas',
        'updatedReplicas',
        'availableReplicas',
        'observedGeneration',
      ],
      'status.readyReplicas',
    ),
  scale: REPLICA_SCALE,
  table: {
    columns: [NAME, column('Ready', 'string', 'Number of the pod with ready state'), AGE, CONTAINERS, IMAGES],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      age(metadata?.creationTimestamp, nowMs),
      ...containerCells(spec?.template.spec?.containers),
    ],
  },
});

function defaultSpec(spec: StatefulSetSpec): void {
  spec.podManagementPolicy ??= 'OrderedReady';
  const strategy = (spec.updateStrategy ??= {});
  if (strategy.type === undefined) {
    strategy.type = 'RollingUpdate';
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate !== undefined)
    strategy.rollingUpdate.partition ??= 0;
  const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {});
  retention.whenDeleted ??= 'Retain';
  retention.whenScaled ??= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  defaultPodTemplate((spec.template ??= {}));
  for (const claim of spec.volumeClaimTemplates ?? []) {
    claim.apiVersion ??= 'v1';
    claim.kind ??= 'PersistentVolumeClaim';
    defaultClaimSpec((claim.spec ??= {}));
    claim.status = { ...claim.status, phase: claim.status?.phase ?? 'Pending' };
  }
}

// The feature MaxUnavailableStatefulSet is off by default.
function dropMaxUnavailable({ spec }: StatefulSet): void {
  if (spec?.updateStrategy?.rollingUpdate !== undefined)
    delete spec.updateStrategy.rollingUpdate.maxUnavailable;
}

const MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const satisfies ReadonlyArray<keyof StatefulSetSpec>;

const IMMUTABLE =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

function immutablePart(spec: StatefulSetSpec | undefined): Partial<StatefulSetSpec> {
  const rest: Partial<StatefulSetSpec> = { ...spec };
  for (const field of MUTABLE) delete rest[field];
  return rest;
}

const POLICIES: readonly string[] = ['OrderedReady', 'Parallel'];
const RETENTIONS: readonly string[] = ['Retain', 'Delete'];

/** apps validation, ValidateStatefulSetSpec. */
function validateStatefulSet(object: StatefulSet): FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = object;
  if (spec === undefined) return errors;
  const created = isNew(object);
  if (!POLICIES.includes(spec.podManagementPolicy ?? '')) {
    const message = "must be 'OrderedReady' or 'Parallel'";
    errors.push(invalid('spec.podManagementPolicy', spec.podManagementPolicy, message));
  }
  strategyRules(errors, 'spec.updateStrategy', spec.updateStrategy ?? {});
  for (const field of ['whenDeleted', 'whenScaled'] as const) {
    const policy = spec.persistentVolumeClaimRetentionPolicy?.[field];
    if (policy === undefined || RETENTIONS.includes(policy)) continue;
    errors.push(notSupported(`spec.persistentVolumeClaimRetentionPolicy.${field}`, policy, RETENTIONS));
  }
  if (created) {
    spec.volumeClaimTemplates?.forEach((claim, i) =>
      claimSpec(errors, child(index('spec.volumeClaimTemplates', i), 'spec'), claim.spec ?? {}),
    );
  }
  nonNegative(errors, 'spec.replicas', spec.replicas);
  nonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  nonNegative(errors, 'spec.ordinals.start', spec.ordinals?.start);
  if (created && spec.serviceName) dnsLabel(errors, 'spec.serviceName', spec.serviceName);
  const words = { selectorOf: 'statefulset', kind: 'StatefulSet', unusableSelector: '' };
  selectorAndTemplate(errors, 'spec', { selector: spec.selector, template: templateWithClaims(spec) }, words);
  return errors;
}

function strategyRules(errors: FieldError[], path: string, strategy: StatefulSetUpdateStrategy): void {
  const { type, rollingUpdate } = strategy;
  if (!type) {
    errors.push(required(path));
  } else if (type === 'RollingUpdate') {
    nonNegative(errors, child(path, 'rollingUpdate.partition'), rollingUpdate?.partition);
  } else if (type === 'OnDelete') {
    if (rollingUpdate === undefined) return;
    const value = { Partition: rollingUpdate.partition ?? 0, MaxUnavailable: null };
    errors.push(
      invalid(child(path, 'rollingUpdate'), value, "only allowed for updateStrategy 'RollingUpdate'"),
    );
  } else {
    const value = { Type: type, RollingUpdate: rollingUpdate ?? null };
    errors.push(invalid(path, value, "must be 'RollingUpdate' or 'OnDelete'"));
  }
}

/** The template as its pods will be: with a volume per claim template, and names that the controller sets. */
function templateWithClaims({ template, volumeClaimTemplates }: StatefulSetSpec): PodTemplateSpec {
  const spec = template.spec;
  if (spec === undefined || (!spec.subdomain && !spec.hostname && volumeClaimTemplates === undefined))
    return template;
  const claimed = (volumeClaimTemplates ?? []).map(({ metadata }): Volume => {
    const name = metadata?.name ?? '';
    return { name, persistentVolumeClaim: { claimName: name } };
  });
  const others = (spec.volumes ?? []).filter(({ name }) => !claimed.some((volume) => volume.name === name));
  return { ...template, spec: { ...spec, subdomain: '', hostname: '', volumes: [...claimed, ...others] } };
}
