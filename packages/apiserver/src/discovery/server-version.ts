import { KUBERNETES_VERSION } from '@kubewright/api';

/** What `/version` says: the Kubernetes release whose behaviour this server follows. */
export const serverVersion = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: `v${KUBERNETES_VERSION}`,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '2026-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'kubewright',
  platform: 'nodejs',
} as const;
