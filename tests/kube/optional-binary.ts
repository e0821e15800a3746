import { existsSync } from 'node:fs';
import path from 'node:path';
import { findKubeAssets } from '@kubewright/testing';

/** A binary of kube:build that a folder named by KUBEBUILDER_ASSETS need not have: its path, or undefined. */
export function optionalBinary(name: 'helm' | 'go-operator' | 'registry' | 'crane'): string | undefined {
  const { kubectl } = findKubeAssets({ env: process.env });
  const binary = path.join(path.dirname(kubectl), name);
  return existsSync(binary) ? binary : undefined;
}
