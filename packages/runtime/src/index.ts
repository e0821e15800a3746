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
  OwnsOptions,
  ReconcileFunction,
  SourceOptions,
} from './controller/builder.js';
export type {
  ControllerDefinition,
  ControllerOptions,
  MapContext,
  MapFunction,
  ReconcileContext,
  Reconciler,
  Request,
  SourceDefinition,
} from './controller/definition.js';
export { requeueAfter } from './controller/result.js';
export type { Result } from './controller/result.js';
export { createOrPatch, createOrUpdate } from './create-or-update.js';
export type {
  CreateOrUpdateOptions,
  CreateOrUpdateResult,
  MutateFunction,
  OperationResult,
} from './create-or-update.js';
export {
  annotationChanged,
  generationChanged,
  labelChanged,
  resourceVersionChanged,
} from './predicate/changes.js';
export { and, not, or, predicateFuncs } from './predicate/predicate.js';
export type { Predicate, PredicateFunctions } from './predicate/predicate.js';
export type { EventDetails, EventRecorder } from './events/event-recorder.js';
export { runOperator } from './operator/run-operator.js';
export type { OperatorOptions } from './operator/run-operator.js';
export type { OperatorProcess } from './operator/operator-process.js';
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
export type { Manager, ManagerOptions, ManagerState } from './manager/manager.js';
export type { Runnable, RunnableGroup } from './manager/runnable.js';
export type { Activity, InformerPosition } from './activity/activity.js';
export { createPinoLogger } from './logging/pino-logger.js';
export type { LogLevel, PinoLoggerOptions } from './logging/pino-logger.js';
export { createPrometheusMetrics } from './metrics/prometheus-metrics.js';
export type { PrometheusMetrics, PrometheusMetricsOptions } from './metrics/prometheus-metrics.js';
export { noMetrics } from './metrics/metrics.js';
export type { ControllerMetrics, Metrics } from './metrics/metrics.js';

// The cache and the queue, for those who build on them.
export type { Cache } from './cache/cache.js';
export { createCachingClient } from './cache/caching-client.js';
export type { CachingClientOptions } from './cache/caching-client.js';
export type { Informer, InformerHandler, InformerListOptions } from './cache/informer.js';
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
export type { TokenBucketOptions } from './internal/token-bucket.js';
export { createRateLimitingQueue } from './queue/rate-limiting-queue.js';
export type { RateLimitingQueue, RateLimitingQueueOptions } from './queue/rate-limiting-queue.js';
export type { DelayingQueue } from './queue/delaying-queue.js';
export type { QueueMetrics } from './queue/queue-metrics.js';
export type { WorkQueue, WorkQueueOptions } from './queue/work-queue.js';
