import { isApiError, isForbidden } from '@kubewright/client';
import { describeError } from '../io/describe-error.js';
import { withCluster } from '../io/connect-cluster.js';
import type { ClusterFlags } from '../io/connect-cluster.js';
import { CLUSTER_CHECKS, LOCAL_CHECKS } from './all-checks.js';
import { ok, problem, skipped, warning } from './check.js';
import type { DoctorContext, Finding } from './check.js';
import { projectObjects } from './project-objects.js';

/** What a check found, with its name. */
export interface CheckResult {
  readonly check: string;
  readonly place: 'machine' | 'project' | 'cluster';
  readonly findings: readonly Finding[];
}

export interface RunChecksOptions extends ClusterFlags {
  readonly context?: string | undefined;
  /** Without it the cluster is not looked at. */
  readonly cluster: boolean;
  /** Told of each result in turn. */
  readonly onResult: (result: CheckResult) => void;
}

/** An answer that takes longer makes every command slow. */
const SLOW_MS = 1000;

/** Runs every check, one after the other, and ends with all results. Only an abort is thrown. */
export async function runChecks(context: DoctorContext, options: RunChecksOptions): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const add = (check: string, place: CheckResult['place'], findings: readonly Finding[]): void => {
    const result = { check, place, findings };
    results.push(result);
    options.onResult(result);
  };
  const { signal, clock } = context.io;
  for (const check of LOCAL_CHECKS)
    add(check.name, check.place, await check.run(context).catch((error: unknown) => failed(error, signal)));
  if (!options.cluster) return results;
  const { objects } = await projectObjects(context.folder, context.kustomization).catch(() => ({
    objects: [],
  }));
  try {
    await withCluster(options, context.io, async (client) => {
      const begin = clock.now();
      const response = await client.transport.request({ method: 'GET', path: '/version', signal });
      await response.body.bytes();
      const ms = Math.round(clock.now() - begin);
      const said = `${client.transport.host ?? 'the cluster'} answers in ${ms} ms`;
      add('cluster', 'cluster', [
        ms > SLOW_MS ? warning(said, 'use a cluster that is nearer, or see what slows it down') : ok(said),
      ]);
      for (const check of CLUSTER_CHECKS)
        add(
          check.name,
          check.place,
          await check.run({ ...context, client, objects }).catch((error: unknown) => failed(error, signal)),
        );
    });
  } catch (error) {
    signal.throwIfAborted();
    add('cluster', 'cluster', [
      problem(
        describeError(error),
        'see that the cluster runs and that this is the context you mean: "kubectl config get-contexts"; --no-cluster leaves it out',
      ),
    ]);
  }
  return results;
}

function failed(error: unknown, signal: AbortSignal): Finding[] {
  signal.throwIfAborted();
  if (isApiError(error) && isForbidden(error)) return [skipped(`you may not look at it: ${error.message}`)];
  const advice = isApiError(error) ? 'see the log of the API server' : 'mend what is named, and try again';
  return [problem(describeError(error), advice)];
}
