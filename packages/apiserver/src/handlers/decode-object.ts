import { jsonType } from '../errors/go-text.js';
import { formatApiVersion, isJsonObject, parseApiVersion } from '@kubewright/api';
import type { ObjectMeta } from '@kubewright/api';
import { invalid } from '../errors/field-error.js';
import { badRequestError, invalidError, WrongObjectError } from '../errors/status-error.js';
import type { StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { parseBody, readBody, summary, UnreadableBodyError } from '../pipeline/parse-body.js';
import { StrictFaults } from '../pipeline/strict-faults.js';
import { emptyFieldsOf } from '../registry/empty-fields.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ResourceCall } from './resource-call.js';
import type { FieldValidation } from './write-options.js';

/** The type of a body: a resource, or a kind that only subresources take, such as Scale. */
export type BodyType = Pick<ServedResource, 'group' | 'version' | 'kind' | 'custom' | 'schema'> &
  Partial<Pick<ServedResource, 'behaviour'>>;

/** The object in the body of a create or update, checked, pruned, and defaulted. Throws StatusError 400, 413 or 415. */
export async function decodeBody(
  call: ResourceCall,
  resource: BodyType,
  fieldValidation: FieldValidation,
): Promise<ApiObject> {
  const body = await readBody(call.request, { protobuf: !resource.custom });
  try {
    const { kind } = resource;
    const expected = { kind, apiVersion: formatApiVersion(resource.group, resource.version) };
    const strict = new StrictFaults();
    const parsed = await parseBody(body, expected, strict);
    const value = resource.custom ? parsed : (strict.merged() ?? parsed);
    return decode(call, resource, value, fieldValidation, (unknown) => strict.with(unknown, resource));
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    throw badRequestError(
      `the object provided is unrecognized (must be of type ${resource.kind}): ${error.message} (${summary(body.bytes)})`,
    );
  }
}

/**
 * The same for a value that is JSON already, the result of a patch. `faults` is what strict decoding found before.
 * Throws UnreadableBodyError for what is no object, and WrongObjectError.
 */
export function decodeValue(
  call: Pick<ResourceCall, 'server' | 'warnings'>,
  resource: BodyType,
  give: () => unknown,
  fieldValidation: FieldValidation,
  faults: readonly string[],
): ApiObject {
  const all = (unknown: readonly string[]): string[] => [...faults, ...unknownFields(unknown)];
  return decode(call, resource, give(), fieldValidation, all, true);
}

/**
 * The same for the result of a strategic merge patch, which no decoder of the real server sees: it says in other words
 * what does not fit, and does not mind what the patch does to `apiVersion` and `kind`. Asks for the value a second time
 * when something is wrong with the first.
 */
export function convertValue(
  call: Pick<ResourceCall, 'server' | 'warnings'>,
  resource: BodyType,
  give: () => unknown,
  fieldValidation: FieldValidation,
  faults: readonly string[],
): ApiObject {
  const object = give() as ApiObject;
  if (faults.length === 0 && fits(resource, object)) return finished(resource, object);
  const converted = give() as ApiObject;
  const unknown = resource.schema.convert?.(converted) ?? [];
  converted.apiVersion = formatApiVersion(resource.group, resource.version);
  converted.kind = resource.kind;
  (converted as { metadata: unknown }).metadata ??= {};
  keepReset(converted);
  decodeFields(resource, converted);
  reportStrictFaults(call, resource, [...faults, ...unknownFields(unknown)], fieldValidation);
  return finished(resource, converted);
}

/** Whether the decoder of JSON has nothing to say of an object; decodes it. */
function fits(resource: BodyType, object: ApiObject): boolean {
  const { group, version, kind } = resource;
  if (object.kind !== kind || object.apiVersion !== formatApiVersion(group, version)) return false;
  if (!isJsonObject(object.metadata)) return false;
  keepReset(object);
  try {
    return decodeFields(resource, object).length === 0;
  } catch (error) {
    if (error instanceof WrongObjectError) return false;
    throw error;
  }
}

function decode(
  call: Pick<ResourceCall, 'server' | 'warnings'>,
  resource: BodyType,
  given: unknown,
  fieldValidation: FieldValidation,
  faultsWith: (unknown: readonly string[]) => string[],
  isPatched = false,
): ApiObject {
  // Go reads null as an object without fields.
  const value = given ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
    throw new UnreadableBodyError(message);
  }
  if (resource.custom) checkTyped(given);
  const object = value as ApiObject;
  if (isOfNoVersion(call, resource, object))
    reportStrictFaults(call, resource, faultsWith(fieldsWithoutSchema(object)), fieldValidation);
  checkType(call, resource, object, isPatched);
  checkMetadata(resource, object);
  keepReset(object);
  const unknown = decodeFields(resource, object);
  reportStrictFaults(call, resource, faultsWith(unknown), fieldValidation);
  return finished(resource, object);
}

