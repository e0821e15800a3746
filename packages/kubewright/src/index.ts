/**
 * The Operator Framework for Kubernetes, in TypeScript: the door. What the author of an operator needs, from one
 * place; the built-in kinds come by group-version (`kubewright/apps/v1`, `kubewright/core/v1`).
 *
 * ```ts
 * import { controllerFor, createOrUpdate, runOperator, setControllerReference } from 'kubewright';
 * import { ConfigMap } from 'kubewright/core/v1';
 * ```
 *
 * @packageDocumentation
 */

// Describing kinds and objects.
export {
  addFinalizer,
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  controllerOf,
  createMergePatch,
  deepClone,
  defineKind,
  findStatusCondition,
  formatKey,
  hasFinalizer,
  isStatusConditionFalse,
  isStatusConditionTrue,
  jsonEquals,
  labelSelectorMatcher,
  parseLabelSelector,
  parseQuantity,
  quantityToNumber,
  removeFinalizer,
  removeStatusCondition,
  setControllerReference,
  setOwnerReference,
  setStatusCondition,
} from '@kubewright/api';
export type {
  Clock,
  Condition,
  CustomResource,
  IntOrString,
  Kind,
  KubernetesList,
  KubernetesObject,
  LabelSelector,
  Logger,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  Quantity,
  Stored,
  Time,
} from '@kubewright/api';

// Controllers and the program around them.
export {
  and,
  annotationChanged,
  controllerFor,
  createManager,
  createOrPatch,
  createOrUpdate,
  createPinoLogger,
  createPrometheusMetrics,
  generationChanged,
  labelChanged,
  not,
  or,
  predicateFuncs,
  requeueAfter,
  resourceVersionChanged,
  runOperator,
  TerminalError,
} from '@kubewright/runtime';
export type {
  ControllerBuilder,
  ControllerDefinition,
  ControllerOptions,
  EventDetails,
  EventRecorder,
  Manager,
  ManagerOptions,
  OperatorOptions,
  Predicate,
  ReconcileContext,
  Reconciler,
  Request,
  Result,
  Runnable,
} from '@kubewright/runtime';

// Talking to an API server.
export {
  applyPatch,
  createClient,
  createHttpTransport,
  isAlreadyExists,
  isApiError,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isTransportError,
  jsonPatch,
  loadClusterConfig,
  loadKubeconfig,
  mergePatch,
  strategicMergePatch,
} from '@kubewright/client';
export type { Client, ListOptions, Patch, WatchEvent } from '@kubewright/client';
