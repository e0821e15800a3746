import type { Container, EphemeralContainer, PodSpec } from '@kubewright/api/core/v1';
import {
  child,
  duplicate,
  forbidden,
  index,
  invalid,
  notFound,
  required,
} from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { resourceRequirements } from '../resource-requirements.js';
import { dnsLabel, oneOf } from '../rules.js';
import { containerPorts, distinctHostPorts } from './container-ports.js';
import { environment } from './environment.js';
import { hooksAndProbes } from './handlers.js';
import { containerRestartPolicy } from './restart-policy.js';
import { containerSecurityContext } from './security-context.js';
import { volumeMounts } from './volume-mounts.js';
import type { VolumesByName } from './volume-mounts.js';

/** What the rules of containers need to know of their pod. */
interface PodFacts {
  readonly spec: PodSpec;
  readonly volumes: VolumesByName;
  readonly claimNames: readonly string[];
  readonly hostUsers: boolean;
}

/** All containers of a pod (core validation, validateContainers, validateInitContainers, validateEphemeralContainers). */
export function podContainers(
  errors: FieldError[],
  path: string,
  spec: PodSpec,
  volumes: VolumesByName,
): void {
  const claimNames = (spec.resourceClaims ?? []).map(({ name }) => name);
  const pod: PodFacts = { spec, volumes, claimNames, hostUsers: spec.hostUsers !== false };
  regularContainers(errors, child(path, 'containers'), pod);
  initContainers(errors, child(path, 'initContainers'), pod);
  ephemeralContainers(errors, child(path, 'ephemeralContainers'), pod);
}

function regularContainers(errors: FieldError[], path: string, pod: PodFacts): void {
  const containers = pod.spec.containers ?? [];
  if (containers.length === 0) {
    errors.push(required(path));
    return;
  }
  const names = new Set<string>();
  containers.forEach((container, i) => {
    const at = index(path, i);
    anyContainer(errors, at, container, pod);
    if (names.has(container.name)) errors.push(duplicate(child(at, 'name'), container.name));
    names.add(container.name);
    hooksAndProbes(errors, at, container, pod.spec.terminationGracePeriodSeconds);
    containerRestartPolicy(errors, at, container);
  });
  distinctHostPorts(errors, path, containers);
}

const ONLY_RESTARTABLE = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

function initContainers(errors: FieldError[], path: string, pod: PodFacts): void {
  const names = new Set(pod.spec.containers?.map(({ name }) => name));
  pod.spec.initContainers?.forEach((container, i) => {
    const at = index(path, i);
    anyContainer(errors, at, container, pod);
    containerRestartPolicy(errors, at, container);
    distinctName(errors, at, container.name, names);
    distinctHostPorts(errors, path, [container]);
    if (container.restartPolicy === 'Always') {
      hooksAndProbes(errors, at, container, pod.spec.terminationGracePeriodSeconds);
      return;
    }
    for (const field of ONLY_RESTARTABLE) {
      if (container[field] === undefined) continue;
      errors.push(
        forbidden(child(at, field), 'may not be set for init containers without restartPolicy=Always'),
      );
    }
  });
}

const NOT_EPHEMERAL = [
  'ports',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'resizePolicy',
] as const;

function ephemeralContainers(errors: FieldError[], path: string, pod: PodFacts): void {
  const others = [...(pod.spec.containers ?? []), ...(pod.spec.initContainers ?? [])].map(({ name }) => name);
  const names = new Set(others);
  pod.spec.ephemeralContainers?.forEach((container, i) => {
    const at = index(path, i);
    anyContainer(errors, at, container, pod);
    trimmedImage(errors, at, container.image);
    distinctName(errors, at, container.name, names);
    const target = container.targetContainerName;
    if (target && !others.includes(target)) errors.push(notFound(child(at, 'targetContainerName'), target));
    onlyEphemeralFields(errors, at, container);
  });
}

function onlyEphemeralFields(errors: FieldError[], path: string, container: EphemeralContainer): void {
  const message = 'cannot be set for an Ephemeral Container';
  for (const field of NOT_EPHEMERAL)
    if (container[field] !== undefined) errors.push(forbidden(child(path, field), message));
  if (Object.keys(container.resources ?? {}).length > 0)
    errors.push(forbidden(child(path, 'resources'), message));
  container.volumeMounts?.forEach((mount, i) => {
    const at = index(child(path, 'volumeMounts'), i);
    if (mount.subPath) errors.push(forbidden(child(at, 'subPath'), message));
    if (mount.subPathExpr) errors.push(forbidden(child(at, 'subPathExpr'), message));
  });
}

function distinctName(errors: FieldError[], path: string, name: string, names: Set<string>): void {
  if (names.has(name)) errors.push(duplicate(child(path, 'name'), name));
  if (name) names.add(name);
}

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

function anyContainer(errors: FieldError[], path: string, container: Container, pod: PodFacts): void {
  if (!container.name) errors.push(required(child(path, 'name')));
  else dnsLabel(errors, child(path, 'name'), container.name);
  if (!container.image) errors.push(required(child(path, 'image')));
  oneOf(
    errors,
    child(path, 'terminationMessagePolicy'),
    container.terminationMessagePolicy,
    MESSAGE_POLICIES,
  );
  containerPorts(errors, child(path, 'ports'), container.ports);
  environment(errors, path, container);
  volumeMounts(errors, path, container, pod.volumes);
  oneOf(errors, child(path, 'imagePullPolicy'), container.imagePullPolicy, PULL_POLICIES);
  resourceRequirements(errors, child(path, 'resources'), container.resources, { claimNames: pod.claimNames });
  resizePolicies(errors, child(path, 'resizePolicy'), container.resizePolicy, pod.spec.restartPolicy);
  containerSecurityContext(errors, child(path, 'securityContext'), container.securityContext, pod.hostUsers);
}

function resizePolicies(
  errors: FieldError[],
  path: string,
  policies: Container['resizePolicy'],
  podRestartPolicy: string | undefined,
): void {
  const seen = new Set<string>();
  policies?.forEach(({ resourceName, restartPolicy }, i) => {
    if (seen.has(resourceName)) errors.push(duplicate(index(path, i), resourceName));
    seen.add(resourceName);
    oneOf(errors, path, resourceName, ['cpu', 'memory']);
    oneOf(errors, path, restartPolicy, ['NotRequired', 'RestartContainer']);
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(path, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
    }
  });
}

/** Rules for containers of pods that their templates do not have, so that old templates stay valid. */
export function onlyForPods(errors: FieldError[], path: string, spec: PodSpec): void {
  for (const list of ['containers', 'initContainers'] as const) {
    spec[list]?.forEach((container, i) => trimmedImage(errors, index(child(path, list), i), container.image));
  }
}

/** An image name with spaces around it cannot be pulled. */
export function trimmedImage(errors: FieldError[], path: string, image: string | undefined): void {
  if (image === undefined || image.trim().length === image.length) return;
  errors.push(invalid(child(path, 'image'), image, 'must not have leading or trailing whitespace'));
}
