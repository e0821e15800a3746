import type { PodSpec, PodTemplateSpec } from '@kubewright/api/core/v1';
import { roundUpQuantities } from '../quantities.js';
import { defaultContainer } from './container-defaults.js';
import { defaultVolume } from './volume-defaults.js';

/** Defaults of a pod's spec that pods and pod templates share (core/v1 `defaults.go`, SetDefaults_PodSpec). In place. */
export function defaultPodSpec(spec: PodSpec): void {
  spec.containers ??= [];
  spec.dnsPolicy ??= 'ClusterFirst';
  spec.restartPolicy ??= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ??= 'default-scheduler';
  sameServiceAccount(spec);
  for (const container of spec.containers) defaultContainer(container);
  for (const container of spec.initContainers ?? []) defaultContainer(container);
  for (const container of spec.ephemeralContainers ?? []) defaultContainer(container);
  for (const volume of spec.volumes ?? []) defaultVolume(volume);
  roundUpQuantities(spec.overhead);
  roundUpQuantities(spec.resources?.limits);
  roundUpQuantities(spec.resources?.requests);
}

/** Defaults of a pod template. A template that was left out becomes an empty one, which validation refuses. */
export function defaultPodTemplate(template: PodTemplateSpec): void {
  template.metadata ??= {};
  template.spec ??= { containers: [] };
  defaultPodSpec(template.spec);
}

// `serviceAccount` is the deprecated name of `serviceAccountName`; the server always returns both.
function sameServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName ?? spec.serviceAccount;
  if (name === undefined || name === '') return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

/** On the host network the ports of a container are ports of the host. */
export function sameHostPorts(spec: PodSpec): void {
  for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
    for (const port of container.ports ?? []) port.hostPort ??= port.containerPort;
  }
}
