import type { Subject } from '@kubewright/api/rbac/v1';
import { goQuote } from '../errors/go-text.js';
import type { UserInfo } from '../pipeline/server-request.js';

/**
 * Keys under which the bindings of a user are found. A service account is found by its user name, which no other user
 * has; `''` is for subjects that are nobody.
 */
export function subjectKey({ kind, name, namespace }: Subject, bindingNamespace: string): string {
  if (kind === 'User') return `u:${name}`;
  if (kind === 'Group') return `g:${name}`;
  if (kind !== 'ServiceAccount') return '';
  const account = serviceAccountNamespace(namespace, bindingNamespace);
  return account === '' ? '' : `u:system:serviceaccount:${account}:${name}`;
}

/** The keys of all subjects that a user is. */
export function userKeys({ name, groups }: UserInfo): string[] {
  return [`u:${name}`, ...groups.map((group) => `g:${group}`)];
}

/** A subject as reasons show it (pkg/registry/rbac/validation/rule.go, describeSubject). */
export function subjectText({ kind, name, namespace }: Subject, bindingNamespace: string): string {
  if (kind !== 'ServiceAccount') return `${kind} ${goQuote(name)}`;
  return `${kind} ${goQuote(`${name}/${serviceAccountNamespace(namespace, bindingNamespace)}`)}`;
}

const serviceAccountNamespace = (own: string | undefined, bindingNamespace: string): string =>
  own === undefined || own === '' ? bindingNamespace : own;
