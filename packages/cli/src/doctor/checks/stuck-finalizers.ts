import { defineKind } from '@kubewright/api';
import { isNotFound, listItems } from '@kubewright/client';
import { ok, problem, skipped, warning } from '../check.js';
import type { ClusterCheck, ClusterContext, Finding } from '../check.js';
import { definitionsIn } from '../project-objects.js';
import { deployedOperator } from '../running-operator.js';

/** How long cleaning up may take before somebody should look. */
const LONG_MS = 10 * 60_000;
const NAMED = 3;

/** Whether objects of the project's kinds wait to be deleted for somebody who does not come. */
export const stuckFinalizers: ClusterCheck = {
  name: 'finalizers',
  place: 'cluster',
  run: async (context) => {
    const definitions = definitionsIn(context.objects);
    if (definitions.length === 0) return [skipped('the project has no CRDs')];
    const operator = await deployedOperator(context);
    const runs = (operator?.status?.availableReplicas ?? 0) > 0;
    const findings: Finding[] = [];
    for (const { spec } of definitions) {
      const version = spec.versions.find(({ storage }) => storage)?.name ?? '';
      const kind = defineKind({
        group: spec.group,
        version,
        kind: spec.names.kind,
        plural: spec.names.plural,
      });
      const stuck = await beingDeleted(kind, context, runs ? LONG_MS : 0);
      if (stuck.length === 0) continue;
      const named = `${stuck.slice(0, NAMED).join(', ')}${stuck.length > NAMED ? `, and ${stuck.length - NAMED} more` : ''}`;
      findings.push(
        runs
          ? warning(
              `${spec.names.kind} ${named}: being deleted for more than ${LONG_MS / 60_000} minutes`,
              'see why the operator cannot clean up: its log, or "kubewright explain"',
            )
          : problem(
              `${spec.names.kind} ${named}: to be deleted, and no operator is deployed that could clean up`,
              `run the operator ("kubewright run" or "kubewright deploy"); or give the clean-up up: kubectl patch ${spec.names.plural}.${spec.group} NAME --type=merge -p '{"metadata":{"finalizers":null}}'`,
            ),
      );
    }
    return findings.length > 0 ? findings : [ok('no object waits to be deleted')];
  },
};

async function beingDeleted(
  kind: ReturnType<typeof defineKind>,
  { client, io }: ClusterContext,
  sinceMs: number,
): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { metadata } of listItems(client, kind, { signal: io.signal })) {
      const { deletionTimestamp, namespace, name, finalizers = [] } = metadata;
      if (deletionTimestamp === undefined || finalizers.length === 0) continue;
      if (io.clock.now() - Date.parse(deletionTimestamp) < sinceMs) continue;
      found.push(`${namespace === undefined ? name : `${namespace}/${name}`} (${finalizers.join(', ')})`);
    }
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return found;
}
