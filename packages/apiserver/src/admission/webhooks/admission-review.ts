import type { StatusCause, StatusDetails } from '@kubewright/api';
import { orderedMeta } from '../../bytes/stored-object.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import { decodeText, encodeJson } from '../../bytes/json.js';
import { jsonType } from '../../errors/go-text.js';
import { readReview, typeText } from '../../webhook-client/review.js';
import type { AdmissionAttributes, GroupVersionKind } from '../admission.js';
import type { Invocation } from './webhook-matcher.js';
import type { VersionedObjects } from './versioned-objects.js';

const GROUP = 'admission.k8s.io';
const VERSIONS = ['v1', 'v1beta1'] as const;

/** What an AdmissionRequest says besides its uid and its objects (apiserver `plugin/webhook/request/admissionreview.go`). */
export function admissionRequest(
  { resource: called }: Pick<Invocation, 'resource'>,
  attributes: AdmissionAttributes,
): Record<string, unknown> {
  const { resource, subresource, kind, name, namespace, operation, user, dryRun } = attributes;
  // The kind of a subresource is the same in all versions.
  const calledKind = subresource === '' || kind.kind === resource.kind ? called : kind;
  const { extra = {}, uid = '' } = user;
  return {
    kind: kindOf(calledKind),
    resource: resourceOf(called),
    ...(subresource === '' ? {} : { subResource: subresource }),
    requestKind: kindOf(kind),
    requestResource: resourceOf(resource),
    ...(subresource === '' ? {} : { requestSubResource: subresource }),
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation,
    userInfo: {
      ...(user.name === '' ? {} : { username: user.name }),
      ...(uid === '' ? {} : { uid }),
      ...(user.groups.length === 0 ? {} : { groups: user.groups }),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    },
    dryRun,
    options: attributes.options() ?? null,
  };
}

const kindOf = ({ group, version, kind }: GroupVersionKind): object => ({ group, version, kind });
const resourceOf = ({ group, version, plural }: Invocation['resource']): object => ({
  group,
  version,
  resource: plural,
});

/** The review as it is sent. */
export function encodeAdmissionReview(
  version: string,
  uid: string,
  request: Readonly<Record<string, unknown>>,
  { object, oldObject }: Pick<VersionedObjects, 'object' | 'oldObject'>,
): Uint8Array {
  return encodeJson({
    kind: 'AdmissionReview',
    apiVersion: `${GROUP}/${version}`,
    request: { uid, ...request, object: shown(object), oldObject: shown(oldObject) },
  });
}

// Without what is empty in metadata, as Go writes it.
const shown = (object: ApiObject | undefined): object | null =>
  object?.metadata === undefined ? (object ?? null) : { ...object, metadata: orderedMeta(object.metadata) };

/** What a webhook decided. */
export interface AdmissionAnswer {
  readonly allowed: boolean;
  readonly status: AnswerStatus | undefined;
  readonly warnings: readonly string[];
  /** The patch as text, `''` when there is none. */
  readonly patch: string;
  readonly patchType: string;
}

export interface AnswerStatus {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: StatusDetails & { readonly causes?: StatusCause[] };
}

interface Response {
  readonly uid?: string;
  readonly allowed?: boolean;
  readonly status?: AnswerStatus | null;
  readonly patch?: string | null;
  readonly patchType?: string | null;
  readonly warnings?: readonly string[] | null;
}

/** Reads the answer to a review. Throws an Error that says why it is none. */
export function readAdmissionAnswer(
  text: string,
  { uid, version, mutating }: { uid: string; version: 'v1' | 'v1beta1'; mutating: boolean },
): AdmissionAnswer {
  const { apiVersion, kind, response, patch } = decodeAnswer(text, version);
  if (response === undefined) throw invalid('webhook response was absent');
  const { allowed = false, warnings } = response;
  const patchType = response.patchType ?? undefined;
  if (version === 'v1') {
    if ((response.uid ?? '') !== uid)
      throw invalid(
        `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? '')}`,
      );
    const expected = typeText(`${GROUP}/v1`, 'AdmissionReview');
    const got = typeText(apiVersion, kind);
    if (got !== expected) throw invalid(`expected webhook response of ${expected}, got ${got}`);
    if (mutating) checkPatch(patch, patchType);
    else checkNoPatch(patch, patchType);
  }
  const answer = { allowed, status: response.status ?? undefined, warnings: warnings ?? [] };
  if (!mutating || patch === '') return { ...answer, patch: '', patchType: '' };
  return { ...answer, patch, patchType: version === 'v1' ? (patchType ?? '') : 'JSONPatch' };
}

