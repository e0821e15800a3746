import type { PolicyRule } from '@kubewright/api/rbac/v1';

import type { Impersonation } from '../kubeconfig/types.js';

/**
 * One question that an API server asks its authorizer because of a request, in the words of RBAC rules. Most requests
 * cause one; some more: an apply that creates needs `create` besides `patch`.
 */
export interface RecordedCall {
  /** Of a resource `get`, `list`, `watch`, `create`, ...; of a path the method in lower case. */
  readonly verb: string;
  readonly group: string;
  /** `''` where `path` is set. */
  readonly resource: string;
  readonly subresource: string;
  /** `''` for cluster-scoped requests, and for requests over all namespaces. */
  readonly namespace: string;
  /** `''` for collections, and for objects that are created. */
  readonly name: string;
  /** Of what is no resource, such as `/version`; else `''`. */
  readonly path: string;
  /** The request was made as this user. The question is then whether the operator may act as them for this request. */
  readonly impersonate?: Impersonation;
  /**
   * The verbs `escalate` and `bind` are asked about only where the rules that a role would grant are not held already.
   * Absent with `bind` where the rules of the role are not known.
   */
  readonly unlessHeld?: readonly PolicyRule[];
  /** Asked only where this admission plugin is on, as it is on OpenShift. */
  readonly plugin?: 'OwnerReferencesPermissionEnforcement';
}

/** The call as one line of JSON, without what is empty; equal calls are equal lines. */
export function formatCall(call: RecordedCall): string {
  const { verb, group, resource, subresource, namespace, name, path } = call;
  return JSON.stringify({
    verb,
    ...(path === '' ? { group, resource } : { path }),
    ...(subresource !== '' && { subresource }),
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
    ...(call.impersonate !== undefined && { impersonate: call.impersonate }),
    ...(call.unlessHeld !== undefined && { unlessHeld: call.unlessHeld }),
    ...(call.plugin !== undefined && { plugin: call.plugin }),
  });
}

/** What `formatCall` wrote; undefined when the line is something else. */
export function parseCall(line: string): RecordedCall | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Partial<Record<keyof RecordedCall, unknown>>;
  const text = (field: keyof RecordedCall): string => {
    const part = given[field];
    return typeof part === 'string' ? part : '';
  };
  if (text('verb') === '' || (text('resource') === '' && text('path') === '')) return undefined;
  const { impersonate, unlessHeld, plugin } = given;
  return {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
    path: text('path'),
    ...(isImpersonation(impersonate) && { impersonate }),
    ...(Array.isArray(unlessHeld) && { unlessHeld: unlessHeld as PolicyRule[] }),
    ...(plugin === 'OwnerReferencesPermissionEnforcement' && { plugin }),
  };
}

const isImpersonation = (value: unknown): value is Impersonation =>
  typeof value === 'object' && value !== null && typeof (value as Impersonation).username === 'string';
