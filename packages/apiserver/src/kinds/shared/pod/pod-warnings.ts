import { canonicalQuantity, quantityToNumber } from '@kubewright/api';
import type { ObjectMeta, Quantity } from '@kubewright/api';
import type {
  Affinity,
  Container,
  ContainerPort,
  PodSpec,
  PodTemplateSpec,
  Volume,
} from '@kubewright/api/core/v1';
import { child, index, key } from '../../../errors/field-error.js';
import type { BehaviourContext } from '../../behaviour.js';
import { addressWarning } from '../ip-address.js';
import { nodeLabelDeprecation, warnOfNodeSelectorTerm } from '../node-labels.js';
import { warnOfOverlappingPaths } from './volume-path-warnings.js';

// What is valid in a pod and yet old, or without effect (Kubernetes `pkg/api/pod/warnings.go`).

type Warn = (path: string, message: string) => void;

/** Warns of a template, which stands at `path`. */
export function warnOfPodTemplate(
  path: string,
  { metadata, spec }: PodTemplateSpec,
  context: BehaviourContext,
): void {
  warnOfPod(path, metadata, spec ?? { containers: [] }, context);
}

/** Warns of a pod, or of a template when `path` is not empty. */
export function warnOfPod(
  path: string,
  metadata: ObjectMeta | undefined,
  spec: PodSpec,
  context: BehaviourContext,
): void {
  const warn: Warn = (at, message) => context.warn(`${at}: ${message}`);
  const at = child(path, 'spec');
  const annotations = child(path, 'metadata.annotations');
  warnOfNodeChoice(at, spec, context);
  for (const [name, message] of Object.entries(DEPRECATED_ANNOTATIONS))
    if (metadata?.annotations?.[name] !== undefined) warn(key(annotations, name), message);
  spec.volumes?.forEach((volume, i) => warnOfVolume(index(child(at, 'volumes'), i), volume, warn));
  warnOfOverlappingPaths(spec.volumes ?? [], (text) => context.warn(text));
  warnOfRepeated(at, spec, warn);
  warnOfFractions(child(at, 'overhead'), spec.overhead, warn);
  const seccomp = metadata?.annotations?.[SECCOMP_POD];
  if (seccomp !== undefined && spec.securityContext?.seccompProfile === undefined)
    warn(key(annotations, SECCOMP_POD), SECCOMP_MESSAGE);
  const containers = containersOf(at, spec);
  for (const [one, container] of containers) {
    warnOfProfiles(annotations, container, { metadata, isTemplate: path !== '' }, warn);
    warnOfFractions(child(one, 'resources.limits'), container.resources?.limits, warn, 'memory');
    warnOfFractions(child(one, 'resources.requests'), container.resources?.requests, warn, 'memory');
    warnOfFractions(child(one, 'resources.limits'), container.resources?.limits, warn, 'ephemeral-storage');
    warnOfFractions(
      child(one, 'resources.requests'),
      container.resources?.requests,
      warn,
      'ephemeral-storage',
    );
    warnOfEnvironment(child(one, 'env'), container, warn);
  }
  warnOfPorts(containers, warn);
  const grace = spec.terminationGracePeriodSeconds;
  if (grace !== undefined && grace < 0) {
    const message = 'must be >= 0; negative values are invalid and will be treated as 1';
    warn(child(at, 'terminationGracePeriodSeconds'), message);
  }
  warnOfAffinity(child(at, 'affinity'), spec.affinity, warn);
  spec.dnsConfig?.nameservers?.forEach((address, i) =>
    warnOfAddress(index(child(at, 'dnsConfig.nameservers'), i), address, context),
  );
  spec.hostAliases?.forEach(({ ip }, i) =>
    warnOfAddress(child(index(child(at, 'hostAliases'), i), 'ip'), ip, context),
  );
}

const DEPRECATED_ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod':
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};
const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const SECCOMP_MESSAGE = 'non-functional in v1.27+; use the "seccompProfile" field instead';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

