import path from 'node:path';
import { createClient } from '@kubewright/client';
import { settled, startControlPlane } from '@kubewright/control-plane';
import { applyManifests } from '../dev/apply-manifests.js';
import { Convergence } from '../dev/convergence.js';
import { createOutcome } from '../dev/outcome.js';
import { readLogLine } from '../dev/log-line.js';
import { localWebhooks } from '../dev/local-webhooks.js';
import { observeObjects } from '../dev/observer.js';
import { OperatorProcess } from '../dev/operator-process.js';
import { loadProject } from '../dev/project.js';
import { buildTree, whatIsMissing } from '../dev/tree.js';
import { createView } from '../dev/view.js';
import { DashboardStore } from '../dashboard/store.js';
import { CliError } from '../errors.js';
import { Cleanup } from '../io/cleanup.js';
import type { CommandIo } from '../io/terminal.js';
import { writeOwnKubeconfig } from '../io/own-kubeconfig.js';

export interface DevCommandOptions {
  /** The operator's project, relative to the working directory. */
  readonly folder: string;
  /** Ends with code 0 on convergence. */
  readonly once: boolean;
  /** With `once`: how long convergence may take. */
  readonly timeoutMs: number;
  readonly kubeconfig: string;
  readonly port: number;
  readonly verbose: boolean;
}

/**
 * `kubewright dev`: starts the control plane, installs the project's CRDs, runs its operator as a process of its own,
 * installs its webhooks, which are called on this machine, applies its samples and shows what becomes of them until the signal aborts.
 *
 * @throws CliError with the reason when the project is unusable, the operator ends, or (`once`) time runs out.
 */
export async function devCommand(options: DevCommandOptions, io: CommandIo): Promise<number> {
  const project = await loadProject(path.resolve(io.cwd, options.folder));
  const cleanup = new Cleanup();
  const stoppedBy = new AbortController();
  const signal = AbortSignal.any([io.signal, stoppedBy.signal]);
  try {
    const outcome = createOutcome({
      clock: io.clock,
      signal,
      ...(options.once ? { timeoutMs: options.timeoutMs } : {}),
    });
    const store = new DashboardStore({ clock: io.clock, project: project.name });
    cleanup.defer(() => store.close());
    const view = createView({ io, verbose: options.verbose, store, actions: {} });
    cleanup.defer(() => view.close());
    const webhooks = await localWebhooks([...project.crds, ...project.webhooks], io.clock);
    cleanup.defer(() => webhooks?.remove());
    const controlPlane = await startControlPlane({
      clock: io.clock,
      listen: { port: options.port },
      webhooks: { services: webhooks?.services ?? {} },
    });
    cleanup.defer(() => controlPlane.stop());
    const kubeconfig = path.resolve(io.cwd, options.kubeconfig);
    cleanup.defer(await writeOwnKubeconfig(kubeconfig, controlPlane.kubeconfig()));
    store.setControlPlane({ url: controlPlane.url ?? '', kubeconfig });
    store.setPhase('installing');
    view.say(`control plane ready on ${controlPlane.url ?? ''}`);

    const client = createClient({ transport: controlPlane.transport });
    await applyManifests(client, webhooks?.trusting(project.crds) ?? project.crds);
    view.say(`installed ${listOf(project.crds.map((m) => m.object.metadata?.name ?? ''))}`);

    const lastLines: string[] = [];
    const operator = new OperatorProcess({
      entryPoint: project.entryPoint,
      args: webhooks?.args ?? [],
      cwd: project.folder,
      kubeconfig,
      env: io.env,
      clock: io.clock,
      onLine: (text) => {
        lastLines.push(text);
        if (lastLines.length > 5) lastLines.shift();
        view.log(readLogLine(text));
      },
      onExit: ({ code, signal: by, unexpected }) => {
        // Ctrl-C reaches the operator too.
        if (!unexpected || io.signal.aborted) return;
        const how = by === null ? `code ${code ?? 0}` : `signal ${by}`;
        const last = lastLines.map((l) => readLogLine(l).text).at(-1);
        outcome.fail(
          new CliError(
            'OperatorStopped',
            `the operator of ${project.name} ended with ${how}${last === undefined ? '' : `: ${last}`}`,
          ),
        );
      },
    });
    cleanup.defer(() => operator.stop());
    store.patchOperator({ status: 'running', pid: operator.pid });
    view.say(`operator ${project.name} started (process ${operator.pid ?? 0})`);

    if (webhooks !== undefined) {
      const { address } = webhooks;
      view.say(`waiting for its webhooks on ${address}`);
      outcome.onTimeout(
        () =>
          new CliError('NotConverged', `the operator of ${project.name} serves no webhooks on ${address}`),
      );
      await Promise.race([webhooks.whenServed(signal), outcome.done]);
      if (signal.aborted) return 0;
      const installed = await applyManifests(client, webhooks.trusting(project.webhooks));
      view.say(`installed ${listOf(installed.map((r) => `${r.kind} ${r.metadata.name}`))}`);
    }

    const roots = await applyManifests(client, project.samples);
    view.say(`applied ${listOf(roots.map((r) => `${r.kind} ${r.metadata.name}`))}`);
    store.setPhase('running');
    const observer = await observeObjects({ client, clock: io.clock });
    cleanup.defer(() => observer.stop());

    const trees = () =>
      buildTree(
        roots.flatMap((root) => observer.find(root.metadata.uid) ?? []),
        observer.objects(),
      );
    const convergence = new Convergence({
      clock: io.clock,
      trees,
      samples: roots.length,
      caughtUp: () =>
        settled(controlPlane.server, [controlPlane.manager, observer], { clock: io.clock, signal }).catch(
          () => undefined,
        ),
      onConverged: () => {
        store.setPhase('converged');
        view.say(`${listOf(roots.map((r) => `${r.kind} ${r.metadata.name}`))}: Available`);
        if (options.once) outcome.succeed();
        else for (const line of nextSteps(kubeconfig, roots[0])) view.say(line);
      },
    });
    cleanup.defer(() => convergence.stop());
    observer.subscribe(() => {
      view.update(trees());
      convergence.changed();
    });
    outcome.onTimeout(() => {
      const current = trees();
      const missing = current.length < roots.length ? ['a sample is gone'] : current.flatMap(whatIsMissing);
      return new CliError(
        'NotConverged',
        `not converged after ${options.timeoutMs / 1000} s: ${missing.join('; ')}`,
      );
    });
    await outcome.done;
    return 0;
  } finally {
    stoppedBy.abort();
    await cleanup.run();
  }
}

const listOf = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '));

function nextSteps(
  kubeconfig: string,
  root: { kind: string; metadata: { name: string } } | undefined,
): string[] {
  if (root === undefined) return [`export KUBECONFIG=${kubeconfig}`];
  const target = `${root.kind.toLowerCase()} ${root.metadata.name}`;
  return [
    'try, in another terminal:',
    `  export KUBECONFIG=${kubeconfig}`,
    `  kubectl get ${root.kind.toLowerCase()},deployments,replicasets,pods,services`,
    `  kubectl describe ${target}`,
    `  kubectl edit ${target}`,
    `  kubectl delete pods --all`,
    `  kubectl delete ${target}`,
    'Ctrl-C stops everything',
  ];
}
