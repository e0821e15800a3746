import type { GroupVersionKind, KubernetesObject } from '@kubewright/api';

import type { WebhookContext } from '../definition.js';

/** Turns objects of one kind between its versions. */
export interface Converter {
  readonly group: string;
  readonly kind: string;
  /** The resource name, as in the name of its CustomResourceDefinition. */
  readonly plural: string;
  /** The versions it knows, the hub first. */
  readonly versions: readonly GroupVersionKind[];
  /** The object in another version; the argument is left alone. What it throws is told to the API server. */
  convert(object: KubernetesObject, apiVersion: string, context: WebhookContext): Promise<KubernetesObject>;
}
