import type { Stored } from 'kubewright';
import { Service } from 'kubewright/core/v1';
import type { App } from '../api/v1/app.js';
import { labelsOf } from './labels.js';

/** The Service of an App. Its target is a name, so that pods with the port before and after a change are both found. */
export function serviceOf(app: Stored<App>): Service {
  const labels = labelsOf(app);
  const { port = 8080 } = app.spec;
  return Service({
    metadata: { name: app.metadata.name, labels },
    spec: { selector: labels, ports: [{ name: 'http', port, targetPort: 'http' }] },
  });
}
