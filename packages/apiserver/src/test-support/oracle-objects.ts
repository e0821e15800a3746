import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deepClone, formatApiVersion, isJsonObject } from '@kubewright/api';
import type { ApiObject } from '../kinds/behaviour.js';
import { builtinResources } from '../resources/builtin-resources.js';
import type { ServedResource } from '../resources/served-resource.js';

/** One object with every field filled, in three formats, as Kubernetes' own suites keep it (k8s.io/api testdata). */
export interface OracleObject {
  readonly name: string;
  readonly json: ApiObject;
  readonly yaml: Uint8Array;
  readonly protobuf: Uint8Array;
  /** Undefined when no resource of the server is of this kind. */
  readonly resource: ServedResource | undefined;
}

/** All of them; none where the folder is not there: they are not kept in this repository. */
export function oracleObjects(): OracleObject[] {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const oracles = process.env['KUBEWRIGHT_ORACLES'] ?? path.join(root, '../shared/oracles');
  const folder = path.join(oracles, 'kubernetes-objects');
  if (!existsSync(folder)) return [];
  const resources = new Map(builtinResources().map((resource) => [typeOf(resource), resource]));
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      const read = (format: string): Buffer => readFileSync(path.join(folder, `${name}.${format}`));
      const json = JSON.parse(read('json').toString()) as ApiObject;
      const resource = resources.get(`${json.apiVersion} ${json.kind}`);
      return { name, json, yaml: read('yaml'), protobuf: read('pb'), resource };
    });
}

const typeOf = ({ group, version, kind }: ServedResource): string =>
  `${formatApiVersion(group, version)} ${kind}`;

type Json = Record<string, unknown>;
// Objects of any kind, of which all fields are there.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

/**
 * An oracle's object as somebody could create it: without what only the server sets, and with each of the alternatives
 * that it holds at once (sources of a volume, of a variable, of a metric) in an item of its own.
 */
export function asRequested(object: ApiObject, name: string): ApiObject {
  const request = spread(deepClone(object)) as ApiObject;
  const { labels, annotations, ownerReferences, finalizers } = request.metadata;
  const metadata = { name, labels, annotations, ownerReferences, finalizers } as ApiObject['metadata'];
  const whole = { ...request, metadata };
  AMENDMENTS[object.kind]?.(whole);
  return whole;
}

/** What no message of the server tells how to mend. */
const AMENDMENTS: Readonly<Record<string, (object: Loose) => void>> = {
  CronJob: ({ spec }) => jobSpec(spec.jobTemplate.spec),
  DaemonSet: ({ spec }) => workloadSpec(spec),
  Deployment: ({ spec }) => workloadSpec(spec),
  // Fields of older versions, which these refuse or drop.
  EndpointSlice: ({ endpoints }) => {
    for (const endpoint of endpoints) delete endpoint.deprecatedTopology;
  },
  Event: (event) => {
    event.type = 'Normal';
    event.series.count = 2;
    for (const key in event) if (key.startsWith('deprecated')) delete event[key];
  },
  Ingress: ({ spec }) => {
    for (const { service } of [spec.defaultBackend, spec.rules[0].http.paths[0].backend])
      delete service.port.name;
  },
  Job: ({ spec }) => jobSpec(spec),
  PersistentVolume: ({ spec }) => {
    spec.capacity = { storage: '1' };
    const kept = ['capacity', 'accessModes', 'claimRef', 'mountOptions', 'nodeAffinity', 'csi'];
    for (const key in spec) if (typeof spec[key] === 'object' && !kept.includes(key)) delete spec[key];
  },
  PersistentVolumeClaim: ({ spec }) => claimSpec(spec),
  Pod: ({ spec }) => podSpec(spec),
  PodTemplate: ({ template }) => podSpec(template.spec),
  PriorityLevelConfiguration: ({ spec }) => {
    spec.type = 'Limited';
    spec.limited.limitResponse = { type: 'Queue', queuing: { queues: 64, handSize: 2, queueLengthLimit: 3 } };
  },
  ReplicaSet: ({ spec }) => workloadSpec(spec),
  ReplicationController: ({ spec }) => {
    spec.template.metadata.labels = spec.selector;
    podSpec(spec.template.spec);
  },
  ResourceClaim: ({ spec }) => delete spec.devices.requests[0].exactly.adminAccess,
  ResourceClaimTemplate: ({ spec }) => delete spec.spec.devices.requests[0].exactly.adminAccess,
  Service: ({ spec }) => {
    spec.clusterIP = '10.96.0.77';
    spec.clusterIPs = [spec.clusterIP];
    spec.type = 'LoadBalancer';
    spec.externalTrafficPolicy = 'Local';
    spec.loadBalancerSourceRanges = ['10.0.0.0/24'];
    spec.ports[0].nodePort = 30001;
    spec.healthCheckNodePort = 30002;
  },
  StatefulSet: ({ spec }) => {
    // Messages count the volumes of claims too.
    spec.template.spec.volumes = spec.template.spec.volumes.filter(
      (volume: Loose) => volume.emptyDir !== undefined,
    );
    workloadSpec(spec);
    spec.podManagementPolicy = 'Parallel';
    spec.updateStrategy.type = 'RollingUpdate';
    for (const claim of spec.volumeClaimTemplates) {
      claim.metadata = { name: 'claim' };
      claimSpec(claim.spec);
    }
  },
  VolumeAttachment: ({ spec }) => delete spec.source.inlineVolumeSpec,
};

