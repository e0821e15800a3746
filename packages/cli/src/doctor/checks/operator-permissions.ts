import { existsSync } from 'node:fs';
import path from 'node:path';
import { jsonEquals } from '@kubewright/api';
import type { Kind, KubernetesObject } from '@kubewright/api';
import { SubjectAccessReview } from '@kubewright/api/authorization/v1';
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubewright/api/rbac/v1';
import { isNotFound } from '@kubewright/client';
import { readCallLog } from '@kubewright/client/recording';
import { nameOf } from '../../deploy/objects.js';
import { ok, problem, skipped } from '../check.js';
import type { ClusterCheck, ClusterContext, Finding } from '../check.js';
import { namespaceOf } from '../project-objects.js';
import { deployedOperator } from '../running-operator.js';

const KINDS: readonly Kind[] = [
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
] as unknown as readonly Kind[];
const NAMED = 5;

/** Whether the operator that is deployed has the rights that its project gives it, and those that it used in its tests. */
export const operatorPermissions: ClusterCheck = {
  name: "operator's permissions",
  place: 'cluster',
  run: async (context) => {
    const operator = await deployedOperator(context);
    if (operator === undefined) return [skipped('the operator is not deployed')];
    const findings: Finding[] = [];
    for (const object of context.objects) findings.push(...(await differing(object, context)));
    const account = operator.spec?.template.spec?.serviceAccountName ?? 'default';
    const calls = await refusedCalls(account, namespaceOf(operator), context);
    if (calls !== undefined && calls.refused.length > 0) {
      const more = calls.refused.length > NAMED ? `, and ${calls.refused.length - NAMED} more` : '';
      findings.push(
        problem(
          `the service account ${account} may not ${calls.refused.slice(0, NAMED).join(', ')}${more}, which the operator did in its tests`,
          'run "kubewright rbac check" for the markers to add, then "kubewright manifests" and "kubewright deploy"',
        ),
      );
    }
    if (findings.length > 0) return findings;
    return [
      ok(
        calls === undefined
          ? 'roles and bindings are as the project has them'
          : `${calls.asked} recorded calls are allowed`,
      ),
    ];
  },
};

async function differing(object: KubernetesObject, { client, io }: ClusterContext): Promise<Finding[]> {
  const kind = KINDS.find((one) => one.kind === object.kind);
  if (kind === undefined) return [];
  const { name = '', namespace } = object.metadata ?? {};
  const key = namespace === undefined ? { name } : { name, namespace };
  const there = await client.get(kind, key, { signal: io.signal }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (there === undefined) return [problem(`${nameOf(object)} is not there`, 'run "kubewright deploy"')];
  const [mine, theirs] = [object, there] as Array<Record<string, unknown>>;
  const same = ['rules', 'roleRef', 'subjects'].every((field) =>
    jsonEquals(mine?.[field] ?? null, theirs?.[field] ?? null),
  );
  return same ? [] : [problem(`${nameOf(object)} is not as the project has it`, 'run "kubewright deploy"')];
}

/** Asks the server whether the account may do what was recorded; undefined where nothing was. */
async function refusedCalls(
  account: string,
  namespace: string,
  { client, folder, io }: ClusterContext,
): Promise<{ asked: number; refused: string[] } | undefined> {
  const file = path.join(folder, '.kubewright', 'calls');
  if (!existsSync(file)) return undefined;
  const calls = (await readCallLog(file)).filter(
    // Rules that are held already, and other users, are no question of this kind.
    (call) =>
      call.unlessHeld === undefined &&
      call.impersonate === undefined &&
      call.path === '' &&
      call.plugin === undefined,
  );
  const questions = new Map(
    calls.map(({ verb, group, resource, subresource }) => [
      `${verb} ${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`,
      { verb, group, resource, ...(subresource === '' ? {} : { subresource }) },
    ]),
  );
  const refused: string[] = [];
  for (const [text, resourceAttributes] of questions) {
    const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
    const user = `system:serviceaccount:${namespace}:${account}`;
    const allowedIn = async (within?: string): Promise<boolean> => {
      const attributes =
        within === undefined ? resourceAttributes : { ...resourceAttributes, namespace: within };
      const review = SubjectAccessReview({ spec: { user, groups, resourceAttributes: attributes } });
      const { status } = await client.create(review, { signal: io.signal });
      return status?.allowed === true;
    };
    // Tests have other namespaces: what is allowed in the operator's own, by a Role, counts.
    if (!(await allowedIn()) && !(await allowedIn(namespace))) refused.push(text);
  }
  return { asked: questions.size, refused };
}
