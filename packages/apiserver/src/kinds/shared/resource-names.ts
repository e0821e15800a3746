import { validateLabelKey } from '@kubewright/api';
import { invalid, notSupported } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { faults } from './rules.js';

// The classes of resource names of Kubernetes `pkg/apis/core/helper/helpers.go`.

const STANDARD_RESOURCES = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
]);
const CONTAINER_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);

export const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
const isQuotaHugePages = (name: string): boolean =>
  isHugePages(name) || name.startsWith('requests.hugepages-');

/** Whether the name belongs to Kubernetes itself. */
const isNativeResource = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

/** Whether requests may stay below limits. */
export const isOvercommitAllowed = (name: string): boolean => isNativeResource(name) && !isHugePages(name);

/** Whether the name is that of a device or another resource that nodes advertise: `example.com/gpu`. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false;
  return validateLabelKey(`requests.${name}`).length === 0;
}

export function resourceName(errors: FieldError[], path: string, name: string): void {
  if (STANDARD_RESOURCES.has(name)) return;
  const messages = validateLabelKey(name);
  faults(errors, path, name, messages);
  if (messages.length === 0 && !name.includes('/') && !isQuotaHugePages(name)) {
    errors.push(invalid(path, name, 'must be a standard resource type or fully qualified'));
  }
}

export function containerResourceName(errors: FieldError[], path: string, name: string): void {
  if (CONTAINER_RESOURCES.has(name)) return;
  resourceName(errors, path, name);
  if (!name.includes('/')) {
    if (!isHugePages(name)) errors.push(invalid(path, name, 'must be a standard resource for containers'));
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    errors.push(invalid(path, name, "doesn't follow extended resource name standard"));
  }
}

/** Resources that may be requested for a pod as a whole. */
export function podResourceName(errors: FieldError[], path: string, name: string): void {
  const before = errors.length;
  resourceName(errors, path, name);
  if (errors.length > before || name === 'cpu' || name === 'memory' || isHugePages(name)) return;
  errors.push(notSupported(path, name, ['cpu', 'hugepages-', 'memory']));
}

/** Whether the name is one that Kubernetes itself counts for quotas. */
export const isStandardQuotaResource = (name: string): boolean =>
  (STANDARD_RESOURCES.has(name) && name !== 'storage') || isQuotaHugePages(name);

/** Names that a ResourceQuota may limit. */
export function quotaResourceName(errors: FieldError[], path: string, name: string): void {
  resourceName(errors, path, name);
  if (!name.includes('/') && !isStandardQuotaResource(name)) {
    errors.push(invalid(path, name, 'must be a standard resource for quota'));
  }
}