function checkPatch(patch: string, patchType: string | undefined): void {
  if (patch !== '' && patchType === undefined)
    throw invalid('webhook returned response.patch but not response.patchType');
  if (patch === '' && patchType !== undefined)
    throw invalid('webhook returned response.patchType but not response.patch');
  if (patchType === '') throw invalid('webhook returned invalid response.patchType of ""');
}

function checkNoPatch(patch: string, patchType: string | undefined): void {
  if (patch !== '') throw invalid('validating webhook may not return response.patch');
  if (patchType !== undefined) throw invalid('validating webhook may not return response.patchType');
}

const invalid = (why: string): Error => new Error(`received invalid webhook response: ${why}`);

interface Decoded {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: Response | undefined;
  readonly patch: string;
}

function decodeAnswer(text: string, version: string): Decoded {
  try {
    const answer = readReview(text, { group: GROUP, version, kind: 'AdmissionReview', versions: VERSIONS });
    const { response = {} } = answer;
    for (const [field, type] of Object.entries(FIELDS)) checkField(response, field, type);
    const patch = decodeBase64((response['patch'] as string | null | undefined) ?? '');
    return { ...answer, response: answer.response as Response | undefined, patch };
  } catch (error) {
    throw new Error(`failed to call webhook: ${(error as Error).message}`, { cause: error });
  }
}

interface FieldType {
  readonly json: 'string' | 'boolean' | 'object' | 'array';
  readonly go: string;
}

const FIELDS: Readonly<Record<string, FieldType>> = {
  uid: { json: 'string', go: 'types.UID' },
  allowed: { json: 'boolean', go: 'bool' },
  status: { json: 'object', go: 'v1.Status' },
  patch: { json: 'string', go: '[]uint8' },
  patchType: { json: 'string', go: 'v1.PatchType' },
  auditAnnotations: { json: 'object', go: 'map[string]string' },
  warnings: { json: 'array', go: '[]string' },
};
const STATUS_FIELDS: Readonly<Record<string, FieldType>> = {
  message: { json: 'string', go: 'string' },
  reason: { json: 'string', go: 'v1.StatusReason' },
  details: { json: 'object', go: 'v1.StatusDetails' },
};

function checkField(
  holder: Readonly<Record<string, unknown>>,
  field: string,
  type: FieldType,
  path = 'AdmissionResponse.response',
): void {
  const value = holder[field];
  if (value === undefined || value === null) return;
  if ((Array.isArray(value) ? 'array' : typeof value) !== type.json)
    throw wrongType(value, `${path}.${field}`, type.go);
  if (field === 'warnings') {
    const odd = (value as unknown[]).find((item) => typeof item !== 'string');
    if (odd !== undefined) throw wrongType(odd, `${path}.${field}`, 'string');
  }
  if (field !== 'status') return;
  const status = value as Record<string, unknown>;
  for (const [name, own] of Object.entries(STATUS_FIELDS))
    checkField(status, name, own, 'Status.response.status');
  const { code } = status;
  if (code !== undefined && code !== null && !Number.isInteger(code))
    throw wrongType(code, 'Status.response.status.code', 'int32');
}

const wrongType = (value: unknown, path: string, go: string): Error =>
  new Error(`json: cannot unmarshal ${jsonType(value)} into Go struct field ${path} of type ${go}`);

function decodeBase64(text: string): string {
  const compact = text.replace(/[\r\n]/g, '');
  const wrong =
    /[^A-Za-z0-9+/=]/.exec(compact)?.index ??
    (compact.length % 4 === 0 ? undefined : compact.length - (compact.length % 4));
  if (wrong !== undefined) throw new Error(`illegal base64 data at input byte ${wrong}`);
  return decodeText(Buffer.from(compact, 'base64'));
}
