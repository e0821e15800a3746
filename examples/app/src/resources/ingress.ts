import type { Stored } from 'kubewright';
import { Ingress } from 'kubewright/networking/v1';
import type { App } from '../api/v1/app.js';
import { labelsOf } from './labels.js';

/** The Ingress of an App; undefined when it is not reachable from outside. */
export function ingressOf(app: Stored<App>): Ingress | undefined {
  const { ingress } = app.spec;
  if (ingress === undefined) return undefined;
  const { name } = app.metadata;
  const { host, path = '/', className, tlsSecretName, annotations } = ingress;
  const backend = { service: { name, port: { name: 'http' } } };
  return Ingress({
    metadata: { name, labels: labelsOf(app), ...(annotations !== undefined && { annotations }) },
    spec: {
      ...(className !== undefined && { ingressClassName: className }),
      ...(tlsSecretName !== undefined && { tls: [{ hosts: [host], secretName: tlsSecretName }] }),
      rules: [{ host, http: { paths: [{ path, pathType: 'Prefix', backend }] } }],
    },
  });
}

/** Where people reach the App. */
export function urlOf({ spec: { ingress } }: Stored<App>): string | undefined {
  if (ingress === undefined) return undefined;
  const { host, path = '/', tlsSecretName } = ingress;
  return `${tlsSecretName === undefined ? 'http' : 'https'}://${host}${path === '/' ? '' : path}`;
}
