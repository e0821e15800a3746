import { jsonEquals } from '@kubewright/api';
import type { Container, EphemeralContainer, PodSpec } from '@kubewright/api/core/v1';
import { forbidden, invalid } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { qosClass } from '../kinds/core/pod-qos.js';
import { unifiedDiff } from '../kinds/shared/unified-diff.js';
import type { UpdateStrategy } from './update-strategy.js';

// Subresources of pods take the whole pod, of which one part counts (registry/core/pod/strategy.go).

const specOf = (pod: ApiObject): PodSpec => (pod['spec'] ?? { containers: [] }) as PodSpec;

/** The stored pod with another spec; what the request says of the rest is forgotten. */
function keepAllBut(object: ApiObject, old: ApiObject, spec: PodSpec): void {
  const { resourceVersion, managedFields } = object.metadata;
  for (const field of Object.keys(object)) delete object[field];
  Object.assign(object, structuredClone(old), { spec });
  object.metadata = {
    ...old.metadata,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(managedFields === undefined ? {} : { managedFields }),
  };
  if (!jsonEquals(spec, old['spec'])) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/** `/ephemeralcontainers`: containers may be added, as `kubectl debug` does. */
export const podEphemeralContainers: UpdateStrategy = {
  prepare(object, old) {
    const { ephemeralContainers } = specOf(object);
    const spec: PodSpec = { ...specOf(old) };
    if ((ephemeralContainers?.length ?? 0) > 0)
      spec.ephemeralContainers = ephemeralContainers as EphemeralContainer[];
    else delete spec.ephemeralContainers;
    keepAllBut(object, old, spec);
  },
  validate(object, old, { behaviour }, context) {
    const errors: FieldError[] = behaviour.validate?.(object, context) ?? [];
    const path = 'spec.ephemeralContainers';
    const containers = specOf(object).ephemeralContainers ?? [];
    for (const before of specOf(old).ephemeralContainers ?? []) {
      const after = containers.find(({ name }) => name === before.name);
      const existing = `existing ephemeral containers ${JSON.stringify(before.name)} may not be`;
      if (after === undefined) errors.push(forbidden(path, `${existing} removed\n`));
      else if (!jsonEquals(after, before))
        errors.push(forbidden(path, `${existing} changed\n${unifiedDiff(before, after)}`));
    }
    return errors;
  },
};

/** `/resize`: resources of containers may change, within the pod's class of service. */
export const podResize: UpdateStrategy = {
  prepare(object, old) {
    const wanted = specOf(object);
    const spec: PodSpec = { ...specOf(old) };
    spec.containers = resized(spec.containers, wanted.containers);
    if (spec.initContainers !== undefined)
      spec.initContainers = resized(spec.initContainers, wanted.initContainers);
    keepAllBut(object, old, spec);
  },
  validate(object, old, { behaviour }, context) {
    const errors: FieldError[] = behaviour.validate?.(object, context) ?? [];
    const before = qosClass(specOf(old));
    if (qosClass(specOf(object)) !== before) {
      const message = 'Pod QOS Class may not change as a result of resizing';
      errors.push(invalid('spec', before, message));
    }
    return errors;
  },
};

const resized = (containers: readonly Container[], wanted: readonly Container[] = []): Container[] =>
  containers.map((container) => {
    const { resources, resizePolicy } = wanted.find(({ name }) => name === container.name) ?? container;
    return {
      ...container,
      ...(resources === undefined ? {} : { resources }),
      ...(resizePolicy === undefined ? {} : { resizePolicy }),
    };
  });
