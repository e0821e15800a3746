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
export { defineKind, formatApiVersion, parseApiVersion, pluralize } from './kind.js';
export type { GroupVersionKind, GroupVersionResource, Init, Kind, KindOptions } from './kind.js';
export { silentLogger } from './logger.js';
export type { LogFields, Logger } from './logger.js';
export { formatKey } from './meta.js';
export type { CustomResource, KubernetesList, KubernetesObject, ObjectKey, Stored, StoredMeta } from './meta.js';
export type { IntOrString, MicroTime, Quantity, RawExtension, Time } from './scalars.js';
export type { Status, StatusCause, StatusDetails, StatusReason } from './status.js';
export { systemClock, systemRandom } from './system.js';
export type { Transport, TransportBody, TransportRequest, TransportResponse } from './transport.js';

// The types of metadata, which stand in every object.
export type { Condition, LabelSelector, LabelSelectorRequirement, ManagedFieldsEntry, ObjectMeta, OwnerReference } from './groups/meta/v1.js';
