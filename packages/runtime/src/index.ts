/**
 * Runs controllers: caches that follow the API server, work queues, reconcilers, and the manager that gives them a
 * life. The names are controller-runtime's.
 *
 * ```ts
 * const controller = controllerFor(AppService)
 *   .owns(Deployment)
 *   .reconcile(async (app, { client, log }) => {
 *     const { result } = await createOrUpdate(client, deploymentOf(app), (deployment) => { ... });
 *     log.info('deployment reconciled', { result });
 *     return requeueAfter(30_000);
 *   });
 * await runOperator({ name: 'app-operator', controllers: [controller] });
 * ```
 *
 * @packageDocumentation
 */
export { controllerFor } from './controller/builder.js';
export type {
  ControllerBuilder,
  ForOptions,
  OwnsOptions,
  ReconcileFunction,
  SourceOptions,
  WatchesOptions,
} from './controller/builder.js';
export type {
  ControllerDefinition,
  ControllerOptions,
  IndexDefinition,
  MapContext,
  MapFunction,
  ReconcileContext,
  Reconciler,
  Request,
  SourceDefinition,
} from './controller/definition.js';
export type {
  ObservedReconcile,
  Outcome,
  ReconcileObserver,
  Trigger,
} from './controller/reconcile-observer.js';
export {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  handlerFuncs,
} from './controller/event-handler.js';
export type {
  EnqueueOptions,
  EventHandler,
  HandlerFunctions,
  RequestQueue,
} from './controller/event-handler.js';
export { createFinalizers, FinalizerError } from './finalizer/finalizers.js';
export type { Finalizer, FinalizerResult, Finalizers } from './finalizer/finalizers.js';
export type { CleanupFunction } from './finalizer/finalizing-reconciler.js';
export type { Source, SourceContext } from './controller/source.js';
export { createChannel } from './source/channel.js';
export type { Channel } from './source/channel.js';
export { channelSource, objectChannelSource } from './source/channel-source.js';
export type {
  ChannelSourceOptions,
  ObjectChannelSourceOptions,
  ValueStream,
} from './source/channel-source.js';
export { httpSource } from './source/http-source.js';
export type { HttpSource, HttpSourceOptions } from './source/http-source.js';
export { timerSource } from './source/timer-source.js';
export type { TimerSourceOptions } from './source/timer-source.js';
export { requeueAfter } from './controller/result.js';
export type { Result } from './controller/result.js';
export { createOrPatch, createOrUpdate } from './create-or-update.js';
export type {
  CreateOrUpdateOptions,
  CreateOrUpdateResult,
  MutateFunction,
  OperationResult,
} from './create-or-update.js';
export { findObject } from './find-object.js';
export { patchStatus, updateStatus } from './status/update-status.js';
export type { NextStatus, UpdateStatusOptions, WithStatus } from './status/update-status.js';
export { defaultBackoff, defaultRetry, retryOnConflict, retryOnError } from './retry/retry.js';
export type { RetryOptions, RetrySteps } from './retry/retry.js';
export { isWaitTimeout, waitFor, WaitTimeoutError } from './retry/wait-for.js';
export type { WaitForOptions } from './retry/wait-for.js';
export {
  annotationChanged,
  generationChanged,
  labelChanged,
  resourceVersionChanged,
} from './predicate/changes.js';
export { labelSelectorPredicate, ownerPredicate } from './predicate/metadata.js';
export { genericEvent } from './predicate/generic-event.js';
export type { GenericEvent, ObjectEvent } from './predicate/generic-event.js';
export { and, not, objectPredicate, or, predicateFuncs } from './predicate/predicate.js';
export type { Predicate, PredicateFunctions } from './predicate/predicate.js';
export type { EventApiVersion } from './events/event-broadcaster.js';
export type { EventDetails, EventRecorder } from './events/event-recorder.js';
export { runOperator } from './operator/run-operator.js';
export type { OperatorOptions } from './operator/run-operator.js';
export { preloadOperator } from './operator/preload.js';
export type { OperatorProcess, ParentProcess } from './operator/operator-process.js';
export {
  CacheReadError,
  CacheSyncError,
  isCacheSyncError,
  isManagerError,
  isTerminalError,
  ManagerError,
  ReconcileTimeoutError,
  TerminalError,
} from './errors.js';
export type { CacheReadErrorCode, ManagerErrorCode } from './errors.js';

