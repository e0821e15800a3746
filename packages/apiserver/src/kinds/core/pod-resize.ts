import type { Container, Pod, PodSpec, ResourceRequirements } from '@kubewright/api/core/v1';
import { child, forbidden, index, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import type { PartRules } from '../behaviour.js';
import { sameValue } from '../shared/immutable.js';
import { metadataStays } from '../shared/metadata-stays.js';
import type { Quantities } from '../shared/quantities.js';
import { qosClass } from './pod-qos.js';
import { podMetadataAndSpec } from './pod-validation.js';

/** `pods/resize` changes the resources of a pod that runs (registry/core/pod/strategy.go, podResizeStrategy). */
export const resize: PartRules<Pod> = { prepare: keepAllButResources, validate: validateResize };

const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

// Where containers came, went or moved, everything is left as it is asked for, for the validation to refuse.
function keepAllButResources(pod: Pod, old: Pod): void {
  const spec = specOf(pod);
  const before = specOf(old);
  const inits = spec.initContainers ?? [];
  const oldInits = before.initContainers ?? [];
  if (spec.containers.length !== before.containers.length || inits.length !== oldInits.length) return;
  const { resources } = spec;
  pod.spec = { ...before, containers: withResourcesOf(spec.containers, before.containers) };
  if (inits.length > 0) pod.spec.initContainers = withResourcesOf(inits, oldInits);
  if (resources === undefined) delete pod.spec.resources;
  else pod.spec.resources = resources;
  if (old.status === undefined) delete pod.status;
  else pod.status = old.status;
  metadataStays(pod, old);
}

const specOf = (pod: Pod): PodSpec => pod.spec ?? { containers: [] };

function withResourcesOf(containers: Container[], old: readonly Container[]): Container[] {
  if (containers.some(({ name }, i) => name !== old[i]?.name)) return containers;
  return containers.map(({ resources, resizePolicy }, i) => {
    const {
      resources: _resources,
      resizePolicy: _policy,
      ...rest
    } = old[i] ?? { name: '', resources, resizePolicy };
    return {
      ...rest,
      ...(resources === undefined ? {} : { resources }),
      ...(resizePolicy === undefined ? {} : { resizePolicy }),
    };
  });
}

/** core validation, ValidatePodResize. */
function validateResize(pod: Pod, old: Pod): FieldError[] {
  if (old.metadata?.annotations?.[MIRROR_ANNOTATION] !== undefined)
    return [forbidden('', 'static pods cannot be resized')];
  const spec = specOf(pod);
  const before = specOf(old);
  if (before.os?.name === 'windows') return [forbidden('', 'windows pods cannot be resized')];
  const errors = podMetadataAndSpec(pod);
  if ((old.status?.qosClass ?? qosClass(before)) !== qosClass(spec)) {
    const message = 'Pod QOS Class may not change as a result of resizing';
    errors.push(invalid('spec', pod.status?.qosClass ?? '', message));
  }
  const running = old.status?.containerStatuses?.find(({ state }) => state?.running !== undefined);
  if (running !== undefined && running.resources === undefined)
    errors.push(forbidden('spec', 'Pod running on node without support for resize'));
  const rest = { ...spec };
  podResources(errors, rest, before);
  if (containersMoved(errors, spec, before)) return errors;
  (before.initContainers ?? []).forEach((container, i) =>
    requirementsStay(errors, at('initContainers', i), spec.initContainers?.[i], container),
  );
  before.containers.forEach((container, i) =>
    requirementsStay(errors, at('containers', i), spec.containers[i], container),
  );
  rest.containers = spec.containers.map((container, i) => {
    const unresized = withComputeOf(container, before.containers[i]);
    if (!sameContainer(unresized, before.containers[i]))
      errors.push(forbidden('spec', 'only cpu and memory resources are mutable'));
    return unresized;
  });
  if (spec.initContainers !== undefined)
    rest.initContainers = spec.initContainers.map((container, i) =>
      initContainer(errors, at('initContainers', i), container, before.initContainers?.[i]),
    );
  if (errors.length === 0 && !sameSpec(rest, before))
    errors.push(forbidden('spec', 'only cpu and memory resources are mutable'));
  return errors;
}

const at = (list: 'containers' | 'initContainers', i: number): string => index(child('spec', list), i);

const isSet = (resources: ResourceRequirements | undefined): boolean =>
  Object.keys({ ...resources?.requests, ...resources?.limits }).length > 0;

function podResources(errors: FieldError[], rest: PodSpec, old: PodSpec): void {
  const { resources } = rest;
  if (!isSet(resources) && !isSet(old.resources)) return;
  const path = 'spec.resources';
  if (old.resources !== undefined) {
    if (resources === undefined) {
      errors.push(forbidden(path, 'pod-level resources cannot be removed'));
      return;
    }
    removed(errors, child(path, 'requests'), 'pod-level resource requests', resources, old.resources);
    removed(errors, child(path, 'limits'), 'pod-level resource limits', resources, old.resources);
  }
  const compute = withCompute(resources, old.resources);
  if (!sameRequirements(compute, old.resources))
    errors.push(forbidden('spec', 'only cpu and memory resources are mutable at pod-level'));
  if (old.resources === undefined) delete rest.resources;
  else rest.resources = compute;
}

function containersMoved(errors: FieldError[], spec: PodSpec, old: PodSpec): boolean {
  const before = errors.length;
  for (const list of ['containers', 'initContainers'] as const) {
    const now = spec[list] ?? [];
    const then = old[list] ?? [];
    const path = child('spec', list);
    if (now.length !== then.length)
      errors.push(forbidden(path, `${list} may not be added or removed on resize`));
    else
      then.forEach(({ name }, i) => {
        if (now[i]?.name !== name)
          errors.push(
            forbidden(child(index(path, i), 'name'), `${list} may not be renamed or reordered on resize`),
          );
      });
  }
  return errors.length > before;
}

function requirementsStay(
  errors: FieldError[],
  path: string,
  container: Container | undefined,
  old: Container,
): void {
  const resources = child(path, 'resources');
  const [now, then] = [container?.resources ?? {}, old.resources ?? {}];
  removed(errors, child(resources, 'requests'), 'resource requests', now, then);
  removed(errors, child(resources, 'limits'), 'resource limits', now, then);
}

function removed(
  errors: FieldError[],
  path: string,
  what: string,
  now: ResourceRequirements,
  old: ResourceRequirements,
): void {
  const list = path.endsWith('.limits') ? 'limits' : 'requests';
  const kept = now[list] ?? {};
  if (Object.keys(old[list] ?? {}).some((name) => kept[name] === undefined))
    errors.push(forbidden(path, `${what} cannot be removed`));
}

function initContainer(
  errors: FieldError[],
  path: string,
  container: Container,
  old: Container | undefined,
): Container {
  const unresized = withComputeOf(container, old);
  if (!sameContainer(unresized, old))
    errors.push(forbidden(path, 'only cpu and memory resources for init or sidecar containers are mutable'));
  const isChanged = !sameContainer(container, old);
  if (isChanged && container.restartPolicy !== 'Always') {
    for (const { restartPolicy } of container.resizePolicy ?? []) {
      if (restartPolicy !== 'RestartContainer') continue;
      const message =
        'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
      errors.push(forbidden(path, message));
    }
  }
  return unresized;
}

/** The container with the compute resources it had, to see whether anything else changed. */
function withComputeOf(container: Container, old: Container | undefined): Container {
  return { ...container, resources: withCompute(container.resources, old?.resources) };
}

function withCompute(
  resources: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
): ResourceRequirements {
  return {
    limits: withComputeQuantities(resources?.limits, old?.limits),
    requests: withComputeQuantities(resources?.requests, old?.requests),
  };
}

function withComputeQuantities(now: Quantities | undefined, old: Quantities | undefined): Quantities {
  const quantities: Quantities = { ...now };
  for (const name of ['cpu', 'memory']) {
    if (old?.[name] === undefined) delete quantities[name];
    else quantities[name] = old[name];
  }
  return quantities;
}

const withoutResources = ({ resources: _resources, ...rest }: Container): object => rest;

function sameContainer(a: Container, b: Container | undefined): boolean {
  return (
    b !== undefined &&
    sameValue(withoutResources(a), withoutResources(b)) &&
    sameRequirements(a.resources, b.resources) &&
    sameValue(a.resources?.claims, b.resources?.claims)
  );
}

const sameRequirements = (
  a: ResourceRequirements | undefined,
  b: ResourceRequirements | undefined,
): boolean => sameValue(a?.limits, b?.limits) && sameValue(a?.requests, b?.requests);

/** Containers have been compared. */
function sameSpec(a: PodSpec, b: PodSpec): boolean {
  const rest = (spec: PodSpec): object => ({
    ...spec,
    containers: undefined,
    initContainers: undefined,
    resources: undefined,
  });
  return sameValue(rest(a), rest(b)) && sameRequirements(a.resources, b.resources);
}
