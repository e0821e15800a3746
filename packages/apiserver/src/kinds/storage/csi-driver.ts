import type { CSIDriver, CSIDriverSpec, TokenRequest } from '@kubewright/api/storage/v1';
import { child, duplicate, index, invalid, notSupported } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import type { BehaviourContext } from '../behaviour.js';
import { NONE, UNSET } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { optionalOneOf } from '../shared/rules.js';

/** registry/storage/csidriver/strategy.go. A change of the spec counts, although a new object has no generation. */
export const csiDriver = behaviour<CSIDriver>({
  group: 'storage.k8s.io',
  kind: 'CSIDriver',
  hasGeneration: false,
  defaults: (object) => {
    const spec = (object.spec ??= {});
    spec.attachRequired ??= true;
    spec.podInfoOnMount ??= false;
    if ((spec.volumeLifecycleModes?.length ?? 0) === 0) spec.volumeLifecycleModes = ['Persistent'];
    spec.storageCapacity ??= false;
    spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
    spec.requiresRepublish ??= false;
    spec.seLinuxMount ??= false;
  },
  prepareForCreate: ({ spec }, context) => {
    delete spec?.preventPodSchedulingIfMissing;
    if (spec !== undefined) warnOfTokens(spec, context);
  },
  prepareForUpdate: (object, old, context) => {
    const { spec } = object;
    delete spec?.preventPodSchedulingIfMissing;
    if (!sameValue(spec, old.spec)) {
      object.metadata = { ...object.metadata, generation: (old.metadata?.generation ?? 0) + 1 };
    }
    if (spec !== undefined && !sameValue(spec.tokenRequests, old.spec?.tokenRequests))
      warnOfTokens(spec, context);
  },
  validate: ({ spec }) => validateSpec(spec),
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'spec.attachedRequired', spec.attachRequired, old.spec.attachRequired);
    const modes = 'spec.volumeLifecycleModes';
    immutable(errors, modes, spec.volumeLifecycleModes, old.spec.volumeLifecycleModes);
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('AttachRequired', 'boolean', 'storage.v1.CSIDriverSpec.attachRequired'),
      documented('PodInfoOnMount', 'boolean', 'storage.v1.CSIDriverSpec.podInfoOnMount'),
      documented('StorageCapacity', 'boolean', 'storage.v1.CSIDriverSpec.storageCapacity'),
      documented('TokenRequests', 'string', 'storage.v1.CSIDriverSpec.tokenRequests'),
      documented('RequiresRepublish', 'boolean', 'storage.v1.CSIDriverSpec.requiresRepublish'),
      documented('Modes', 'string', 'storage.v1.CSIDriverSpec.volumeLifecycleModes'),
      AGE,
    ],
    row: ({ metadata, spec = {} }, nowMs) => [
      metadata?.name,
      spec.attachRequired ?? true,
      spec.podInfoOnMount ?? false,
      spec.storageCapacity ?? false,
      spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? UNSET,
      spec.requiresRepublish ?? false,
      spec.volumeLifecycleModes?.join(',') || NONE,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

function warnOfTokens(spec: CSIDriverSpec, context: BehaviourContext): void {
  if ((spec.tokenRequests?.length ?? 0) === 0 || spec.serviceAccountTokenInSecrets !== undefined) return;
  context.warn(
    'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
  );
}

const FS_GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const MODES: readonly string[] = ['Persistent', 'Ephemeral'];

/** storage validation, validateCSIDriverSpec. */
function validateSpec(spec: CSIDriverSpec): FieldError[] {
  const errors: FieldError[] = [];
  optionalOneOf(errors, 'spec.fsGroupPolicy', spec.fsGroupPolicy, FS_GROUP_POLICIES);
  tokenRequests(errors, 'spec.tokenRequests', spec.tokenRequests);
  for (const mode of spec.volumeLifecycleModes ?? []) {
    if (!MODES.includes(mode)) errors.push(notSupported('spec.volumeLifecycleModes', mode, MODES));
  }
  const seconds = spec.nodeAllocatableUpdatePeriodSeconds;
  if (seconds !== undefined && seconds < 10) {
    const message = 'must be greater than or equal to 10 seconds';
    errors.push(invalid('spec.nodeAllocatableUpdatePeriodSeconds', seconds, message));
  }
  const inSecrets = spec.serviceAccountTokenInSecrets;
  if (inSecrets !== undefined && (spec.tokenRequests?.length ?? 0) === 0) {
    const message = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
    errors.push(invalid('spec.serviceAccountTokenInSecrets', inSecrets, message));
  }
  return errors;
}

function tokenRequests(errors: FieldError[], path: string, requests: TokenRequest[] | undefined): void {
  const audiences = new Set<string>();
  requests?.forEach(({ audience, expirationSeconds }, i) => {
    const at = index(path, i);
    if (audiences.has(audience)) {
      errors.push(duplicate(child(at, 'audience'), audience));
      return;
    }
    audiences.add(audience);
    if (expirationSeconds === undefined) return;
    const limit =
      expirationSeconds < 600
        ? 'less than 10 minutes'
        : expirationSeconds > 2 ** 32 && 'larger than 2^32 seconds';
    if (limit === false) return;
    const message = `may not specify a duration ${limit}`;
    errors.push(invalid(child(at, 'expirationSeconds'), expirationSeconds, message));
  });
}