const claimSpec = (spec: Loose): void => {
  spec.resources = { requests: { storage: '1' } };
  delete spec.dataSource;
  delete spec.dataSourceRef.namespace;
};

function jobSpec(spec: Loose): void {
  spec.completionMode = 'Indexed';
  spec.completions = 100;
  delete spec.selector;
  delete spec.manualSelector;
  podSpec(spec.template.spec);
  spec.template.spec.restartPolicy = 'Never';
}

function workloadSpec({ selector, template }: Loose): void {
  delete selector.matchExpressions;
  template.metadata.labels = selector.matchLabels;
  podSpec(template.spec);
  template.spec.restartPolicy = 'Always';
}

function podSpec(spec: Loose): void {
  delete spec.ephemeralContainers;
  delete spec.shareProcessNamespace;
  delete spec.hostNetwork;
  delete spec.nodeName;
  spec.initContainers[0].name = 'first';
  for (const { ephemeral } of spec.volumes) {
    if (ephemeral === undefined) continue;
    const { metadata, spec: claim } = ephemeral.volumeClaimTemplate;
    ephemeral.volumeClaimTemplate.metadata = { labels: metadata.labels, annotations: metadata.annotations };
    claimSpec(claim);
  }
  for (const container of [...spec.initContainers, ...spec.containers]) {
    delete container.volumeDevices;
    const { volumeMounts, env } = container;
    for (const mount of volumeMounts) {
      mount.name = spec.volumes[0].name;
      delete mount.subPathExpr;
    }
    container.env = [{ name: 'plain', value: env[0].value }];
    for (const key in env[0].valueFrom)
      container.env.push({ name: key, valueFrom: { [key]: env[0].valueFrom[key] } });
  }
}

/** Lists whose items hold alternatives, and how one of them makes an item. */
const ALTERNATIVES: Readonly<Record<string, (item: Json, key: string, value: unknown) => Json>> = {
  volumes: (_, key, value) => ({ name: key.toLowerCase(), [key]: value }),
  sources: (_, key, value) => ({ [key]: value }),
  metrics: (_, key, value) => ({ type: key.charAt(0).toUpperCase() + key.slice(1), [key]: value }),
  envFrom: ({ prefix }, key, value) => ({ prefix, [key]: value }),
};

function spread(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spread);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const item = ALTERNATIVES[key];
      const inner = spread(child);
      if (item === undefined || !Array.isArray(inner)) return [key, inner];
      const items = inner.flatMap((one: Json) =>
        Object.entries(one).flatMap(([name, member]) =>
          isJsonObject(member) ? [item(one, name, member)] : [],
        ),
      );
      return [key, items];
    }),
  );
}
