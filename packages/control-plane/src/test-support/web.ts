import { Deployment } from '@kubewright/api/apps/v1';
import type { DeploymentSpec } from '@kubewright/api/apps/v1';
import { Service } from '@kubewright/api/core/v1';

/** A Deployment `web` in the default namespace with three replicas of one container. */
export function webDeployment(spec: Partial<DeploymentSpec> = {}, image = 'nginx:1'): Deployment {
  return Deployment({
    metadata: { name: 'web', namespace: 'default', labels: { app: 'web' }, annotations: { note: 'x' } },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'nginx', image, ports: [{ name: 'http', containerPort: 80 }] }] },
      },
      ...spec,
    },
  });
}

/** A Service `web` for the pods of `webDeployment`, one port by name and one by number. */
export function webService(): Service {
  return Service({
    metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
    spec: {
      selector: { app: 'web' },
      ports: [
        { name: 'a', port: 80, targetPort: 'http' },
        { name: 'b', port: 81, targetPort: 8081 },
      ],
    },
  });
}
