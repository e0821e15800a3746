import type { ClusterCheck, LocalCheck } from './check.js';
import { certificateExpiry } from './checks/certificate-expiry.js';
import { definitions } from './checks/definitions.js';
import { deployment } from './checks/deployment.js';
import { deploymentConfig } from './checks/deployment-config.js';
import { generatedFiles } from './checks/generated-files.js';
import { leaderLease } from './checks/leader-lease.js';
import { nodeVersion } from './checks/node-version.js';
import { operatorPermissions } from './checks/operator-permissions.js';
import { packages } from './checks/packages.js';
import { permissions } from './checks/permissions.js';
import { projectFile } from './checks/project-file.js';
import { requiredKinds } from './checks/required-kinds.js';
import { serverVersion } from './checks/server-version.js';
import { storedVersions } from './checks/stored-versions.js';
import { stuckFinalizers } from './checks/stuck-finalizers.js';
import { tsconfig } from './checks/tsconfig.js';
import { webhookEndpoints } from './checks/webhook-endpoints.js';
import { webhookTrust } from './checks/webhook-trust.js';

/** In the order in which they are told. A check that is added stands here, and in a file of its own. */
export const LOCAL_CHECKS: readonly LocalCheck[] = [
  nodeVersion,
  projectFile,
  packages,
  tsconfig,
  generatedFiles,
  deploymentConfig,
];

export const CLUSTER_CHECKS: readonly ClusterCheck[] = [
  serverVersion,
  requiredKinds,
  permissions,
  definitions,
  storedVersions,
  deployment,
  operatorPermissions,
  leaderLease,
  webhookEndpoints,
  webhookTrust,
  certificateExpiry,
  stuckFinalizers,
];