/** Decoding takes empty lists and maps for absent ones; those that count are put back. */
function decodeFields({ schema, behaviour }: BodyType, object: ApiObject): string[] {
  if (behaviour?.keepsEmpty === undefined) return schema.decode(object);
  const empty = emptyFieldsOf(object, behaviour.keepsEmpty);
  const unknown = schema.decode(object);
  for (const { parent, name, value } of empty) parent[name] = value;
  return unknown;
}

/** Whether a custom resource says to be of a version that its definition does not have: nothing is known of its fields then. */
function isOfNoVersion({ server }: Pick<ResourceCall, 'server'>, type: BodyType, object: ApiObject): boolean {
  if (!type.custom || object.kind !== type.kind || typeof object.apiVersion !== 'string') return false;
  const [group, version, ...rest] = object.apiVersion.split('/');
  if (group !== type.group || version === undefined || version === type.version || rest.length > 0)
    return false;
  return !server.resources
    .all()
    .some((known) => known.group === group && known.version === version && known.kind === type.kind);
}

const fieldsWithoutSchema = (object: ApiObject): string[] =>
  Object.keys(object)
    .filter((field) => !['apiVersion', 'kind', 'metadata'].includes(field))
    .sort();

function finished({ schema }: BodyType, object: ApiObject): ApiObject {
  schema.applyDefaults(object);
  object.metadata ??= {};
  return object;
}

