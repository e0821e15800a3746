import type { Pod } from '@kubewright/api/core/v1';
import { forbidden } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import type { PartRules } from '../behaviour.js';
import { sameValue } from '../shared/immutable.js';
import { metadataStays } from '../shared/metadata-stays.js';
import { podAnnotationUpdates } from '../shared/pod/annotations.js';
import { unifiedDiff } from '../shared/unified-diff.js';
import { podMetadataAndSpec } from './pod-validation.js';

/** `pods/ephemeralcontainers` adds to a list, and changes nothing else (registry/core/pod/strategy.go, podEphemeralContainersStrategy). */
export const ephemeralContainers: PartRules<Pod> = {
  prepare(pod, old) {
    const added = pod.spec?.ephemeralContainers;
    pod.spec = { containers: [], ...old.spec };
    if (added === undefined) delete pod.spec.ephemeralContainers;
    else pod.spec.ephemeralContainers = added;
    if (old.status === undefined) delete pod.status;
    else pod.status = old.status;
    metadataStays(pod, old);
  },
  validate: validateEphemeralContainersUpdate,
};

const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';
const PATH = 'spec.ephemeralContainers';

/** core validation, ValidatePodEphemeralContainersUpdate. */
function validateEphemeralContainersUpdate(pod: Pod, old: Pod): FieldError[] {
  if (old.metadata?.annotations?.[MIRROR_ANNOTATION] !== undefined)
    return [forbidden('', 'static pods do not support ephemeral containers')];
  const errors = podMetadataAndSpec(pod);
  podAnnotationUpdates(errors, 'metadata.annotations', pod.metadata?.annotations, old.metadata?.annotations);
  const byName = new Map(pod.spec?.ephemeralContainers?.map((container) => [container.name, container]));
  for (const before of old.spec?.ephemeralContainers ?? []) {
    const { name } = before;
    const after = byName.get(name);
    if (after === undefined)
      errors.push(forbidden(PATH, `existing ephemeral containers "${name}" may not be removed\n`));
    else if (!sameValue(before, after)) {
      const difference = unifiedDiff(before, after);
      errors.push(
        forbidden(PATH, `existing ephemeral containers "${name}" may not be changed\n${difference}`),
      );
    }
  }
  return errors;
}
