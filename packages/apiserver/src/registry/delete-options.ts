import { badRequestError, conflictError, invalidError } from '../errors/status-error.js';
import { invalid, notSupported } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ServedResource } from '../resources/served-resource.js';
import { aboutKind, aboutResource } from './about.js';

/** How to delete (meta/v1 DeleteOptions). */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: readonly string[];
}

/** The type that Go reads first, as it prints it. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Checks what came as DeleteOptions; throws StatusError 400 or 422. */
export function checkDeleteOptions(value: unknown): DeleteOptions {
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const given = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    throw badRequestError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${given} into Go value of type ${TYPE_META}`,
    );
  }
  const options = value as DeleteOptions & { kind?: unknown; apiVersion?: unknown };
  if (options.kind !== undefined && options.kind !== '' && options.kind !== 'DeleteOptions') {
    const kind = JSON.stringify(options.kind);
    const version = JSON.stringify(options.apiVersion ?? 'meta.k8s.io/v1');
    throw badRequestError(
      `no kind ${kind} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  const errors: FieldError[] = [];
  const { propagationPolicy, orphanDependents, gracePeriodSeconds, dryRun } = options;
  if (
    gracePeriodSeconds !== undefined &&
    gracePeriodSeconds !== null &&
    !Number.isInteger(gracePeriodSeconds)
  ) {
    throw badRequestError(
      `json: cannot unmarshal ${typeof gracePeriodSeconds} into Go struct field DeleteOptions.gracePeriodSeconds of type int64`,
    );
  }
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    errors.push(
      invalid(
        'propagationPolicy',
        propagationPolicy,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    );
  }
  if (propagationPolicy !== undefined && !POLICIES.includes(propagationPolicy)) {
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']));
  }
  if (dryRun !== undefined && dryRun.some((directive) => directive !== 'All')) {
    errors.push(notSupported('dryRun', dryRun, ['All']));
  }
  if (errors.length > 0) throw invalidError({ group: 'meta.k8s.io', resource: 'DeleteOptions' }, '', errors);
  return options;
}

const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan'];

/** Throws 409 when the object is not the one that was meant (apiserver `registry/rest/delete.go`). */
export function checkDeletePreconditions(
  options: DeleteOptions,
  object: ApiObject,
  resource: ServedResource,
): void {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const { metadata } = object;
  const about = aboutKind(resource);
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  if (isNamespace) return checkNamespace(options, object, resource);
  if (uid !== undefined && uid !== metadata.uid) {
    const message = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid ?? ''}). The object might have been deleted and then recreated`;
    throw conflictError(about, metadata.name ?? '', message);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const message = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion ?? ''}). The object might have been modified`;
    throw conflictError(about, metadata.name ?? '', message);
  }
}

/** The store of namespaces compares by itself, in words of its own (pkg/registry/core/namespace/storage, Delete). */
function checkNamespace(
  { preconditions }: DeleteOptions,
  { metadata: { name = '', uid, resourceVersion } }: ApiObject,
  resource: ServedResource,
): void {
  const compare = (what: string, wanted: string | undefined, actual: string | undefined): void => {
    if (wanted === undefined || wanted === actual) return;
    const message = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${actual ?? ''}`;
    throw conflictError(aboutResource(resource), name, message);
  };
  compare('UID', preconditions?.uid, uid);
  compare('ResourceVersion', preconditions?.resourceVersion, resourceVersion);
}
