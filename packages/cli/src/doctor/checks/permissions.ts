import type { KubernetesObject } from '@kubewright/api';
import { SelfSubjectAccessReview } from '@kubewright/api/authorization/v1';
import { isApiError, isForbidden, isNoKindMatch } from '@kubewright/client';
import { nameOf } from '../../deploy/objects.js';
import { ok, problem, skipped } from '../check.js';
import type { ClusterCheck, ClusterContext, Finding } from '../check.js';
import { definitionsIn } from '../project-objects.js';

/** What `deploy` and `undeploy` ask for, for each object. */
const VERBS = ['get', 'create', 'patch', 'delete'] as const;
/** Whoever writes these must hold what they grant. */
const GRANTS = new Set(['ClusterRole', 'ClusterRoleBinding']);

/** Whether the user of the kubeconfig may deploy and undeploy. */
export const permissions: ClusterCheck = {
  name: 'permissions',
  place: 'cluster',
  run: async (context) => {
    if (context.objects.length === 0) return [skipped('there is nothing to deploy')];
    const [missing, refused] = [await missingVerbs(context), await refusedGrants(context)];
    const findings: Finding[] = [...missing].map(([what, verbs]) =>
      problem(
        `you may not ${verbs.join(', ')} ${what}`,
        'ask an administrator of the cluster for it, or use another --context',
      ),
    );
    for (const message of refused)
      findings.push(
        problem(
          message,
          'only who holds these rights may grant them: deploy as an administrator, or with "escalate" and "bind"',
        ),
      );
    return findings.length > 0 ? findings : [ok('you may deploy and undeploy')];
  },
};

async function missingVerbs({ client, objects, io }: ClusterContext): Promise<Map<string, string[]>> {
  const own = new Set(definitionsIn(objects).map(({ spec }) => `${spec.group}/${spec.names.kind}`));
  const resources = new Map<string, { group: string; resource: string; namespace?: string }>();
  for (const { apiVersion = '', kind = '', metadata } of objects) {
    const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
    if (own.has(`${group}/${kind}`)) continue;
    const served = await client.mapper.kindFor(apiVersion, kind, { signal: io.signal }).catch(unlessServed);
    if (served === undefined) continue;
    const namespace = served.namespaced ? (metadata?.namespace ?? client.defaultNamespace) : undefined;
    const resource = group === '' ? served.plural : `${served.plural}.${group}`;
    const what = namespace === undefined ? resource : `${resource} in namespace ${namespace}`;
    resources.set(what, {
      group,
      resource: served.plural,
      ...(namespace === undefined ? {} : { namespace }),
    });
  }
  const missing = new Map<string, string[]>();
  const questions = [...resources].flatMap(([what, attributes]) =>
    VERBS.map((verb) => ({ what, attributes, verb })),
  );
  const answers = await Promise.all(
    questions.map(({ attributes, verb }) => {
      const review = SelfSubjectAccessReview({ spec: { resourceAttributes: { ...attributes, verb } } });
      return client.create(review, { signal: io.signal });
    }),
  );
  for (const [index, { what, verb }] of questions.entries())
    if (answers[index]?.status?.allowed !== true) missing.set(what, [...(missing.get(what) ?? []), verb]);
  return missing;
}

/** What the server says to a dry run of the roles and bindings; the others are not judged before their namespace is there. */
async function refusedGrants({ client, objects, io }: ClusterContext): Promise<string[]> {
  const refused: string[] = [];
  for (const object of objects.filter(({ kind = '' }) => GRANTS.has(kind))) {
    try {
      await client.apply(object, { force: true, dryRun: true, signal: io.signal });
    } catch (error) {
      // Without the right to patch there is no dry run: that is told already.
      if (!isApiError(error) || !isForbidden(error)) throw error;
      if (error.message.includes('attempting to grant'))
        refused.push(`${nameOf(object as KubernetesObject)}: ${error.message}`);
    }
  }
  return refused;
}

function unlessServed(error: unknown): undefined {
  if (isNoKindMatch(error)) return undefined;
  throw error;
}
