import { validateDns1123Subdomain } from '@kubewright/api';
import type { PodSpec } from '@kubewright/api/core/v1';
import { child, forbidden, index, invalid, notSupported, required } from '../../../errors/field-error.js';
import type { FieldError } from '../../../errors/field-error.js';
import { validLabels } from '../labels.js';
import { MAX_INT32, rangeMessage } from '../numbers.js';
import { podResourceName } from '../resource-names.js';
import { resourceRequirements } from '../resource-requirements.js';
import { dnsLabel, faults, oneOf, qualifiedName } from '../rules.js';
import { affinity } from './affinity.js';
import { podContainers } from './containers.js';
import { dnsConfig, hostAliases, hostnameOverride } from './dns.js';
import { schedulingGates, tolerations, topologySpread } from './scheduling.js';
import { hostProcessContainers, podSecurityContext } from './security-context.js';
import { podVolumes } from './volumes.js';

export interface PodSpecOptions {
  /** Whether the spec is that of a pod, not of a template. */
  readonly isPod: boolean;
  /** Name of the pod, for the names of claims that are made for it. */
  readonly podName?: string;
}

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** The spec of a pod or of a pod template, after defaulting (core validation, ValidatePodSpec). */
export function podSpec(errors: FieldError[], path: string, spec: PodSpec, options: PodSpecOptions): void {
  const volumes = podVolumes(errors, child(path, 'volumes'), spec.volumes, options.podName);
  podContainers(errors, path, spec, volumes);
  podResources(errors, child(path, 'resources'), spec);
  hostNetworkPorts(errors, child(path, 'containers'), spec, options);
  oneOf(errors, child(path, 'restartPolicy'), spec.restartPolicy, RESTART_POLICIES);
  oneOf(errors, child(path, 'dnsPolicy'), spec.dnsPolicy, DNS_POLICIES);
  validLabels(errors, child(path, 'nodeSelector'), spec.nodeSelector);
  podSecurityContext(errors, child(path, 'securityContext'), spec);
  affinity(errors, child(path, 'affinity'), spec.affinity);
  dnsConfig(errors, child(path, 'dnsConfig'), spec.dnsConfig, spec.dnsPolicy);
  spec.readinessGates?.forEach(({ conditionType }, i) =>
    qualifiedName(errors, `${index(child(path, 'readinessGates'), i)}.conditionType`, conditionType),
  );
  schedulingGates(errors, child(path, 'schedulingGates'), spec.schedulingGates);
  topologySpread(errors, child(path, 'topologySpreadConstraints'), spec.topologySpreadConstraints);
  hostProcessContainers(errors, path, spec);
  hostUsers(errors, path, spec);
  hostnameOverride(errors, child(path, 'hostnameOverride'), spec);
  names(errors, path, spec);
  activeDeadline(errors, child(path, 'activeDeadlineSeconds'), spec.activeDeadlineSeconds);
  if (spec.hostname) dnsLabel(errors, child(path, 'hostname'), spec.hostname);
  if (spec.subdomain) dnsLabel(errors, child(path, 'subdomain'), spec.subdomain);
  tolerations(errors, child(path, 'tolerations'), spec.tolerations);
  hostAliases(errors, child(path, 'hostAliases'), spec.hostAliases);
  if (spec.overhead !== undefined)
    resourceRequirements(errors, child(path, 'overhead'), { limits: spec.overhead });
  operatingSystem(errors, child(path, 'os'), spec.os);
}

function podResources(errors: FieldError[], path: string, { resources }: PodSpec): void {
  if (resources === undefined) return;
  if (resources.claims !== undefined) {
    errors.push(forbidden(child(path, 'claims'), 'claims may not be set for Resources at pod-level'));
  }
  resourceRequirements(errors, path, resources, { nameRule: podResourceName });
}

// On the host network a container's ports are the host's. A template may leave the host port to the pod's defaults.
function hostNetworkPorts(
  errors: FieldError[],
  path: string,
  spec: PodSpec,
  { isPod }: PodSpecOptions,
): void {
  if (spec.hostNetwork !== true) return;
  spec.containers?.forEach((container, c) => {
    container.ports?.forEach(({ containerPort, hostPort = 0 }, p) => {
      if (hostPort === containerPort || (!isPod && hostPort === 0)) return;
      const message = 'must match `containerPort` when `hostNetwork` is true';
      errors.push(invalid(`${path}[${c}].ports[${p}].hostPort`, hostPort, message));
    });
  });
}

function hostUsers(errors: FieldError[], path: string, spec: PodSpec): void {
  if (spec.hostUsers !== false) return;
  const message = 'when `hostUsers` is false';
  if (spec.hostNetwork === true) errors.push(forbidden(child(path, 'hostNetwork'), message));
  if (spec.hostPID === true) errors.push(forbidden(child(path, 'HostPID'), message));
  if (spec.hostIPC === true) errors.push(forbidden(child(path, 'HostIPC'), message));
}

const NAME_FIELDS = ['serviceAccountName', 'nodeName', 'priorityClassName', 'runtimeClassName'] as const;

function names(errors: FieldError[], path: string, spec: PodSpec): void {
  for (const field of NAME_FIELDS) {
    const name = spec[field];
    if (name) faults(errors, child(path, field), name, validateDns1123Subdomain(name));
  }
}

function activeDeadline(errors: FieldError[], path: string, seconds: number | undefined): void {
  if (seconds === undefined || (seconds >= 1 && seconds <= MAX_INT32)) return;
  errors.push(invalid(path, seconds, rangeMessage(1, MAX_INT32)));
}

const OPERATING_SYSTEMS = ['linux', 'windows'];

function operatingSystem(errors: FieldError[], path: string, os: PodSpec['os']): void {
  if (os === undefined) return;
  if (!os.name) errors.push(required(child(path, 'name')));
  else if (!OPERATING_SYSTEMS.includes(os.name)) errors.push(notSupported(path, os.name, OPERATING_SYSTEMS));
}
