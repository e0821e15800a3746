import type { TransportRequest } from '@kubewright/api';
import type { PolicyRule, RoleRef } from '@kubewright/api/rbac/v1';

import { requestInfoOf } from '../interceptors/request-info.js';
import type { RequestInfo } from '../interceptors/request-info.js';
import { askedForOwners } from './asked-for-owners.js';
import type { ResourceLookup } from './asked-for-owners.js';
import { callOf } from './asked-by-request.js';
import type { RecordedCall } from './recorded-call.js';

/** A write that was carried out. */
export interface Write {
  readonly request: TransportRequest;
  /** 200 or 201. */
  readonly status: number;
  /** What the server answered, parsed; undefined when it is no JSON. */
  readonly object: unknown;
}

/** What the questions about a write depend on besides it. */
export interface WriteContext {
  readonly resourceOf: ResourceLookup;
  /** The rules of a role; undefined when they cannot be read. */
  readonly rulesOf: (role: RoleRef, namespace: string) => Promise<readonly PolicyRule[] | undefined>;
}

const RBAC = 'rbac.authorization.k8s.io';
const CERTIFICATES = 'certificates.k8s.io';

/** What a server asks while it carries out a write, besides what `askedByRequest` knows. */
export async function askedByWrite(write: Write, context: WriteContext): Promise<RecordedCall[]> {
  const { request, status } = write;
  const info = requestInfoOf(request);
  if (!info.isResource) return [];
  const call = callOf(info, info.name);
  const calls: RecordedCall[] = [];
  // An apply or an update that creates (apiserver `endpoints/handlers/patch.go` and `update.go`, withAuthorization).
  if (status === 201 && (info.verb === 'patch' || info.verb === 'update'))
    calls.push({ ...call, verb: 'create' });
  calls.push(...(await askedForOwners(write, info, context.resourceOf)));
  if (info.group === RBAC && info.subresource === '')
    calls.push(...(await askedForGrants(write, info, context)));
  if (info.group === CERTIFICATES && info.resource === 'certificatesigningrequests')
    calls.push(...askedForSigners(write, info));
  return calls;
}

/** pkg/apis/rbac's registries: nobody grants what they do not hold, unless they may `escalate` or `bind`. */
async function askedForGrants(
  { object }: Write,
  info: RequestInfo,
  { rulesOf }: WriteContext,
): Promise<RecordedCall[]> {
  if (!['create', 'update', 'patch'].includes(info.verb)) return [];
  const call = callOf(info, info.name);
  if (info.resource === 'roles' || info.resource === 'clusterroles') {
    const unlessHeld = (object as { rules?: PolicyRule[] } | undefined)?.rules ?? [];
    return unlessHeld.length === 0 ? [] : [{ ...call, verb: 'escalate', unlessHeld }];
  }
  const roleRef = (object as { roleRef?: RoleRef } | undefined)?.roleRef;
  if (roleRef === undefined) return [];
  const resource = roleRef.kind === 'Role' ? 'roles' : 'clusterroles';
  const unlessHeld = await rulesOf(roleRef, info.namespace);
  return [
    {
      ...call,
      verb: 'bind',
      resource,
      name: roleRef.name,
      ...(unlessHeld !== undefined && { unlessHeld }),
    },
  ];
}

/** plugin/pkg/admission/certificates: who approves or signs for a signer must be allowed to by its name. */
function askedForSigners({ object }: Write, info: RequestInfo): RecordedCall[] {
  const verb = { approval: 'approve', status: 'sign' }[info.subresource];
  const name = (object as { spec?: { signerName?: string } } | undefined)?.spec?.signerName;
  if (verb === undefined || name === undefined) return [];
  return [
    {
      verb,
      group: CERTIFICATES,
      resource: 'signers',
      subresource: '',
      namespace: '',
      name,
      path: '',
    },
  ];
}
