import { goType } from '../errors/go-text.js';
import { jsonEquals } from '@kubewright/api';
import type { ObjectMeta, Random } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { encodeJson } from '../bytes/json.js';
import { fieldErrorMessage } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { validAnnotations, validLabels } from '../kinds/shared/labels.js';
import { readReview, typeText } from '../webhook-client/review.js';
import { webhookTarget } from '../webhook-client/webhook-client.js';
import type { WebhookClient } from '../webhook-client/webhook-client.js';

const GROUP = 'apiextensions.k8s.io';
const VERSIONS = ['v1', 'v1beta1'] as const;
// client-go's default for webhooks (apiserver `pkg/util/webhook/webhook.go`).
const TIMEOUT_MS = 30_000;

/** What asking a conversion webhook takes. */
export interface ConversionMeans {
  readonly client: WebhookClient;
  readonly random: Random;
}

/** Turns objects of one kind, of whatever versions, into those of one version. Leaves its arguments alone. */
export type ConvertObjects = (objects: readonly ApiObject[], apiVersion: string) => Promise<ApiObject[]>;

/**
 * Asks the conversion webhook of a CustomResourceDefinition, about all objects in one review, and believes nothing of
 * what it says about metadata but labels and annotations. After apiextensions-apiserver's
 * `pkg/apiserver/conversion/webhook_converter.go`. What it returns throws StatusError 500.
 */
export function webhookConverter(
  crd: CustomResourceDefinition,
  { client, random }: ConversionMeans,
): ConvertObjects {
  const { clientConfig, conversionReviewVersions = [] } = crd.spec.conversion?.webhook ?? {};
  const target = webhookTarget(clientConfig ?? {});
  const version = conversionReviewVersions.find(
    (known): known is 'v1' | 'v1beta1' => known === 'v1' || known === 'v1beta1',
  );
  return async (objects, apiVersion) => {
    const others = objects.filter((object) => object.apiVersion !== apiVersion);
    const [first] = others;
    if (first === undefined) return objects.map((object) => structuredClone(object));
    if (version === undefined) throw conversionError('no supported conversion review versions');
    const about = `conversion webhook for ${typeText(first.apiVersion, first.kind).replace(/^\//, '')}`;
    const uid = random.uuid();
    const body = encodeJson({
      kind: 'ConversionReview',
      apiVersion: `${GROUP}/${version}`,
      request: { uid, desiredAPIVersion: apiVersion, objects: others.map(withoutResourceVersion) },
      response: { uid: '', convertedObjects: null, result: { metadata: {} } },
    });
    let converted: readonly unknown[];
    try {
      converted = readAnswer(await client.post(target, body, TIMEOUT_MS), uid, version);
    } catch (error) {
      throw conversionError(`${about} failed: ${(error as Error).message}`, error);
    }
    if (converted.length !== others.length)
      throw conversionError(`${about} returned ${converted.length} objects, expected ${others.length}`);
    const results = new Map(
      others.map((original, i) => [original, checked(about, original, converted[i], apiVersion)]),
    );
    return objects.map((object) => results.get(object) ?? structuredClone(object));
  };
}

// It is the storage that knows the version of an object, and it is asked when the object is converted already.
function withoutResourceVersion(object: ApiObject): ApiObject {
  const { resourceVersion, ...metadata } = object.metadata;
  return resourceVersion === undefined ? object : { ...object, metadata };
}

const conversionError = (message: string, cause?: unknown): StatusError =>
  new StatusError({ code: 500, reason: '', message, cause });

interface ConversionResponse {
  readonly uid?: unknown;
  readonly result?: { readonly status?: string; readonly message?: string } | null;
  readonly convertedObjects?: readonly unknown[] | null;
}

function readAnswer(text: string, uid: string, version: 'v1' | 'v1beta1'): readonly unknown[] {
  const kind = 'ConversionReview';
  const answer = readReview(text, { group: GROUP, version, kind, versions: VERSIONS });
  const response = answer.response as ConversionResponse | undefined;
  if (version === 'v1') {
    const expected = typeText(`${GROUP}/v1`, kind);
    const got = typeText(answer.apiVersion, answer.kind);
    if (got !== expected) throw new Error(`expected webhook response of ${expected}, got ${got}`);
  }
  if (response === undefined) throw new Error('no response provided');
  if (version === 'v1' && (response.uid ?? '') !== uid)
    throw new Error(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? '')}`,
    );
  const { status = '', message = '' } = response.result ?? {};
  if (status !== 'Success')
    throw new Error(message === '' ? `response.result.status was '${status}', not 'Success'` : message);
  return Array.isArray(response.convertedObjects) ? response.convertedObjects : [];
}

function checked(about: string, original: ApiObject, value: unknown, apiVersion: string): ApiObject {
  const converted = asObject(value);
  const invalid = (why: string): StatusError => conversionError(`${about} returned invalid object${why}`);
  if (converted.apiVersion !== apiVersion) {
    const received = String(converted.apiVersion ?? '');
    throw invalid(` at index 0: invalid groupVersion (expected ${apiVersion}, received ${received})`);
  }
  if (converted.kind !== original.kind) {
    const received = String(converted.kind);
    throw invalid(` at index 0: invalid kind (expected ${original.kind}, received ${received})`);
  }
  const metadata = (isMap(converted.metadata) ? converted.metadata : {}) as ObjectMeta;
  for (const [field, what] of IDENTITY) {
    const [expected, got] = [original.metadata[field] ?? '', metadata[field] ?? ''];
    if (expected !== got) throw invalid(`: must have the same ${what}: ${expected} != ${got}`);
  }
  try {
    return { ...converted, metadata: restoredMetadata(original.metadata, metadata) };
  } catch (error) {
    throw conversionError(`${about} returned invalid metadata: ${(error as Error).message}`, error);
  }
}

const IDENTITY = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function asObject(value: unknown): ApiObject {
  if (value === null || value === undefined) throw conversionError('unexpected end of JSON input');
  if (!isMap(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    throw conversionError(`json: cannot unmarshal ${type} into Go value of type map[string]interface {}`);
  }
  if ((value['kind'] ?? '') === '')
    throw conversionError(`Object 'Kind' is missing in '${JSON.stringify(value)}'`);
  return value as ApiObject;
}

/** The metadata as it was, with the labels and annotations that the webhook gave it. */
function restoredMetadata(original: ObjectMeta, converted: ObjectMeta): ObjectMeta {
  const metadata = structuredClone(original);
  for (const field of ['labels', 'annotations'] as const) {
    const given: unknown = converted[field];
    if (given === undefined || given === null) {
      delete metadata[field];
      continue;
    }
    if (!isMap(given))
      throw new Error(`invalid metadata.${field} of type ${goType(given)} in converted object`);
    for (const [key, value] of Object.entries(given)) {
      if (typeof value === 'string') continue;
      throw new Error(
        `metadata.${field}[${key}] must be a string, but is ${goType(value)} in converted object`,
      );
    }
    const strings = given as Record<string, string>;
    if (!jsonEquals(strings, original[field] ?? {})) checkStrings(field, strings);
    metadata[field] = strings;
  }
  return metadata;
}

function checkStrings(field: 'labels' | 'annotations', strings: Readonly<Record<string, string>>): void {
  const errors: FieldError[] = [];
  if (field === 'labels') validLabels(errors, 'metadata.labels', strings);
  else validAnnotations(errors, 'metadata.annotation', strings);
  const messages = errors.map(fieldErrorMessage);
  if (messages.length > 0) throw new Error(messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`);
}
