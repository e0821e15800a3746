import type { Clock, KubernetesObject, ObjectMeta, Random } from '@kubewright/api';
import type { UserInfo } from '../pipeline/server-request.js';
import type { FieldError } from '../errors/field-error.js';

/** An object inside the server: decoded, with its type and metadata in place. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** What the rules of a kind may know besides the object. */
export interface BehaviourContext {
  readonly clock: Clock;
  readonly random: Random;
  /** Who asks. */
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** Texts for `Warning` headers of the response; of a refused write only with `always`. */
  warn(text: string, always?: boolean): void;
  /** The API group of the request: of events, which are of two, it decides which rules hold. */
  readonly requestGroup: string;
  /** Other objects, as they are now; for allocation (cluster IPs, node ports) and references. */
  readonly objects: ObjectReader;
}

export interface ObjectReader {
  get(group: string, plural: string, namespace: string | undefined, name: string): ApiObject | undefined;
  list(group: string, plural: string, namespace?: string): ApiObject[];
}

/**
 * Everything that sets one kind apart, in one place. Rules run in the order of the real registry
 * (`registry/generic/registry/store.go`): create = defaults, prepareForCreate, admission, validate; update = defaults,
 * prepareForUpdate, admission, validate, validateUpdate. All mutate or inspect plain decoded objects; none does I/O.
 * Custom resources get a behaviour made from their CustomResourceDefinition.
 *
 * @typeParam T - the type of the kind's objects
 */
export interface KindBehaviour<T extends KubernetesObject = KubernetesObject> {
  readonly group: string;
  readonly kind: string;
  /** How `metadata.name` is checked. Defaults to 'dnsSubdomain'. */
  readonly nameRule?:
    'dnsSubdomain' | 'dnsLabel' | 'dns1035Label' | 'pathSegment' | ((name: string) => string[]);
  /**
   * Has a `status` that only the status subresource writes: reset on create, kept on update; a status update keeps
   * everything else. Defaults to whether the resource has a status subresource.
   */
  readonly hasStatus?: boolean;
  /** Whether `metadata.generation` is kept: 1 on create, +1 when anything but metadata and status changes. Defaults to `hasStatus`. */
  readonly hasGeneration?: boolean;
  /** Grace period on delete in seconds; more than 0 marks first (`deletionTimestamp`) and removes later. Pods only. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number;
  /** Finalizers that the server itself adds on create (`kubernetes` in a namespace's spec is not one of these). */
  readonly defaults?: (object: T) => void;
  readonly prepareForCreate?: (object: T, context: BehaviourContext) => void;
  readonly prepareForUpdate?: (object: T, old: T, context: BehaviourContext) => void;
  readonly prepareForStatusUpdate?: (object: T, old: T, context: BehaviourContext) => void;
  /**
   * Paths of lists and maps whose presence counts while they are empty, until the object is stored; then they become
   * null or go, as all others do when they are read. `*` stands for any index.
   */
  readonly keepsEmpty?: Readonly<Record<string, 'null' | 'absent'>>;
  readonly validate?: (object: T, context: BehaviourContext) => FieldError[];
  /**
   * The kind's own rules of new objects leave the metadata alone, or look at them by themselves; the rules for all kinds
   * come after them, when they found nothing wrong. Defaults to false.
   */
  readonly judgesMetadata?: boolean;
  /** `validateUpdate` judges the whole object; `validate` is for new ones alone. Defaults to false. */
  readonly updateJudgesAll?: boolean;
  readonly validateUpdate?: (object: T, old: T, context: BehaviourContext) => FieldError[];
  readonly validateStatusUpdate?: (object: T, old: T, context: BehaviourContext) => FieldError[];
  /** Subresources besides status that take the whole object and change a part of it, by their name. */
  readonly parts?: Readonly<Record<string, PartRules<T>>>;
  /**
   * Whether what `prepareForCreate` or `prepareForUpdate` allocated is still free. Asked when somebody was waited for
   * since; when it is not, the write starts over.
   */
  readonly stillFree?: (object: T, context: BehaviourContext) => boolean;
  /**
   * Says in `context.warn` what is valid and yet old, or without effect. Asked when a valid object is created or
   * changed; `old` is undefined when it is created.
   */
  readonly warnings?: (object: T, old: T | undefined, context: BehaviourContext) => void;
  /** Called after the object is gone or changed for good: releases what was allocated. */
  readonly afterDelete?: (object: T, context: BehaviourContext) => void;
  /** Field selectors besides metadata.name and metadata.namespace: label -> value of an object. */
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>;
  /** JSON paths (without the leading dot) of the scale subresource. */
  readonly scale?: ScalePaths;
  /** Columns of Tables (kubectl get), after those of pkg/printers/internalversion/printers.go. Defaults to Name and Age. */
  readonly table?: TableLayout<T>;
  /** Annotations that stand for fields of the real server's internal form, and so are in no Table and no metadata alone. */
  readonly internalAnnotations?: readonly string[];
  /** Default deletion propagation when the request names none. Defaults to 'Background'. */
  readonly defaultPropagation?: 'Background' | 'Foreground' | 'Orphan';
  /** What a request to delete that names none is warned of. Defaults to nothing. */
  readonly defaultPropagationWarning?: string;
}

/** What a write to such a subresource may do. */
export interface PartRules<T> {
  /** Takes from the old object all that is not the part. In place. */
  prepare(object: T, old: T): void;
  validate(object: T, old: T): FieldError[];
}

export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** Path of a LabelSelector object, or of a selector in text form. */
  readonly selector?: string;
}

export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown; greater only with `-o wide`. Defaults to 0. */
  readonly priority?: number;
}

export interface TableLayout<T> {
  readonly columns: readonly TableColumn[];
  /** One cell per column. `nowMs` is the time against which ages are told. */
  row(object: T, nowMs: number): unknown[];
}

/** Keeps the type parameter checked where it is written, and lets lists hold behaviours of all kinds. */
export function behaviour<T extends KubernetesObject>(rules: KindBehaviour<T>): KindBehaviour {
  return rules as unknown as KindBehaviour;
}
