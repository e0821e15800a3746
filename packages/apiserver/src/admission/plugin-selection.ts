/** The plugins there are, in the order of the real server (pkg/kubeapiserver/options/plugins.go, AllOrderedPlugins). */
export const ADMISSION_PLUGINS = [
  'NamespaceLifecycle',
  'ServiceAccount',
  'TaintNodesByCondition',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'DefaultIngressClass',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionWebhook',
] as const;

export type AdmissionPluginName = (typeof ADMISSION_PLUGINS)[number];

/**
 * Those that are on unless asked for. OwnerReferencesPermissionEnforcement is off in the real server too.
 * ServiceAccount is on there and off here: it refuses pods in namespaces without a service account, and the accounts
 * are made by a controller, which not every server of this kind has. Test servers commonly run without it as well.
 */
const OFF: readonly AdmissionPluginName[] = ['OwnerReferencesPermissionEnforcement', 'ServiceAccount'];

/** Which plugins are on: as the flags `--enable-admission-plugins` and `--disable-admission-plugins` of the real server. */
export interface AdmissionSelection {
  readonly enable?: readonly AdmissionPluginName[];
  readonly disable?: readonly AdmissionPluginName[];
}

/** The plugins that are on. Throws RangeError for a name that does not exist. */
export function selectedPlugins({ enable = [], disable = [] }: AdmissionSelection): Set<AdmissionPluginName> {
  for (const name of [...enable, ...disable]) {
    if (!ADMISSION_PLUGINS.includes(name))
      throw new RangeError(`there is no admission plugin ${JSON.stringify(name)}`);
  }
  const on = new Set(ADMISSION_PLUGINS.filter((name) => !OFF.includes(name)));
  for (const name of enable) on.add(name);
  for (const name of disable) on.delete(name);
  return on;
}
