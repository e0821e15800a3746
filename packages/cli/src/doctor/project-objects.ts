import { existsSync } from 'node:fs';
import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import type { Deployment } from '@kubewright/api/apps/v1';
import { definitionObjects, deploymentObjects } from '../deploy/project-objects.js';

/** What `deploy` applies, or where nothing is deployed, the CRDs that `install` applies. */
export async function projectObjects(
  folder: string,
  kustomization: string,
): Promise<{ objects: readonly KubernetesObject[]; from: string }> {
  return existsSync(path.join(folder, kustomization))
    ? { objects: await deploymentObjects({ folder, kustomization }), from: kustomization }
    : { objects: await definitionObjects(folder), from: 'config/crd' };
}

export function definitionsIn(objects: readonly KubernetesObject[]): CustomResourceDefinition[] {
  return objects.filter(
    (object): object is CustomResourceDefinition => object.kind === 'CustomResourceDefinition',
  );
}

/** The operator's Deployment: the only one, or the one that is labelled or named as the manager. */
export function operatorIn(objects: readonly KubernetesObject[]): Deployment | undefined {
  const deployments = objects.filter((object): object is Deployment => object.kind === 'Deployment');
  return (
    deployments.find(({ metadata }) => metadata?.labels?.['control-plane'] === 'controller-manager') ??
    deployments.find(({ metadata }) => metadata?.name?.endsWith('controller-manager') === true) ??
    deployments[0]
  );
}

export function namespaceOf({ metadata }: KubernetesObject): string {
  return metadata?.namespace ?? 'default';
}
