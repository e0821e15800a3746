import type { Stored } from 'kubewright';
import { Deployment } from 'kubewright/apps/v1';
import { Service } from 'kubewright/core/v1';
import type { AppService } from '../api/v1/app-service.js';

/** What the AppService decides of its Deployment; the rest is up to the server's defaults and to others. */
export function deploymentOf({ metadata: { name }, spec }: Stored<AppService>): Deployment {
  const { size = 1, image, resources, envs, ports } = spec;
  const labels = { app: name };
  return Deployment({
    metadata: { name, labels },
    spec: {
      replicas: size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name,
              image,
              ...(resources && { resources }),
              ...(envs && { env: envs }),
              ports: ports.map(({ port, targetPort = port, protocol = 'TCP' }) =>
                typeof targetPort === 'number'
                  ? { containerPort: targetPort, protocol }
                  : { containerPort: port, protocol, name: targetPort },
              ),
            },
          ],
        },
      },
    },
  });
}

/** Its Service, reachable on every node. */
export function serviceOf({ metadata: { name }, spec: { ports } }: Stored<AppService>): Service {
  const labels = { app: name };
  return Service({ metadata: { name, labels }, spec: { type: 'NodePort', selector: labels, ports } });
}