function checkType(
  call: Pick<ResourceCall, 'server'>,
  resource: BodyType,
  object: ApiObject,
  isPatched: boolean,
): void {
  const expected = formatApiVersion(resource.group, resource.version);
  const given = object as { apiVersion?: unknown; kind?: unknown };
  for (const field of ['apiVersion', 'kind'] as const) {
    const type = given[field];
    if (type === undefined || type === null || typeof type === 'string') continue;
    throw new UnreadableBodyError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(type)} into Go struct field .${field} of type string`,
    );
  }
  object.apiVersion =
    typeof given.apiVersion === 'string' && given.apiVersion !== '' ? given.apiVersion : expected;
  object.kind = typeof given.kind === 'string' && given.kind !== '' ? given.kind : resource.kind;
  if (object.apiVersion === expected) {
    if (object.kind === resource.kind) return;
    if (resource.custom) throw wrongKindError(object, 'kind', resource.kind);
  }
  // Patches leave the version to validation.
  if (resource.custom && isPatched && object.kind === resource.kind)
    throw wrongKindError(object, 'apiVersion', expected);
  throw wrongTypeError(call, resource, object, expected);
}

/** Custom resources must say what they are (apimachinery `apis/meta/v1/unstructured`). */
function checkTyped(value: unknown): void {
  const { apiVersion, kind } = (value ?? {}) as { apiVersion?: unknown; kind?: unknown };
  const missing = (kind ?? '') === '' ? 'Kind' : (apiVersion ?? '') === '' ? 'apiVersion' : undefined;
  if (missing === undefined) return;
  throw new UntypedObjectError(missing, JSON.stringify(value));
}

/** A custom resource that does not say what it is. */
export class UntypedObjectError extends UnreadableBodyError {
  readonly missing: 'Kind' | 'apiVersion';

  constructor(missing: 'Kind' | 'apiVersion', text: string) {
    super(missingText(missing, text));
    this.missing = missing;
  }
}

export const missingText = (missing: string, text: string): string =>
  `Object '${missing}' is missing in '${text}'`;

function wrongKindError(object: ApiObject, field: 'kind' | 'apiVersion', expected: string): StatusError {
  const name = typeof object.metadata?.name === 'string' ? object.metadata.name : '';
  const { group } = parseApiVersion(object.apiVersion);
  return invalidError({ group, resource: object.kind }, name, [
    invalid(field, object[field], `must be ${expected}`),
  ]);
}

/** An object of another kind is read as what it says to be first, and may fail in that already. */
function wrongTypeError(
  { server }: Pick<ResourceCall, 'server'>,
  resource: BodyType,
  object: ApiObject,
  expected: string,
): Error {
  const { apiVersion, kind } = object;
  if (apiVersion.split('/').length > 2)
    return new UnreadableBodyError(`unexpected GroupVersion string: ${apiVersion}`);
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const wrong = (fault: string): Error => new WrongObjectError({ version, kind }, resource.kind, fault);
  const known = server.resources
    .all()
    .find((other) => other.kind === kind && formatApiVersion(other.group, other.version) === apiVersion);
  if (kind === resource.kind && (known !== undefined || resource.custom)) {
    return badRequestError(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    );
  }
  if (known === undefined && !isAuxiliaryKind(server.resources.all(), apiVersion, kind)) {
    const registered = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
    return wrong(`${registered} in scheme "pkg/runtime/scheme.go:111"`);
  }
  try {
    known?.schema.decode(object);
  } catch (error) {
    if (error instanceof WrongObjectError) return wrong(error.fault);
    throw error;
  }
  const group = resource.group === '' ? 'core' : (resource.group.split('.')[0] as string);
  return wrong(`converting (${version}.${kind}) to (${group}.${resource.kind}): unknown conversion`);
}

// apimachinery `pkg/apis/meta/v1/register.go`: those that are in each version, and those in v1 alone.
const META_KINDS = new Set(
  'WatchEvent ListOptions GetOptions DeleteOptions CreateOptions UpdateOptions PatchOptions'.split(' '),
);
const UNVERSIONED_KINDS = new Set('Status APIVersions APIGroupList APIGroup APIResourceList List'.split(' '));

/** Whether the real server knows a kind that is no resource: a list, a body of a subresource, options. */
function isAuxiliaryKind(all: readonly ServedResource[], apiVersion: string, kind: string): boolean {
  if (apiVersion === 'v1' && UNVERSIONED_KINDS.has(kind)) return true;
  return all.some(
    ({ group, version, custom, listKind, subresources }) =>
      (!custom &&
        formatApiVersion(group, version) === apiVersion &&
        (listKind === kind || META_KINDS.has(kind))) ||
      subresources.some(
        (part) => part.kind === kind && formatApiVersion(part.group, part.version) === apiVersion,
      ),
  );
}

function checkMetadata(resource: BodyType, object: ApiObject): void {
  const metadata: unknown = object.metadata ?? {};
  if (typeof metadata !== 'object' || Array.isArray(metadata)) {
    const place = resource.custom ? 'value' : `struct field ${resource.kind}.metadata`;
    const message = `json: cannot unmarshal ${jsonType(metadata)} into Go ${place} of type v1.ObjectMeta`;
    throw new WrongObjectError(resource, resource.kind, message);
  }
  object.metadata = metadata as ObjectMeta;
}

/** An empty list of managed fields takes everything from everybody; decoding knows no empty lists, but one empty entry. */
function keepReset({ metadata }: ApiObject): void {
  const { managedFields } = metadata as { managedFields?: unknown };
  if (Array.isArray(managedFields) && managedFields.length === 0) metadata.managedFields = [{}];
}

const unknownFields = (paths: readonly string[]): string[] =>
  paths.map((path) => `unknown field ${JSON.stringify(path)}`);

function reportStrictFaults(
  { warnings }: Pick<ResourceCall, 'warnings'>,
  resource: BodyType,
  faults: readonly string[],
  fieldValidation: FieldValidation,
): void {
  if (faults.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Warn') {
    for (const fault of faults) warnings.add(fault);
    return;
  }
  throw new WrongObjectError(resource, resource.kind, `strict decoding error: ${faults.join(', ')}`);
}
