import type { Stored } from 'kubewright';
import type { Deployment } from 'kubewright/apps/v1';
import type { Container, ContainerPort, Service, ServicePort } from 'kubewright/core/v1';
import type { AppService } from '../api/v1/app-service.js';

const labelsOf = (app: Stored<AppService>): Record<string, string> => ({ app: app.metadata.name });

/**
 * Sets the fields of the Deployment that the AppService decides, and leaves the others (the server's defaults, what
 * other controllers wrote) as they are: a converged Deployment comes out unchanged.
 */
export function configureDeployment(deployment: Deployment, app: Stored<AppService>): void {
  const labels = labelsOf(app);
  const current = deployment.spec;
  deployment.metadata = { ...deployment.metadata, labels: { ...deployment.metadata?.labels, ...labels } };
  deployment.spec = {
    ...current,
    replicas: app.spec.size ?? 1,
    selector: current?.selector ?? { matchLabels: labels },
    template: {
      ...current?.template,
      metadata: {
        ...current?.template.metadata,
        labels: { ...current?.template.metadata?.labels, ...labels },
      },
      spec: {
        ...current?.template.spec,
        containers: [containerOf(app, current?.template.spec?.containers[0])],
      },
    },
  };
}

function containerOf(app: Stored<AppService>, current: Container | undefined): Container {
  return {
    ...current,
    name: app.metadata.name,
    image: app.spec.image,
    resources: app.spec.resources ?? {},
    ports: app.spec.ports.map(containerPortOf),
    env: app.spec.envs ?? [],
  };
}

function containerPortOf(port: ServicePort): ContainerPort {
  const containerPort = typeof port.targetPort === 'number' ? port.targetPort : port.port;
  const name = typeof port.targetPort === 'string' ? port.targetPort : undefined;
  return { ...(name === undefined ? {} : { name }), containerPort, protocol: port.protocol ?? 'TCP' };
}

/** As `configureDeployment`, for the Service of type NodePort. Allocated node ports stay. */
export function configureService(service: Service, app: Stored<AppService>): void {
  const current = service.spec;
  const labels = labelsOf(app);
  service.metadata = { ...service.metadata, labels: { ...service.metadata?.labels, ...labels } };
  service.spec = {
    ...current,
    type: 'NodePort',
    selector: labels,
    ports: app.spec.ports.map((port) => {
      const allocated = current?.ports?.find(
        (p) => p.port === port.port && (p.name ?? '') === (port.name ?? ''),
      );
      return {
        ...(allocated?.nodePort === undefined ? {} : { nodePort: allocated.nodePort }),
        protocol: 'TCP' as const,
        targetPort: port.port,
        ...port,
      };
    }),
  };
}
