import { validateDns1123Subdomain } from '@kubewright/api';
import type { ContainerStatus, Pod, PodSpec, PodStatus } from '@kubewright/api/core/v1';
import { child, forbidden, index, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { immutable } from '../shared/immutable.js';
import { ipAddress, ipFamily } from '../shared/ip-address.js';
import { nonNegative } from '../shared/numbers.js';
import { podAnnotationUpdates } from '../shared/pod/annotations.js';
import { faults } from '../shared/rules.js';

/** Observed generations that the writer of a status left out stay (registry/core/pod/strategy.go, preserveOldObservedGeneration). */
export function keepObservedGeneration(pod: Pod, old: Pod): void {
  const status = (pod.status ??= {});
  const before = old.status ?? {};
  if (before.qosClass !== undefined) status.qosClass ??= before.qosClass;
  if (before.observedGeneration !== undefined) status.observedGeneration ||= before.observedGeneration;
  const generations = new Map<string, Array<number | undefined>>();
  for (const { type, observedGeneration } of before.conditions ?? []) {
    generations.set(type, [...(generations.get(type) ?? []), observedGeneration]);
  }
  for (const condition of status.conditions ?? []) {
    const observed = generations.get(condition.type)?.shift();
    if (!condition.observedGeneration && observed !== undefined) condition.observedGeneration = observed;
  }
}

/** A write of a pod's status, mostly by its kubelet (core validation, ValidatePodStatusUpdate). */
export function validatePodStatusUpdate(pod: Pod, old: Pod): FieldError[] {
  const errors: FieldError[] = [];
  const { status = {} } = pod;
  const before = old.status ?? {};
  podAnnotationUpdates(errors, 'metadata.annotations', pod.metadata?.annotations, old.metadata?.annotations);
  status.conditions?.forEach(({ observedGeneration }, i) =>
    nonNegative(errors, child(index('status.conditions', i), 'observedGeneration'), observedGeneration),
  );
  nominatedNode(errors, 'status.nominatedNodeName', status.nominatedNodeName, old);
  nonNegative(errors, 'status.observedGeneration', status.observedGeneration);
  immutable(errors, 'status.qosClass', status.qosClass, before.qosClass);
  const spec = old.spec ?? { containers: [] };
  endedStaysEnded(errors, 'status.containerStatuses', status, before, spec);
  endedStaysEnded(errors, 'status.initContainerStatuses', status, before, spec);
  endedStaysEnded(errors, 'status.ephemeralContainerStatuses', status, before, spec);
  addresses(errors, 'status.podIPs', status.podIPs, before.podIPs);
  addresses(errors, 'status.hostIPs', status.hostIPs, before.hostIPs);
  return errors;
}

function nominatedNode(errors: FieldError[], path: string, name: string | undefined, old: Pod): void {
  if (!name || name === old.status?.nominatedNodeName) return;
  faults(errors, path, name, validateDns1123Subdomain(name));
  if (old.spec?.nodeName)
    errors.push(forbidden(path, 'may not be set on pods that are already bound to a node'));
}

type StatusList = 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses';

/** A container that ended may run again only where its restart policy says so. */
function endedStaysEnded(
  errors: FieldError[],
  path: `status.${StatusList}`,
  status: PodStatus,
  old: PodStatus,
  spec: PodSpec,
): void {
  const list = path.slice('status.'.length) as StatusList;
  old[list]?.forEach((before, i) => {
    const terminated = before.state?.terminated;
    if (terminated === undefined) return;
    const after = status[list]?.find(({ name }) => name === before.name);
    if (after === undefined || after.state?.terminated !== undefined) return;
    if (list !== 'ephemeralContainerStatuses' && mayRestart(before, terminated.exitCode, list, spec)) return;
    errors.push(forbidden(child(index(path, i), 'state'), 'may not be transitioned to non-terminated state'));
  });
}

function mayRestart(status: ContainerStatus, exitCode: number, list: StatusList, spec: PodSpec): boolean {
  const containers = list === 'containerStatuses' ? spec.containers : spec.initContainers;
  const container = containers?.find(({ name }) => name === status.name);
  for (const rule of container?.restartPolicyRules ?? []) {
    const listed = rule.exitCodes?.values?.includes(exitCode) ?? false;
    if (listed === (rule.exitCodes?.operator === 'In')) return true;
  }
  const policy = container?.restartPolicy ?? spec.restartPolicy;
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

type Addresses = ReadonlyArray<{ ip?: string }> | undefined;

function addresses(errors: FieldError[], path: string, list: Addresses, old: Addresses): void {
  if (list === undefined || list.length === 0) return;
  const known = new Set(old?.map(({ ip }) => ip));
  list.forEach(({ ip = '' }, i) => {
    if (!known.has(ip)) ipAddress(errors, index(path, i), ip);
  });
  const families = new Set(list.map(({ ip = '' }) => ipFamily(ip)));
  if (list.length > 1 && (families.size !== 2 || list.length > 2)) {
    errors.push(invalid(path, list, 'may specify no more than one IP for each IP family'));
  }
}
