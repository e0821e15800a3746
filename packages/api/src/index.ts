/**
 * The vocabulary of Kubernetes: kinds, metadata, quantities, selectors, patches. Pure: no I/O and no Node imports.
 * Built-in kinds come by group-version, so that a program loads only what it names:
 *
 * ```ts
 * import { Deployment } from '@kubewright/api/apps/v1';
 * const draft = Deployment({ metadata: { name: 'web' }, spec: { selector: {}, template: {} } });
 * ```
 *
 * @packageDocumentation
 */
export { abortReason, sleep } from './clock.js';
export type { Clock, Random, Timer } from './clock.js';
export {
  ConditionError,
  conditionsOf,
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from './condition.js';
export type { ConditionInit, ConditionLike } from './condition.js';
export { FieldSelectorError, formatFieldSelector, parseFieldSelector } from './field-selector.js';
export type { FieldRequirement, FieldSelectorMatcher } from './field-selector.js';
export { hasApplied } from './applied-fields.js';
export { addFinalizer, hasFinalizer, removeFinalizer } from './finalizer.js';
export { deepClone, isJsonObject, jsonEquals } from './json.js';
export type { JsonObject } from './json.js';
export {
  endOfJsonString,
  endOfJsonValue,
  scanJsonArray,
  scanJsonObject,
  skipJsonSpace,
} from './json-bytes.js';
export { defineKind, formatApiVersion, parseApiVersion, pluralize } from './kind.js';
export type { GroupVersionKind, GroupVersionResource, Init, Kind, KindOptions } from './kind.js';
export { KUBERNETES_VERSION } from './kubernetes-version.js';
export { formatLabelSelector, labelSelectorMatcher, parseLabelSelector } from './label-selector.js';
export type { LabelSelectorMatcher } from './label-selector.js';
export { LabelSelectorError } from './label-selector-requirement.js';
export type { LabelOperator, LabelRequirement } from './label-selector-requirement.js';
export { silentLogger } from './logger.js';
export type { LogFields, Logger } from './logger.js';
export { formatKey } from './meta.js';
export { didYouMean, nearest } from './nearest.js';
export type {
  CustomResource,
  KubernetesList,
  KubernetesObject,
  ObjectKey,
  Stored,
  StoredMeta,
  Unstructured,
} from './meta.js';
export {
  AlreadyOwnedError,
  controllerOf,
  hasControllerReference,
  hasOwnerReference,
  isAlreadyOwned,
  OwnerReferenceError,
  ownerReference,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './owner-reference.js';
export type { OwnerName, OwnerReferenceOptions } from './owner-reference.js';
export { createJsonPatch } from './patch/create-json-patch.js';
export { createStrategicMergePatch } from './patch/create-strategic-merge-patch.js';
export { applyJsonPatch } from './patch/json-patch.js';
export type { JsonPatchOperation, JsonPatchOptions } from './patch/json-patch.js';
export { applyMergePatch, createMergePatch } from './patch/merge-patch.js';
export type { MergePatchOptions } from './patch/merge-patch.js';
export { isPatchError, PatchError } from './patch/patch-error.js';
export type { PatchErrorCode } from './patch/patch-error.js';
export type { FieldPatchRule, SchemaLookup } from './patch/schema-lookup.js';
export { applyStrategicMergePatch } from './patch/strategic-merge-patch.js';
export {
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  formatQuantity,
  parseQuantity,
  QuantityError,
  quantityToNumber,
} from './quantity.js';
export type { QuantityFormat, QuantityValue } from './quantity.js';
export type {
  bytes,
  dateTime,
  double,
  Duration,
  float,
  int32,
  int64,
  IntOrString,
  MicroTime,
  Quantity,
  RawExtension,
  Time,
} from './scalars.js';
export type { Status, StatusCause, StatusDetails, StatusReason } from './status.js';
export { systemClock, systemRandom } from './system.js';
export { TokenBucket } from './token-bucket.js';
export type { TokenBucketOptions } from './token-bucket.js';
export { isoMicroTime, isoTime } from './time.js';
export type {
  DuplexConnection,
  Transport,
  TransportBody,
  TransportRequest,
  TransportResponse,
  UpgradeRequest,
  UpgradeResponse,
} from './transport.js';
export {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelKey,
  validateLabelValue,
} from './validation.js';

// The types of metadata, which stand in every object.
export type {
  Condition,
  LabelSelector,
  LabelSelectorRequirement,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from './groups/meta/v1.js';
