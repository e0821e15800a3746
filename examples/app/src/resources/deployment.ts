import type { Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import type { Container, Probe, Volume } from 'kubewright/core/v1';
import type { App, AppProbe } from '../api/v1/app.js';
import { configMapName } from './config-map.js';
import { labelsOf } from './labels.js';

/** Changes with the files of the App, so that pods are replaced when one does. */
export const CONFIG_HASH_ANNOTATION = 'platform.example.com/config-hash';

/** The variable in which the container finds its port. */
export const PORT_VARIABLE = 'PORT';

export interface DeploymentOptions {
  /** Of the files that the pods get; undefined when there are none. */
  configHash: string | undefined;
  /** Undefined leaves the number of pods to whoever owns the field. */
  replicas: number | undefined;
}

/** The pods of an App. */
export function deploymentOf(app: Stored<App>, { configHash, replicas }: DeploymentOptions): Deployment {
  const { name } = app.metadata;
  const labels = labelsOf(app);
  const volume = configVolume(app);
  return Deployment({
    metadata: { name, labels },
    spec: {
      ...(replicas !== undefined && { replicas }),
      selector: { matchLabels: labels },
      template: {
        metadata: {
          labels,
          ...(configHash !== undefined && { annotations: { [CONFIG_HASH_ANNOTATION]: configHash } }),
        },
        spec: {
          containers: [containerOf(app)],
          ...(volume !== undefined && { volumes: [volume] }),
        },
      },
    },
  });
}

function containerOf({ spec }: Stored<App>): Container {
  const { image, port = 8080, env = [], resources, config, probes = {} } = spec;
  return {
    name: 'app',
    image,
    ports: [{ name: 'http', containerPort: port }],
    env: [{ name: PORT_VARIABLE, value: String(port) }, ...env],
    ...(resources !== undefined && { resources }),
    ...(config !== undefined && {
      volumeMounts: [{ name: 'config', mountPath: config.mountPath ?? '/etc/app', readOnly: true }],
    }),
    ...(probes.liveness !== undefined && { livenessProbe: probeOf(probes.liveness) }),
    ...(probes.readiness !== undefined && { readinessProbe: probeOf(probes.readiness) }),
    ...(probes.startup !== undefined && { startupProbe: probeOf(probes.startup) }),
  };
}

function probeOf({ path = '/', ...times }: AppProbe): Probe {
  return { httpGet: { path, port: 'http' }, ...times };
}

/** The files of the referenced ConfigMap, and over them those of the App: of equal names the later source wins. */
function configVolume(app: Stored<App>): Volume | undefined {
  const { config } = app.spec;
  if (config === undefined) return undefined;
  const { data, configMapRef } = config;
  const names = [configMapRef?.name, data && configMapName(app)].filter((name) => name !== undefined);
  return { name: 'config', projected: { sources: names.map((name) => ({ configMap: { name } })) } };
}
