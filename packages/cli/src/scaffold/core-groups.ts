/**
 * Groups of Kubernetes itself and the domain they stand under, as kubebuilder knows them (pkg/plugins/golang/options.go):
 * a kind of one of these that the project does not define is Kubernetes' own.
 */
export const CORE_GROUPS: ReadonlyMap<string, string> = new Map([
  ...['apps', 'autoscaling', 'batch', 'core', 'extensions', 'policy'].map((group) => [group, ''] as const),
  ...[
    'admission',
    'admissionregistration',
    'apiextensions',
    'auditregistration',
    'authentication',
    'authorization',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'imagepolicy',
    'metrics',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'setting',
    'storage',
  ].map((group) => [group, 'k8s.io'] as const),
]);