const containersOf = (path: string, spec: PodSpec): Array<readonly [path: string, container: Container]> =>
  (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((field) =>
    (spec[field] ?? []).map(
      (container, i) => [index(child(path, field), i), container as Container] as const,
    ),
  );

function warnOfNodeChoice(path: string, spec: PodSpec, context: BehaviourContext): void {
  for (const name in spec.nodeSelector) {
    const message = nodeLabelDeprecation(name);
    if (message !== undefined) context.warn(`${key(child(path, 'nodeSelector'), name)}: ${message}`);
  }
  const { nodeAffinity } = spec.affinity ?? {};
  const at = child(path, 'affinity.nodeAffinity');
  const required = child(at, 'requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms');
  nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms?.forEach((term, i) =>
    warnOfNodeSelectorTerm(index(required, i), term, context, { checkValues: false }),
  );
  const preferred = child(at, 'preferredDuringSchedulingIgnoredDuringExecution');
  nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ preference }, i) =>
    warnOfNodeSelectorTerm(child(index(preferred, i), 'preference'), preference, context, {
      checkValues: true,
    }),
  );
  spec.topologySpreadConstraints?.forEach(({ topologyKey, labelSelector }, i) => {
    const one = index(child(path, 'topologySpreadConstraints'), i);
    const message = nodeLabelDeprecation(topologyKey);
    if (message !== undefined) context.warn(`${child(one, 'topologyKey')}: ${topologyKey} is ${message}`);
    if (labelSelector === undefined) context.warn(`${child(one, 'labelSelector')}: ${NO_SELECTOR}`);
  });
}

const NO_SELECTOR = 'a null labelSelector results in matching no pod';

function warnOfAffinity(path: string, affinity: Affinity | undefined, warn: Warn): void {
  for (const field of ['podAffinity', 'podAntiAffinity'] as const) {
    const terms = affinity?.[field];
    const at = child(path, field);
    terms?.requiredDuringSchedulingIgnoredDuringExecution?.forEach(({ labelSelector }, i) => {
      const one = index(child(at, 'requiredDuringSchedulingIgnoredDuringExecution'), i);
      if (labelSelector === undefined) warn(child(one, 'labelSelector'), NO_SELECTOR);
    });
    terms?.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ podAffinityTerm }, i) => {
      const one = index(child(at, 'preferredDuringSchedulingIgnoredDuringExecution'), i);
      if (podAffinityTerm?.labelSelector === undefined)
        warn(child(one, 'podAffinityTerm.labelSelector'), NO_SELECTOR);
    });
  }
}

const OLD_VOLUMES: ReadonlyArray<readonly [field: keyof Volume, message: string]> = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

function warnOfVolume(path: string, volume: Volume, warn: Warn): void {
  for (const [field, message] of OLD_VOLUMES) {
    // Named as in Go.
    if (volume[field] !== undefined) warn(child(path, field === 'storageos' ? 'storageOS' : field), message);
  }
  const resources = volume.ephemeral?.volumeClaimTemplate?.spec?.resources;
  const at = child(path, 'ephemeral.volumeClaimTemplate.spec.resources');
  warnOfFractions(child(at, 'requests'), resources?.requests, warn, 'storage');
  warnOfFractions(child(at, 'limits'), resources?.limits, warn, 'storage');
}

function warnOfRepeated(path: string, { hostAliases, imagePullSecrets }: PodSpec, warn: Warn): void {
  hostAliases?.forEach(({ ip }, i, all) => {
    if (all.findIndex((other) => other.ip === ip) < i)
      warn(child(index(child(path, 'hostAliases'), i), 'ip'), `duplicate ip ${JSON.stringify(ip)}`);
  });
  const secrets = child(path, 'imagePullSecrets');
  const names = imagePullSecrets?.map(({ name = '' }) => name) ?? [];
  names.forEach((name, i) => {
    if (names.indexOf(name) < i)
      warn(child(index(secrets, i), 'name'), `duplicate name ${JSON.stringify(name)}`);
  });
  names.forEach((name, i) => {
    if (name === '') warn(child(index(secrets, i), 'name'), 'invalid empty name ""');
  });
}

