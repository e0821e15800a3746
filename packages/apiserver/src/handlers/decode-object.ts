import { formatApiVersion } from '@kubewright/api';
import type { ObjectMeta } from '@kubewright/api';
import { badRequestError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { readValue } from '../pipeline/parse-body.js';
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
  const prefix = `the object provided is unrecognized (must be of type ${resource.kind}): couldn't get version/kind; `;
  return decodeValue(call, resource, await readValue(call.request, prefix), fieldValidation);
}

/** The same for a value that is parsed already: the result of a patch. */
export function decodeValue(
  call: Pick<ResourceCall, 'server' | 'warnings'>,
  resource: BodyType,
  given: unknown,
  fieldValidation: FieldValidation,
): ApiObject {
  const value = given ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
    throw badRequestError(`the object provided is unrecognized (must be of type ${resource.kind}): ${message}`);
  }
  const object = value as ApiObject;
  checkType(call, resource, object);
  checkMetadata(resource, object);
  reportUnknownFields(call, resource, resource.schema.decode(object), fieldValidation);
  resource.schema.applyDefaults(object);
  object.metadata ??= {};
  return object;
}

function checkType(call: Pick<ResourceCall, 'server'>, resource: BodyType, object: ApiObject): void {
  const expected = formatApiVersion(resource.group, resource.version);
  const given = object as { apiVersion?: unknown; kind?: unknown };
  for (const field of ['apiVersion', 'kind'] as const) {
    const type = given[field];
    if (type === undefined || type === null || type === '') {
      if (resource.custom) throw badRequestError(missingTypeMessage(field, object));
    } else if (typeof type !== 'string') {
      throw badRequestError(
        `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeOf(type)} into Go struct field .${field} of type string`,
      );
    }
  }
  object.apiVersion = typeof given.apiVersion === 'string' && given.apiVersion !== '' ? given.apiVersion : expected;
  object.kind = typeof given.kind === 'string' && given.kind !== '' ? given.kind : resource.kind;
  if (object.apiVersion === expected && object.kind === resource.kind) return;
  throw badRequestError(wrongTypeMessage(call, resource, object, expected));
}

function missingTypeMessage(field: 'apiVersion' | 'kind', object: unknown): string {
  const name = field === 'kind' ? 'Kind' : 'apiVersion';
  return `Object '${name}' is missing in '${JSON.stringify(object).slice(0, 200)}'`;
}

function wrongTypeMessage(
  { server }: Pick<ResourceCall, 'server'>,
  resource: BodyType,
  { apiVersion, kind }: ApiObject,
  expected: string,
): string {
  if (kind === resource.kind || resource.custom) {
    return `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
  }
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const head = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${resource.kind}`;
  const known = server.resources
    .all()
    .some((other) => other.kind === kind && formatApiVersion(other.group, other.version) === apiVersion);
  if (!known) return `${head}: no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
  const group = resource.group === '' ? 'core' : (resource.group.split('.')[0] as string);
  return `${head}: converting (${version}.${kind}) to (${group}.${resource.kind}): unknown conversion`;
}

function checkMetadata(resource: BodyType, object: ApiObject): void {
  const metadata: unknown = object.metadata ?? {};
  if (typeof metadata !== 'object' || Array.isArray(metadata)) {
    const message = `json: cannot unmarshal ${goTypeOf(metadata)} into Go struct field ${resource.kind}.metadata of type v1.ObjectMeta`;
    throw badRequestError(`${resource.kind} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}: ${message}`);
  }
  object.metadata = metadata as ObjectMeta;
}

function reportUnknownFields(
  { warnings }: Pick<ResourceCall, 'warnings'>,
  { kind, version }: BodyType,
  paths: readonly string[],
  fieldValidation: FieldValidation,
): void {
  if (paths.length === 0 || fieldValidation === 'Ignore') return;
  const faults = paths.map((path) => `unknown field ${JSON.stringify(path)}`);
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
