/**
 * A Kubernetes API server inside the Node process: what kubectl, helm and operators need of kube-apiserver 1.36, with
 * its objects in memory.
 *
 * ```ts
 * import { createApiServer } from '@kubewright/apiserver';
 *
 * const server = createApiServer();
 * const { url, token, caCertificatePem } = await server.listen();
 * await server.close();
 * ```
 *
 * @packageDocumentation
 */
export { createApiServer } from './create-api-server.js';
export type { ApiServer, ApiServerOptions, WebhookOptions } from './api-server.js';
export { isListenError, ListenError } from './transport/listening.js';
export type { ServiceAccountOptions } from './tokens/service-account-tokens.js';
export type { ListenErrorCode, Listening, ListenOptions } from './transport/listening.js';

// For those who decide who may do what, or look at writes before they are made.
export type {
  AdmissionAttributes,
  AdmissionOperation,
  AdmissionPlugin,
  GroupVersionKind,
  Reinvocation,
} from './admission/admission.js';
export type { AdmissionPluginName, AdmissionSelection } from './admission/plugin-selection.js';
export { isStatusError, StatusError } from './errors/status-error.js';
export type { ApiObject, KindBehaviour } from './kinds/behaviour.js';
export type { Authenticator } from './pipeline/authenticate.js';
export { alwaysAllowAuthenticated } from './pipeline/authorize.js';
export type { AuthorizationAttributes, Authorizer, Decision, UserRules } from './pipeline/authorize.js';
export type { ServerRequest, UserInfo } from './pipeline/server-request.js';
export type { ServedResource, ServedSubresource } from './resources/served-resource.js';

// For those who answer for webhooks.
export type {
  ServiceResolver,
  WebhookAddress,
  WebhookCaller,
  WebhookRequest,
  WebhookResponse,
  WebhookService,
} from './webhook-client/webhook-caller.js';
// For those who run pods.
export type { ContainerLogRequest, NodeConnector } from './nodes/node-connector.js';

// For those who keep objects elsewhere than in memory.
export { createMemoryStorage } from './storage/memory-storage.js';
export type { MemoryStorageOptions } from './storage/memory-storage.js';
export type {
  EncodedObject,
  EntryList,
  Storage,
  StorageEvent,
  StorageListener,
  StorageWatch,
  StoredEntry,
} from './storage/storage.js';