// Running controllers without runOperator.
export { createManager } from './manager/manager.js';
export type { Manager, ManagerOptions } from './manager/manager.js';
export type { ManagerState } from './manager/lifecycle.js';
export type { ShardingOptions } from './sharding/options.js';
export type { ShardingStatus } from './sharding/sharding.js';
export { createCluster } from './cluster/cluster.js';
export type { Cluster, ClusterAccess, ClusterOptions } from './cluster/cluster.js';
export type { LeaderElectionOptions } from './leader-election/options.js';
export type { LeaderElectionStatus } from './leader-election/election.js';
export type { Runnable, RunnableGroup } from './manager/runnable.js';
export type { Activity, InformerPosition } from './activity/activity.js';
export type { Why, WhyFilter, WhyOptions } from './why/why.js';
export type {
  ExplainedCall,
  ExplainedChange,
  ExplainedReason,
  ReconcileExplanation,
} from './why/explanation.js';
export { whySentence } from './why/sentence.js';
export type { HotLoop } from './why/hot-loops.js';
export type { ReconcileFailure } from './why/last-failures.js';
export type { ReconcileCounts } from './why/reconcile-counts.js';
export type { ControllerFigures } from './controller/figures.js';
export { ping } from './health/health-checks.js';
export type { HealthCheck } from './health/health-checks.js';
export type { HealthOptions } from './health/health-server.js';
export type { DebugOptions } from './debug/debug-server.js';
export type { MetricsOptions } from './metrics/metrics-server.js';
export type { ManagerAddresses, ObservabilityOptions } from './observability/observability.js';
export type { SpanTracer, TracingOptions } from './why/reconcile-spans.js';
export { createPinoLogger } from './logging/pino-logger.js';
export type { LogLevel, PinoLoggerOptions } from './logging/pino-logger.js';
export { createPrometheusMetrics } from './metrics/prometheus-metrics.js';
export type {
  Exposition,
  PrometheusMetrics,
  PrometheusMetricsOptions,
} from './metrics/prometheus-metrics.js';
export { meterRequests } from './metrics/metered-transport.js';
export type { MeterRequestsOptions } from './metrics/metered-transport.js';
export { noMetrics } from './metrics/metrics.js';
export type {
  CertificateMetrics,
  ControllerMetrics,
  LeaderElectionMetrics,
  Metrics,
  RestClientMetrics,
  WebhookMetrics,
} from './metrics/metrics.js';
export type { RestClientMetricsOptions } from './metrics/rest-client-metrics.js';

// Webhooks.
export { admissionHandler, webhookFor } from './webhook/builder.js';
export type { WebhookBuilder, WebhookPathOptions } from './webhook/builder.js';
export type { Defaulter, UpdateContext, ValidateFunction, Validator } from './webhook/typed-handlers.js';
export type { AdmissionContext } from './webhook/admission-context.js';
export type { FieldErrors } from './webhook/field-errors.js';
export { allowed, denied, errored, patched } from './webhook/response.js';
export { authenticated, authenticationHandler, unauthenticated } from './webhook/token-review.js';
export type { Authenticator } from './webhook/token-review.js';
export { multiMutatingHandler, multiValidatingHandler } from './webhook/multi-handler.js';
export type {
  AdmissionRequest,
  AdmissionResponse,
  AdmissionUser,
  Operation,
} from './webhook/admission-review.js';
export { conversionFor } from './webhook/conversion/conversion-builder.js';
export type {
  ConversionBuilder,
  Converted,
  Spoke,
  ToHubContext,
} from './webhook/conversion/conversion-builder.js';
export type { Converter } from './webhook/conversion/converter.js';
export type {
  AdmissionHandler,
  WebhookContext,
  WebhookDefinition,
  WebhookEndpoint,
} from './webhook/definition.js';
export { createWebhookServer } from './webhook/webhook-server.js';
export type { WebhookOptions, WebhookServer, WebhookServerOptions } from './webhook/webhook-server.js';

// HTTP servers that live with a manager.
export { createServer } from './server/server.js';
export type { Server, ServerAddress, ServerOptions, TlsOptions } from './server/server.js';
export type { ServerHandler, ServerRequest, ServerResponse } from './server/handler.js';
export { isServerError, ServerError } from './server/server-error.js';
export type { ServerErrorCode } from './server/server-error.js';
export type { CertificatePair, CertificateSource } from './certificates/certificate-source.js';
export { certificatesFromFiles } from './certificates/certificate-files.js';
export type { CertificateFilesOptions } from './certificates/certificate-files.js';
export { managedCertificates } from './certificates/managed-certificates.js';
export type {
  CertificateParts,
  CertificateProvider,
  ManagedCertificatesOptions,
} from './certificates/managed-certificates.js';
export { selfSignedCertificates } from './certificates/self-signed.js';
export type { SelfSignedCertificates, SelfSignedOptions } from './certificates/self-signed.js';

// The cache and the queue, for those who build on them.
export type { Cache } from './cache/cache.js';
export { createCachingClient } from './cache/caching-client.js';
export type { CachingClientOptions } from './cache/caching-client.js';
export { allNamespaces, forKind } from './cache/cache-options.js';
export type {
  CacheSettings,
  InformerSettings,
  KindSettings,
  NamespaceSettings,
  OneKindSettings,
} from './cache/cache-options.js';
export { dropManagedFields } from './cache/object-shape.js';
export type { TransformFunction } from './cache/object-shape.js';
export { ownerUidIndex } from './cache/owner-index.js';
export type { IndexQuery, Informer, InformerHandler, InformerListOptions } from './cache/informer.js';
export type {
  AddEvent,
  DeleteEvent,
  InformerEvent,
  ObjectMetaEntry,
  StringMap,
  UpdateEvent,
} from './cache/informer-event.js';
export type { IndexFunction } from './cache/store.js';
export {
  bucketRateLimiter,
  defaultControllerRateLimiter,
  exponentialFailureRateLimiter,
  maxOfRateLimiter,
} from './queue/rate-limiter.js';
export type { RateLimiter } from './queue/rate-limiter.js';
export { createPriorityQueue, lowPriority } from './queue/priority-queue.js';
export type { PriorityQueue, PriorityQueueOptions } from './queue/priority-queue.js';
export type { QueueMetrics } from './queue/queue-metrics.js';
export { QueueHandover } from './handover/queue-handover.js';
export type { ControllerQueue, HandedOverQueue } from './handover/queue-handover.js';
export type { QueuedItem } from './queue/queued-item.js';
