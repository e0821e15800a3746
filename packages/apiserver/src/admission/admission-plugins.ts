import type { Clock, Logger, Random } from '@kubewright/api';
import type { Authorizer } from '../pipeline/authorize.js';
import type { ResourceTable } from '../resources/resource-table.js';
import type { Storage } from '../storage/storage.js';
import type { WebhookClient } from '../webhook-client/webhook-client.js';
import type { AdmissionPlugin } from './admission.js';
import { ADMISSION_PLUGINS, selectedPlugins } from './plugin-selection.js';
import type { AdmissionPluginName, AdmissionSelection } from './plugin-selection.js';
import { compileMatchConditions } from './match-conditions.js';
import { certificateApproval } from './plugins/certificate-approval.js';
import { defaultIngressClass } from './plugins/default-ingress-class.js';
import { defaultStorageClass } from './plugins/default-storage-class.js';
import { defaultTolerationSeconds } from './plugins/default-toleration-seconds.js';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.js';
import { ownerReferencesPermissionEnforcement } from './plugins/owner-references-permission-enforcement.js';
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize.js';
import { priority } from './plugins/priority.js';
import { runtimeClass } from './plugins/runtime-class.js';
import { serviceAccount } from './plugins/service-account.js';
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection.js';
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition.js';
import { StoredObjects } from './stored-objects.js';
import { mutatingWebhooks } from './webhooks/mutating-webhooks.js';
import { validatingWebhooks } from './webhooks/validating-webhooks.js';
import { followWebhookConfigurations } from './webhooks/webhook-configurations.js';

export interface AdmissionPluginParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly resources: ResourceTable;
  readonly authorizer: Authorizer;
  readonly webhookClient: WebhookClient;
  readonly selection: AdmissionSelection;
  /** Asked after the built-in plugins, and before webhooks. */
  readonly additional: readonly AdmissionPlugin[];
}

/** The plugins that are on, in their order. */
export function admissionPlugins(parts: AdmissionPluginParts): AdmissionPlugin[] {
  const on = selectedPlugins(parts.selection);
  const create = pluginFactories(parts);
  return ADMISSION_PLUGINS.flatMap((name) => [
    ...(name === 'MutatingAdmissionWebhook' ? parts.additional : []),
    ...(on.has(name) ? [create[name]()] : []),
  ]);
}

function pluginFactories(
  parts: AdmissionPluginParts,
): Readonly<Record<AdmissionPluginName, () => AdmissionPlugin>> {
  const { clock, random, logger, storage, resources, authorizer, webhookClient: client } = parts;
  const objects = new StoredObjects(storage);
  const webhooks = (plural: Parameters<typeof followWebhookConfigurations>[1]) => ({
    client,
    clock,
    random,
    logger,
    objects,
    resources,
    configurations: followWebhookConfigurations(storage, plural, compileMatchConditions(authorizer)),
  });
  return {
    NamespaceLifecycle: () => namespaceLifecycle(objects),
    ServiceAccount: () => serviceAccount({ clock, random, objects }),
    TaintNodesByCondition: () => taintNodesByCondition(),
    Priority: () => priority(objects),
    DefaultTolerationSeconds: () => defaultTolerationSeconds(),
    DefaultStorageClass: () => defaultStorageClass(objects),
    StorageObjectInUseProtection: () => storageObjectInUseProtection(),
    OwnerReferencesPermissionEnforcement: () =>
      ownerReferencesPermissionEnforcement({ authorizer, resources }),
    PersistentVolumeClaimResize: () => persistentVolumeClaimResize(objects),
    RuntimeClass: () => runtimeClass(objects),
    CertificateApproval: () => certificateApproval(authorizer),
    DefaultIngressClass: () => defaultIngressClass(objects),
    MutatingAdmissionWebhook: () => mutatingWebhooks(webhooks('mutatingwebhookconfigurations')),
    ValidatingAdmissionWebhook: () => validatingWebhooks(webhooks('validatingwebhookconfigurations')),
  };
}