/** Bytes are whole (of memory and of storage; of one resource when it is named). */
export function warnOfFractions(
  path: string,
  quantities: Readonly<Record<string, Quantity>> | undefined,
  warn: Warn,
  only?: string,
): void {
  if (quantities === undefined) return;
  for (const name of only === undefined ? ['memory', 'ephemeral-storage'] : [only]) {
    const value = quantities[name];
    if (value === undefined || Number.isInteger(quantityToNumber(value))) continue;
    const text = JSON.stringify(canonicalQuantity(value));
    warn(key(path, name), `fractional byte value ${text} is invalid, must be an integer`);
  }
}

function warnOfProfiles(
  path: string,
  container: Container,
  { metadata, isTemplate }: { metadata: ObjectMeta | undefined; isTemplate: boolean },
  warn: Warn,
): void {
  const annotations = metadata?.annotations;
  if (annotations === undefined) return;
  const seccomp = SECCOMP_CONTAINER + container.name;
  if (annotations[seccomp] !== undefined && container.securityContext?.seccompProfile === undefined)
    warn(key(path, seccomp), SECCOMP_MESSAGE);
  const appArmor = APP_ARMOR + container.name;
  const hasField = container.securityContext?.appArmorProfile !== undefined;
  if (isTemplate && annotations[appArmor] !== undefined && !hasField)
    warn(key(path, appArmor), 'deprecated since v1.30; use the "appArmorProfile" field instead');
}

function warnOfEnvironment(path: string, { env }: Container, warn: Warn): void {
  const seen = new Set<string>();
  env?.forEach(({ name, value = '', valueFrom }, i) => {
    const reference = `$(${name})`;
    const isExtension = valueFrom === undefined && value !== reference && value.includes(reference);
    if (seen.has(name) && !isExtension) {
      const message = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
      warn(index(path, i), message);
    }
    seen.add(name);
  });
}

function warnOfPorts(
  containers: ReadonlyArray<readonly [path: string, container: Container]>,
  warn: Warn,
): void {
  const byPort = new Map<string, Array<readonly [path: string, port: ContainerPort]>>();
  const byName = new Map<string, string>();
  const named: Array<() => void> = [];
  for (const [path, { ports }] of containers) {
    ports?.forEach((port, i) => {
      const at = index(child(path, 'ports'), i);
      const id = `${port.containerPort}/${port.protocol ?? 'TCP'}`;
      if (port.hostIP && !port.hostPort) warn(at, `hostIP set without hostPort: ${goPort(port)}`);
      const others = byPort.get(id) ?? [];
      for (const [otherPath, other] of others) {
        const relation = portRelation(port, other);
        if (relation !== undefined) warn(at, `${relation} port definition with ${otherPath}`);
      }
      byPort.set(id, [...others, [at, port]]);
      const { name } = port;
      if (!name) return;
      const first = byName.get(name);
      if (first === undefined) byName.set(name, at);
      else {
        const message = `duplicate port name ${JSON.stringify(name)} with ${first}, services and probes that select ports by name will use ${first}`;
        named.push(() => warn(at, message));
      }
    });
  }
  for (const tell of named) tell();
}

function portRelation(port: ContainerPort, other: ContainerPort): string | undefined {
  const [ip, otherIp] = [port.hostIP ?? '', other.hostIP ?? ''];
  const [host, otherHost] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if (ip === otherIp && host === otherHost) return 'duplicate';
  if (host === 0 || otherHost === 0) return 'overlapping';
  return host === otherHost && (ip === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined;
}

// As Go prints a struct.
const goPort = ({ name = '', hostPort = 0, containerPort, protocol = 'TCP', hostIP = '' }: ContainerPort) =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;

function warnOfAddress(path: string, address: string, context: BehaviourContext): void {
  const text = addressWarning(path, address);
  if (text !== undefined) context.warn(text);
}
