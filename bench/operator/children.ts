import type { Stored } from 'kubewright';
import type { Deployment } from 'kubewright/apps/v1';
import type { Service } from 'kubewright/core/v1';

import type { AppService } from './app-service.js';

export function configureDeployment(deployment: Deployment, { metadata, spec }: Stored<AppService>): void {
  const labels = { app: metadata.name };
  deployment.metadata = { ...deployment.metadata, labels };
  const template = deployment.spec?.template;
  const container = template?.spec?.containers[0];
  deployment.spec = {
    ...deployment.spec,
    replicas: spec.size,
    selector: deployment.spec?.selector ?? { matchLabels: labels },
    template: {
      metadata: { ...template?.metadata, labels },
      spec: {
        ...template?.spec,
        containers: [
          {
            ...container,
            name: 'app',
            image: spec.image,
            ports: [{ ...container?.ports?.[0], containerPort: spec.port }],
          },
        ],
      },
    },
  };
}

export function configureService(service: Service, { metadata, spec }: Stored<AppService>): void {
  const labels = { app: metadata.name };
  service.metadata = { ...service.metadata, labels };
  const ports = [{ ...service.spec?.ports?.[0], port: 80, targetPort: spec.port }];
  service.spec = { ...service.spec, selector: labels, ports };
}
