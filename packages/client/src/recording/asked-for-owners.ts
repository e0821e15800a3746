import { parseApiVersion } from '@kubewright/api';
import type { TransportRequest } from '@kubewright/api';

import type { RequestInfo } from '../interceptors/request-info.js';
import { callOf } from './asked-by-request.js';
import { jsonOf } from './json-of.js';
import type { RecordedCall } from './recorded-call.js';

/** Which resource serves a kind; undefined when nobody knows. */
export type ResourceLookup = (
  apiVersion: string,
  kind: string,
) => Promise<{ readonly plural: string; readonly namespaced: boolean } | undefined>;

const plugin = 'OwnerReferencesPermissionEnforcement';

/**
 * Who holds up the deletion of an owner must be allowed to set its finalizers, and who adds an owner later to delete the
 * object (plugin/pkg/admission/gc/gc_admission.go). Writes that repeat what is there, as applies and updates of an object
 * that exists mostly do, are not asked about.
 */
export async function askedForOwners(
  { request, status }: { readonly request: TransportRequest; readonly status: number },
  info: RequestInfo,
  resourceOf: ResourceLookup,
): Promise<RecordedCall[]> {
  const adds = status === 201 || (info.verb === 'patch' && !isApply(request));
  if (!adds || request.body === undefined) return [];
  const calls: RecordedCall[] = [];
  for (const { apiVersion, kind, name } of blockingOwners(jsonOf(request.body))) {
    const resource = await resourceOf(apiVersion, kind);
    if (resource === undefined) continue;
    calls.push({
      verb: 'update',
      group: parseApiVersion(apiVersion).group,
      resource: resource.plural,
      subresource: 'finalizers',
      namespace: resource.namespaced ? info.namespace : '',
      name,
      path: '',
      plugin,
    });
  }
  if (calls.length > 0 && status !== 201) calls.push({ ...callOf(info, info.name), verb: 'delete', plugin });
  return calls;
}

const isApply = ({ headers }: TransportRequest): boolean =>
  String(headers?.['content-type']).startsWith('application/apply-patch');

interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** Wherever they stand: patches have them in places of their own. */
function* blockingOwners(value: unknown): Generator<Owner> {
  if (typeof value !== 'object' || value === null) return;
  const owner = value as Partial<Owner> & { blockOwnerDeletion?: unknown };
  const { apiVersion, kind, name } = owner;
  if (owner.blockOwnerDeletion === true && apiVersion !== undefined && kind !== undefined)
    yield { apiVersion, kind, name: name ?? '' };
  for (const part of Object.values(value)) yield* blockingOwners(part);
}
