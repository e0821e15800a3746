import { isoTime } from '@kubewright/api';
import type { BoundObjectReference, TokenRequest, TokenRequestSpec } from '@kubewright/api/authentication/v1';
import type { Pod, Secret, ServiceAccount } from '@kubewright/api/core/v1';
import { invalid } from '../errors/field-error.js';
import { goQuote } from '../errors/go-text.js';
import { badRequestError, conflictError, invalidError, notFoundError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { ensureNamespace } from '../registry/create.js';
import { objectReader } from '../registry/object-reader.js';
import { respondComputed } from '../representation/present.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import type { ServiceAccountTokens, TokenBinding } from '../tokens/service-account-tokens.js';
import { decodeBody } from './decode-object.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { trackChange } from './track-fields.js';
import { admissionValidator, admitObject } from './write-call.js';
import { parseWriteOptions } from './write-options.js';

const GROUP = 'authentication.k8s.io';
const ABOUT = { group: GROUP, resource: 'TokenRequest' };
const DEFAULT_SECONDS = 60 * 60;
const MIN_SECONDS = 10 * 60;
const MAX_SECONDS = 2 ** 32;
/** What kubelets ask for: such tokens are given longer, and only warned of (pkg/serviceaccount/claims.go). */
const WARN_ONLY_SECONDS = 60 * 60 + 7;
const EXTENDED_SECONDS = 365 * 24 * 60 * 60;

const tokenRequestType = {
  group: GROUP,
  version: 'v1',
  kind: 'TokenRequest',
  custom: false,
  get schema() {
    return builtinObjectSchema(GROUP, 'v1', 'TokenRequest');
  },
};

/** Issues a token for a service account: `kubectl create token` (pkg/registry/core/serviceaccount/storage/token.go). */
export const tokenRequestHandler: ResourceHandler = async (call) => {
  const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'CreateOptions');
  const body = await decodeBody(call, tokenRequestType, fieldValidation);
  ensureNamespace(body, call.info.namespace);
  const spec = (body['spec'] ??= {}) as TokenRequestSpec;
  spec.expirationSeconds ??= DEFAULT_SECONDS;
  trackChange(call, call.server.fieldManagers.ofBody(tokenRequestType, 'token'), body, undefined);
  const write = { operation: 'CREATE' as const, name: call.info.name, dryRun };
  const request = (await admitObject(call, write, body, undefined)) as ApiObject & TokenRequest;
  const { server, info } = call;
  const account = findAccount(call, request);
  const nowMs = server.clock.now();
  const { metadata } = account;
  request.metadata = {
    ...request.metadata,
    name: info.name,
    namespace: info.namespace,
    ...(metadata?.uid === undefined ? {} : { uid: metadata.uid }),
    creationTimestamp: isoTime(nowMs),
  };
  const { tokens } = server;
  const given = request.spec ?? {};
  const audiences = given.audiences?.length ? given.audiences : tokens.audiences;
  const expirationSeconds = given.expirationSeconds ?? DEFAULT_SECONDS;
  checkExpiration(expirationSeconds);
  await admissionValidator(call, write)(request, undefined);
  const binding = bindingOf(call, given.boundObjectRef);
  const isExtended = isExtendable(binding, expirationSeconds, audiences, tokens);
  const token = tokens.issue({
    account,
    ...binding,
    audiences,
    expirationSeconds: isExtended ? EXTENDED_SECONDS : expirationSeconds,
    ...(isExtended ? { warnAfterSeconds: expirationSeconds } : {}),
  });
  const answer: ApiObject = {
    ...request,
    spec: { audiences, expirationSeconds, boundObjectRef: given.boundObjectRef ?? null },
    status: { token, expirationTimestamp: isoTime(nowMs + expirationSeconds * 1000) },
  };
  return respondComputed(call, 201, answer, { goType: 'authentication.TokenRequest' });
};

function findAccount(call: ResourceCall, { metadata }: ApiObject): ServiceAccount {
  const { namespace, name } = call.info;
  const wanted = metadata.name ?? '';
  if (wanted !== '' && wanted !== name) {
    const message = 'must match the service account name if specified';
    throw invalidError(ABOUT, name, [invalid('metadata.name', wanted, message)]);
  }
  const account = objectReader(call.server).get('', 'serviceaccounts', namespace, name);
  if (account === undefined) throw notFoundError({ group: '', resource: 'serviceaccounts' }, name);
  const uid = metadata.uid ?? '';
  const actual = account.metadata.uid ?? '';
  if (uid !== '' && uid !== actual) {
    const message = `the UID in the token request (${uid}) does not match the UID of the service account (${actual})`;
    throw conflictError(ABOUT, name, message);
  }
  return account as ApiObject & ServiceAccount;
}

function checkExpiration(seconds: number): void {
  const refuse = (message: string): never => {
    throw invalidError(ABOUT, '', [invalid('spec.expirationSeconds', seconds, message)]);
  };
  if (seconds < MIN_SECONDS) refuse('may not specify a duration less than 10 minutes');
  if (seconds > MAX_SECONDS) refuse('may not specify a duration larger than 2^32 seconds');
}

function bindingOf(call: ResourceCall, ref: BoundObjectReference | undefined): TokenBinding {
  if (ref === undefined || (ref as unknown) === null) return {};
  const { kind = '', apiVersion = '', name = '' } = ref;
  const { namespace } = call.info;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const plural = group === '' ? BOUND_KINDS[kind] : undefined;
  if (plural === undefined)
    throw badRequestError(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  const objects = objectReader(call.server);
  const object = objects.get('', plural, plural === 'nodes' ? undefined : namespace, name);
  if (object === undefined) throw notFoundError({ group: '', resource: plural }, name);
  const binding = bindingTo(plural, object, call);
  const uid = object.metadata.uid ?? '';
  if ((ref.uid ?? '') !== '' && ref.uid !== uid) {
    const message = `the UID in the bound object reference (${ref.uid ?? ''}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflictError({ group: '', resource: kind }, name, message);
  }
  return binding;
}

const BOUND_KINDS: Readonly<Record<string, string>> = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' };

function bindingTo(plural: string, object: ApiObject, { server, info }: ResourceCall): TokenBinding {
  if (plural === 'secrets') return { secret: object as ApiObject & Secret };
  if (plural === 'nodes') return { node: object };
  const pod = object as ApiObject & Pod;
  if (pod.spec?.serviceAccountName !== info.name) {
    throw badRequestError(
      `cannot bind token for serviceaccount ${goQuote(info.name)} to pod running with different serviceaccount name.`,
    );
  }
  const nodeName = pod.spec.nodeName ?? '';
  if (nodeName === '') return { pod };
  const node = objectReader(server).get('', 'nodes', undefined, nodeName);
  return { pod, node: node ?? { metadata: { name: nodeName } } };
}

/** Whether a kubelet asks, for a token that the server itself shall accept. */
function isExtendable(
  { pod }: TokenBinding,
  seconds: number,
  audiences: readonly string[],
  tokens: ServiceAccountTokens,
): boolean {
  return (
    pod !== undefined &&
    seconds === WARN_ONLY_SECONDS &&
    audiences.every((audience) => tokens.audiences.includes(audience))
  );
}
