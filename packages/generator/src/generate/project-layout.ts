import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where a project keeps its manifests, relative to its folder. */
export interface ProjectLayout {
  readonly crds: string;
  readonly roles: string;
  readonly webhooks: string;
}

/**
 * The places of kubebuilder's projects. CRDs stand in `config/crd/bases`, or in `config/crd` itself in projects that have
 * manifests there and no kustomization that says otherwise.
 */
export function projectLayout(folder: string): ProjectLayout {
  return {
    crds: keepsCrdsDirectly(join(folder, 'config', 'crd')) ? 'config/crd' : 'config/crd/bases',
    roles: 'config/rbac/role.yaml',
    webhooks: 'config/webhook/manifests.yaml',
  };
}

function keepsCrdsDirectly(folder: string): boolean {
  if (!existsSync(folder) || existsSync(join(folder, 'bases'))) return false;
  const files = readdirSync(folder);
  return !files.includes('kustomization.yaml') && files.some((file) => file.endsWith('.yaml'));
}
