/**
 * The Kubernetes client: typed and dynamic reads and writes over a Transport, watches, kubeconfig, HTTPS.
 *
 * ```ts
 * import { createClient, createHttpTransport, loadKubeconfig } from '@kubewright/client';
 * import { Deployment } from '@kubewright/api/apps/v1';
 *
 * const config = await loadKubeconfig();
 * const transport = createHttpTransport(config);
 * const client = createClient({ transport, defaultNamespace: config.namespace });
 * const { items } = await client.list(Deployment, { labelSelector: { app: 'web' } });
 * await transport.close();
 * ```
 *
 * @packageDocumentation
 */
export { createClient } from './client/create-client.js';
export type { ClientOptions } from './client/create-client.js';
export { extendClient } from './client/extend-client.js';
export type { Client, ClientOverrides, StatusClient, SubresourceClient } from './client/client.js';
export type {
  AbortOptions,
  ApplyOptions,
  CreateOptions,
  DeleteAllOfOptions,
  DeleteOptions,
  FieldWriteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  ReadOptions,
  RequestOptions,
  SelectionOptions,
  UpdateOptions,
  WatchOptions,
  WriteOptions,
} from './client/options.js';
export type { RateLimitOptions } from './client/rate-limit.js';
export type { Retry } from './client/retry.js';
export type { Write, WriteListener, WriteVerb } from './client/write.js';
export { listItems, listPages } from './client/list-pages.js';
export type { ListPagesOptions } from './client/list-pages.js';
export { isMetadataOnly, markMetadataOnly, metadataOnly } from './metadata-only.js';
export type { PartialObjectMetadata } from './metadata-only.js';
export { createToken } from './subresources/create-token.js';
export type { CreateTokenOptions, ServiceAccountToken } from './subresources/create-token.js';
export { addEphemeralContainers, bindPod, evictPod, resizePod } from './subresources/pods.js';
export type { ScaleClient } from './subresources/scale.js';
export type { ObjectOrKey } from './subresources/target.js';
export { isInitialEventsEnd, isWatchListUnsupported } from './client/initial-events.js';
export { applyPatch, jsonPatch, mergePatch, strategicMergePatch } from './patch.js';
export type { JsonPatchOperation, Patch, PatchType } from './patch.js';
export type { FieldSelectorOption, LabelSelectorOption } from './selectors.js';
export { fieldSelectorText, labelSelectorText } from './selectors.js';
export type { Bookmark, RawWatchEvent, WatchEvent, WatchEventType } from './watch/events.js';
export { DEFAULT_WATCH_IDLE_TIMEOUT_MS } from './watch/idle-timeout.js';

// Streams of pods.
export { podLogLines, podLogs } from './stream/pod-logs.js';
export type { PodLogOptions } from './stream/pod-logs.js';
export { attach, exec } from './stream/remote-command.js';
export type {
  AttachOptions,
  ExecOptions,
  RemoteCommandResult,
  TerminalSize,
} from './stream/remote-command.js';
export { listenPortForward, portForward } from './stream/port-forward.js';
export type {
  ListenPortForwardOptions,
  ListeningPortForward,
  PortForwardOptions,
} from './stream/port-forward.js';
export type { StreamClient } from './stream/pod-path.js';

// What a server serves.
export { discoverResources } from './discovery/discover-resources.js';
export type { Discovery } from './discovery/discover-resources.js';
export type { DiscoveredResource, DiscoveredSubresource } from './discovery/discovered-resource.js';
export { GroupDiscoveryError } from './discovery/group-discovery-error.js';
export type { GroupDiscoveryErrorCode } from './discovery/group-discovery-error.js';

// Reaching a cluster.
export { kubeconfigFromObject, loadClusterConfig, loadKubeconfig } from './kubeconfig/load.js';
export type { KubeconfigFromObjectOptions, LoadKubeconfigOptions } from './kubeconfig/load.js';
export { loadInClusterConfig } from './kubeconfig/in-cluster.js';
export type { LoadInClusterConfigOptions } from './kubeconfig/in-cluster.js';
export type {
  ClusterConfig,
  ContextOverrides,
  Environment,
  ExecConfig,
  Impersonation,
} from './kubeconfig/types.js';
export { createHttpTransport } from './transport/http.js';
export type { HttpTransportOptions } from './transport/http-options.js';
export type { PluginRun, RunPlugin } from './transport/exec-plugin.js';

// Errors.
export {
  ApiError,
  InvalidRequestError,
  NoKindMatchError,
  isApiError,
  isInvalidRequest,
  isNoKindMatch,
  reasonOf,
} from './errors.js';
export type { ApiErrorOptions, InvalidRequestErrorCode } from './errors.js';
export {
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotAllowed,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnsupportedMediaType,
} from './reasons.js';
export { KubeconfigError, isKubeconfigError } from './kubeconfig/errors.js';
export type { KubeconfigErrorCode } from './kubeconfig/errors.js';
export { TransportError, isTransportError } from './transport/errors.js';
export type { TransportErrorCode, TransportErrorOptions } from './transport/errors.js';

// Around requests.
export { injectFaults } from './interceptors/inject-faults.js';
export type { Fault, FaultAnswer } from './interceptors/inject-faults.js';
export { logRequests } from './interceptors/log-requests.js';
export type { LogRequestsOptions } from './interceptors/log-requests.js';
export { requestInfoOf } from './interceptors/request-info.js';
export type { RequestInfo } from './interceptors/request-info.js';
// For those who write transports, interceptors and mappers.
export { collectionNamespace, parseKey, resolveKey } from './keys.js';
export { collectionPath, objectPath } from './paths.js';
export type { KindName } from './paths.js';
export type { RestMapper } from './mapper/rest-mapper.js';
export { interceptTransport } from './transport/interceptors.js';
export type { Interceptor, NextRequest } from './transport/interceptors.js';
export { urlAddress } from './url-address.js';
export { deduplicateWarnings } from './client/warnings.js';
export type { Warning, WarningHandler } from './client/warnings.js';
