import { formatApiVersion } from '@kubewright/api';
import type { ObjectMeta } from '@kubewright/api';
import { invalid } from '../errors/field-error.js';
import { badRequestError, invalidError } from '../errors/status-error.js';
import type { StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { parseBody, readBody, summary, UnreadableBodyError } from '../pipeline/parse-body.js';
import { StrictFaults } from '../pipeline/strict-faults.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ResourceCall } from './resource-call.js';
import type { FieldValidation } from './write-options.js';

/** The type of a body: a resource, or a kind that only subresources take, such as Scale. */
export type BodyType = Pick<ServedResource, 'group' | 'version' | 'kind' | 'custom' | 'schema'>;

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
    const value = await parseBody(body, expected, strict);
    return decodeValue(call, resource, value, fieldValidation, strict);
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error;
    throw badRequestError(
      `the object provided is unrecognized (must be of type ${resource.kind}): ${error.message} (${summary(body.bytes)})`,
    );
  }
}

/** The same for a value that is parsed already, the result of a patch. Throws UnreadableBodyError for what is no object. */
export function decodeValue(
  call: Pick<ResourceCall, 'server' | 'warnings'>,
  resource: BodyType,
  given: unknown,
  fieldValidation: FieldValidation,
  strict?: StrictFaults,
): ApiObject {
  // Go reads null as an object without fields.
  const value = given ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
    throw new UnreadableBodyError(message);
  }
  if (resource.custom) checkTyped(given);
  const object = value as ApiObject;
  checkType(call, resource, object);
  checkMetadata(resource, object);
  keepReset(object);
  const unknown = resource.schema.decode(object);
  reportStrictFaults(
    call,
    resource,
    strict?.with(unknown, resource) ?? unknownFields(unknown),
    fieldValidation,
  );
  resource.schema.applyDefaults(object);
  object.metadata ??= {};
  return object;
}

function checkType(call: Pick<ResourceCall, 'server'>, resource: BodyType, object: ApiObject): void {
  const expected = formatApiVersion(resource.group, resource.version);
  const given = object as { apiVersion?: unknown; kind?: unknown };
  for (const field of ['apiVersion', 'kind'] as const) {
    const type = given[field];
    if (type === undefined || type === null || typeof type === 'string') continue;
    throw new UnreadableBodyError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeOf(type)} into Go struct field .${field} of type string`,
    );
  }
  object.apiVersion =
    typeof given.apiVersion === 'string' && given.apiVersion !== '' ? given.apiVersion : expected;
  object.kind = typeof given.kind === 'string' && given.kind !== '' ? given.kind : resource.kind;
  if (object.apiVersion === expected) {
    if (object.kind === resource.kind) return;
    if (resource.custom) throw wrongKindError(resource, object);
  }
  throw badRequestError(wrongTypeMessage(call, resource, object, expected));
}

/** Custom resources must say what they are (apimachinery `apis/meta/v1/unstructured`). */
function checkTyped(value: unknown): void {
  const { apiVersion, kind } = (value ?? {}) as { apiVersion?: unknown; kind?: unknown };
  const missing = (kind ?? '') === '' ? 'Kind' : (apiVersion ?? '') === '' ? 'apiVersion' : undefined;
  if (missing === undefined) return;
  throw new UnreadableBodyError(`Object '${missing}' is missing in '${JSON.stringify(value)}'`);
}

function wrongKindError({ group, kind }: BodyType, object: ApiObject): StatusError {
  const name = typeof object.metadata?.name === 'string' ? object.metadata.name : '';
  return invalidError({ group, resource: object.kind }, name, [
    invalid('kind', object.kind, `must be ${kind}`),
  ]);
}

function wrongTypeMessage(
  { server }: Pick<ResourceCall, 'server'>,
  resource: BodyType,
  { apiVersion, kind }: ApiObject,
  expected: string,
): string {
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const head = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${resource.kind}`;
  const known = server.resources
    .all()
    .some((other) => other.kind === kind && formatApiVersion(other.group, other.version) === apiVersion);
  if (kind === resource.kind && (known || resource.custom)) {
    return `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
  }
  if (!known) {
    const registered = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
    return `${head}: ${registered} in scheme "pkg/runtime/scheme.go:111"`;
  }
  const group = resource.group === '' ? 'core' : (resource.group.split('.')[0] as string);
  return `${head}: converting (${version}.${kind}) to (${group}.${resource.kind}): unknown conversion`;
}

function checkMetadata(resource: BodyType, object: ApiObject): void {
  const metadata: unknown = object.metadata ?? {};
  if (typeof metadata !== 'object' || Array.isArray(metadata)) {
    const message = `json: cannot unmarshal ${goTypeOf(metadata)} into Go struct field ${resource.kind}.metadata of type v1.ObjectMeta`;
    throw badRequestError(
      `${resource.kind} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}: ${message}`,
    );
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
  { kind, version }: BodyType,
  faults: readonly string[],
  fieldValidation: FieldValidation,
): void {
  if (faults.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Warn') {
    for (const fault of faults) warnings.add(fault);
    return;
  }
  const message = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: strict decoding error: ${faults.join(', ')}`;
  throw badRequestError(message);
}

function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
