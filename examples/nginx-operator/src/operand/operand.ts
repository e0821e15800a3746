import { createHash } from 'node:crypto';
import { deepClone } from 'kubewright';
import type { Stored } from 'kubewright';
import type { Deployment } from 'kubewright/apps/v1';
import type { ConfigMap, Service } from 'kubewright/core/v1';
import type { NginxOperator } from '../api/v1/nginx-operator.js';
import type { OperandManifests } from './manifests.js';

/** Tells instances apart, beside the labels of the manifests. */
const INSTANCE_LABEL = 'app.kubernetes.io/instance';
/** Of pods: a change of it replaces them. */
const REDEPLOY_ANNOTATION = 'operator.example.com/force-redeploy';
/** Of pods: nginx reads its configuration when it starts, so a changed one replaces them too. */
const CONFIG_ANNOTATION = 'operator.example.com/config';
/** The file of the ConfigMap that says what nginx listens on. */
const LISTEN_FILE = 'listen.inc';

/** The objects of one NginxOperator: what the manifests say, and over it what the spec says. */
export function operandOf(
  { metadata: { name }, spec }: Stored<NginxOperator>,
  manifests: OperandManifests,
): { configMap: ConfigMap; deployment: Deployment; service: Service } {
  const configMap = deepClone(manifests.configMap);
  const deployment = deepClone(manifests.deployment);
  const service = deepClone(manifests.service);
  const instance = { [INSTANCE_LABEL]: name };
  for (const object of [configMap, deployment, service])
    object.metadata = { name, labels: { ...object.metadata?.labels, ...instance } };

  const { spec: desired } = deployment;
  const { template } = desired!;
  if (spec.replicas !== undefined) desired!.replicas = spec.replicas;
  desired!.selector.matchLabels = { ...desired!.selector.matchLabels, ...instance };
  const configName = manifests.configMap.metadata?.name;
  for (const volume of template.spec!.volumes ?? [])
    if (volume.configMap !== undefined && volume.configMap.name === configName) volume.configMap.name = name;
  service.spec!.selector = { ...service.spec!.selector, ...instance };

  const { ports } = spec;
  if (ports !== undefined) {
    const [container] = template.spec!.containers;
    container!.ports = ports.map(({ name: port, port: containerPort }) => ({ name: port, containerPort }));
    const probe = container!.readinessProbe?.tcpSocket;
    if (probe !== undefined) probe.port = ports[0]!.name;
    service.spec!.ports = ports.map(({ name: port, port: number }) => ({
      name: port,
      port: number,
      targetPort: port,
    }));
    const listen = ports.map(({ port }) => `listen ${port};\n`).join('');
    configMap.data = { ...configMap.data, [LISTEN_FILE]: listen };
  }
  template.metadata = {
    labels: { ...template.metadata?.labels, ...instance },
    annotations: {
      ...template.metadata?.annotations,
      [CONFIG_ANNOTATION]: createHash('sha256')
        .update(JSON.stringify(configMap.data))
        .digest('hex')
        .slice(0, 16),
      ...(spec.forceRedeploy !== undefined && { [REDEPLOY_ANNOTATION]: spec.forceRedeploy }),
    },
  };
  return { configMap, deployment, service };
}
