import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sleep } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';
import { followOperator } from '../dashboard/follow-operator.js';
import type { DashboardActions } from '../dashboard/actions.js';
import { DashboardStore } from '../dashboard/store.js';
import { CliError } from '../errors.js';
import type { CliErrorCode } from '../errors.js';
import type { Cleanup } from '../io/cleanup.js';
import type { Manifest } from '../io/manifests.js';
import { openInBrowser } from '../io/open-in-browser.js';
import type { CommandIo } from '../io/terminal.js';
import { leaveDebugAddress } from '../project/debug-address.js';
import { NOTHING } from './changes.js';
import type { DevCluster, DevClusterPlan } from './cluster.js';
import { ClusterObjects } from './cluster-objects.js';
import { Convergence } from './convergence.js';
import { formatFinding, relativeTo } from './finding.js';
import type { Finding, FindingSource } from './finding.js';
import { callsService } from './local-webhooks.js';
import type { ManifestGenerator } from './manifest-generator.js';
import { nextSteps } from './next-steps.js';
import { ObjectsView } from './objects-view.js';
import { planDevCluster } from './open-cluster.js';
import type { DevClusterFlags } from './open-cluster.js';
import { OperatorProcess } from './operator-process.js';
import { OperatorRunner } from './operator-runner.js';
import type { OperatorChange } from './operator-runner.js';
import { createOutcome } from './outcome.js';
import type { Outcome } from './outcome.js';
import { bundleProgram, writePreload } from './program-bundle.js';
import type { ProgramBundle } from './program-bundle.js';
import { readProjectManifests } from './project.js';
import type { Project } from './project.js';
import { DevReport } from './report.js';
import { DevSession } from './session.js';
import type { Turn } from './session.js';
import { whatIsMissing } from './tree.js';
import { isWebhookConfiguration, withdrawWebhooks } from './withdraw-webhooks.js';
import { createLineView, openDashboardView } from './view.js';
import { watchProject } from './watch-project.js';
import type { ProjectWatch } from './watch-project.js';

/** After so long samples that have not converged may be waiting for manifests that are not those of the types. */
const CHECK_AFTER_MS = 2000;

export interface DevRunOptions extends DevClusterFlags {
  /** Ends on convergence, or with the first thing that is wrong. */
  readonly once: boolean;
  /** With `once`: how long convergence may take. */
  readonly timeoutMs: number;
  readonly samples: boolean;
  /** On a terminal: the dashboard instead of lines. */
  readonly dashboard: boolean;
  /** Serves the dashboard to a browser on this machine; never with `once`. */
  readonly page: boolean;
  /** On the loopback; 0 takes any free one. */
  readonly pagePort: number;
  /** Opens that page in the user's browser. */
  readonly open: boolean;
  readonly verbose: boolean;
  /** For the operator, after those of the command. */
  readonly args: readonly string[];
}

/** A free port for what shows reconciles; probes and metrics would be in the way of another run on this machine. */
const OPERATOR_ARGS = [
  '--debug-bind-address=127.0.0.1:0',
  '--health-probe-bind-address=0',
  '--metrics-bind-address=0',
];

/** One run of `kubewright dev`: makes the parts, ties them together, and takes them apart by the cleanup. */
export class DevRun {
  readonly outcome: Outcome;
  readonly #options: DevRunOptions;
  readonly #io: CommandIo;
  readonly #project: Project;
  readonly #cleanup: Cleanup;
  readonly #store: DashboardStore;
  readonly #actions: DashboardActions = {
    restart: () => void this.#ask({ ...NOTHING, bundle: true, restart: true }, [], this.#io.clock.now()),
  };
  #report!: DevReport;
  #runner!: OperatorRunner;
  #session: DevSession | undefined;
  #watch: ProjectWatch | undefined;
  #objects: ObjectsView | undefined;
  #convergence: Convergence | undefined;
  #createConvergence: () => void = () => undefined;
  #samples: ReadonlyArray<Stored<KubernetesObject>> = [];
  /** Of a cluster that is not this run's own: what may have to be taken back. */
  readonly #applied: Array<Stored<KubernetesObject>> = [];
  #definitions: readonly Manifest[] = [];
  #toldSteps = false;
  #isChecked = false;
  #following: AbortController | undefined;
  #firstBundle: Promise<ProgramBundle> | undefined;
  #imports = '';
  /** Loads what the operator imports; known after the first bundle. */
  #preload: string | undefined;

  constructor(options: DevRunOptions, io: CommandIo, project: Project, cleanup: Cleanup) {
    this.#options = options;
    this.#io = io;
    this.#project = project;
    this.#cleanup = cleanup;
    this.#store = new DashboardStore({ clock: io.clock, project: project.name });
    cleanup.defer(() => this.#store.close());
    this.outcome = createOutcome({
      clock: io.clock,
      signal: io.signal,
      ...(options.once ? { timeoutMs: options.timeoutMs } : {}),
    });
  }

  /** Brings everything up; what goes on afterwards ends with the outcome. */
  async start(): Promise<void> {
    const { once } = this.#options;
    const { clock, signal } = this.#io;
    const plan = await planDevCluster(this.#options, this.#project, this.#io);
    await this.#openView();
    this.#createRunner(plan);
    if (!once) {
      this.#watchProject();
      await this.#openPage();
    }
    // Its packages are loaded while the control plane starts.
    this.#firstBundle = bundleProgram(this.#project.folder);
    this.#firstBundle.then(
      async (bundle) => {
        await this.#followBundle(bundle);
        this.#runner.warmUp();
      },
      // It is told in the first turn.
      () => undefined,
    );
    const cluster = await plan.open();
    this.#cleanup.defer(() => cluster.close());
    // Before the cluster goes.
    this.#cleanup.defer(() => this.#runner.stop());
    if (!cluster.isOwn && cluster.webhooks !== undefined)
      this.#cleanup.defer(() => withdrawWebhooks(cluster.client, this.#applied, this.#definitions));
    const { url, kubeconfig, context } = cluster;
    this.#store.setControlPlane({ url, kubeconfig, ...(context === undefined ? {} : { context }) });
    this.#report.phase('installing');
    this.#report.say(context === undefined ? `control plane ready on ${url}` : `context ${context}: ${url}`);
    if (signal.aborted) return;
    this.#openObjects(cluster);
    const session = this.#createSession(cluster, plan);
    this.#session = session;
    const manifests = await readProjectManifests(this.#project.folder);
    if (
      cluster.webhooks === undefined &&
      [...manifests.webhooks, ...manifests.definitions].some(callsService)
    )
      this.#report.say(
        'the API server cannot call the webhooks of this process, so they are not installed: give --webhook-host the name under which it reaches this machine',
        'warn',
      );
    const isGenerated = manifests.definitions.length > 0 || manifests.findings.length > 0;
    const generate = !isGenerated && (await this.#hasTypes());
    const first = session.change({ ...NOTHING, generate, bundle: true, apply: true }, [], clock.now());
    this.#isChecked = generate;
    first.then(
      () => this.#checkManifestsSoon(),
      (error: Error) => this.outcome.fail(error),
    );
  }

  async #openView(): Promise<void> {
    const { dashboard, verbose } = this.#options;
    const io = this.#io;
    const actions = this.#actions;
    const isDashboard = dashboard && io.stdout.isTTY === true;
    const view = isDashboard
      ? await openDashboardView({ io, store: this.#store, actions })
      : createLineView({ io, verbose });
    this.#cleanup.defer(() => view.close());
    this.#report = new DevReport({
      project: this.#project,
      store: this.#store,
      view,
      verbose,
      onError: (source, finding) => this.#failed(source, finding),
      onBundle: (bundle) => void this.#followBundle(bundle),
      onApplied: (objects) => void this.#applied.push(...objects.filter(isWebhookConfiguration)),
      onDefinitions: (definitions) => void this.#showDefinitions(definitions),
      onSamples: (samples) => this.#showSamples(samples),
      onTurn: (turn) => this.#turned(turn),
    });
    // Nothing is shown of how it ends.
    io.signal.addEventListener('abort', () => this.#report.phase('stopping'), { once: true });
  }

  async #openPage(): Promise<void> {
    const { page: isWanted, pagePort: port } = this.#options;
    // Nobody looks at a run that ends by itself.
    if (!isWanted || (this.#options.once && !this.#options.open)) return;
    const { startDashboardPage } = await import('../dashboard/page/page-server.js');
    const page = await startDashboardPage({
      store: this.#store,
      clock: this.#io.clock,
      actions: this.#actions,
      token: randomBytes(16).toString('base64url'),
      port,
    });
    this.#cleanup.defer(() => page.stop());
    this.#store.setPageUrl(page.url);
    this.#report.say(`dashboard: ${page.url}`);
    if (this.#options.open) await this.#openBrowser(page.url);
  }

  async #openBrowser(url: string): Promise<void> {
    try {
      await openInBrowser(url);
    } catch (error) {
      this.#report.say(`no browser was opened (${(error as Error).message}): open ${url}`, 'warn');
    }
  }

  #watchProject(): void {
    const { clock } = this.#io;
    const { folder } = this.#project;
    this.#watch = watchProject({
      folder,
      clock,
      onWork: (work, files, sinceMs) => void this.#ask(work, files, sinceMs),
      onUnwatched: (unwatched, reason) =>
        this.#report.say(
          `what is saved in ${relativeTo(folder, unwatched)} is not taken over: ${reason} (with ENOSPC, raise fs.inotify.max_user_watches)`,
          'warn',
        ),
    });
    this.#cleanup.defer(() => this.#watch?.close());
  }

  #createRunner({ operatorKubeconfig }: DevClusterPlan): void {
    const { clock, env, signal } = this.#io;
    const { name, folder } = this.#project;
    this.#runner = new OperatorRunner({
      clock,
      name,
      folder,
      spawn: ({ onLine }) =>
        new OperatorProcess({
          preload: this.#preload,
          cwd: folder,
          env: { ...env, KUBECONFIG: operatorKubeconfig },
          clock,
          onLine,
        }),
      onLine: (line) => {
        if (!signal.aborted) this.#report.line(line);
      },
      onChange: (change) => this.#operatorChanged(change),
    });
    this.#cleanup.defer(() => this.#runner.stop());
  }

  #createSession(cluster: DevCluster, plan: DevClusterPlan): DevSession {
    const { clock, signal } = this.#io;
    const { folder } = this.#project;
    const { client, webhooks, isOwn } = cluster;
    let generator: Promise<ManifestGenerator> | undefined;
    return new DevSession({
      clock,
      signal,
      bundle: () => {
        const first = this.#firstBundle;
        this.#firstBundle = undefined;
        return first ?? bundleProgram(folder);
      },
      generator: () =>
        (generator ??= import('./manifest-generator.js').then(({ createManifestGenerator }) =>
          createManifestGenerator(folder, this.#io.env),
        )),
      readManifests: () => readProjectManifests(folder),
      objects: new ClusterObjects({
        client,
        folder,
        whenInUse: cluster.whenInUse,
      }),
      webhooks,
      runner: this.#runner,
      operatorArgs: [...OPERATOR_ARGS, ...plan.operatorArgs, ...this.#options.args],
      hasNext: !this.#options.once,
      withRoles: isOwn && !this.#options.once,
      withSamples: this.#options.samples,
      report: this.#report,
    });
  }

  #openObjects(cluster: DevCluster): void {
    const { clock, signal } = this.#io;
    const { client, shown } = cluster;
    const objects = new ObjectsView({
      client,
      clock,
      ...(shown === undefined ? {} : shown),
      onChange: () => {
        this.#report.trees(objects.trees());
        this.#convergence?.changed();
      },
    });
    this.#cleanup.defer(() => objects.stop());
    this.#objects = objects;
    this.#createConvergence = () => {
      this.#convergence?.stop();
      this.#convergence = undefined;
      if (this.#samples.length === 0) return;
      this.#convergence = new Convergence({
        clock,
        trees: () => objects.sampleTrees(),
        samples: this.#samples.length,
        caughtUp: () => cluster.caughtUp(objects, signal),
        onConverged: () => this.#converged(cluster),
      });
      this.#convergence.changed();
    };
    this.#cleanup.defer(() => this.#convergence?.stop());
    this.outcome.onTimeout(() => {
      const trees = objects.sampleTrees();
      const missing =
        trees.length < this.#samples.length ? ['a sample is gone'] : trees.flatMap(whatIsMissing);
      const reason = missing.length > 0 ? missing.join('; ') : 'nothing was applied';
      return new CliError(
        'NotConverged',
        `not converged after ${this.#options.timeoutMs / 1000} s: ${reason}`,
      );
    });
  }

  async #showDefinitions(definitions: readonly Manifest[]): Promise<void> {
    this.#definitions = definitions;
    try {
      await this.#objects?.show(definitions);
    } catch (error) {
      if (!this.#io.signal.aborted) this.outcome.fail(error as Error);
    }
  }

  #showSamples(samples: ReadonlyArray<Stored<KubernetesObject>>): void {
    this.#samples = samples;
    this.#objects?.setSamples(samples);
    // They may be there before the operator has come to its start.
    if (this.#convergence === undefined) this.#createConvergence();
  }

  #turned({ isComplete, isFirst, restarted, applied }: Turn): void {
    if (!isComplete) return;
    if (this.#options.once && this.#samples.length === 0) this.outcome.succeed();
    if (this.#store.state.phase !== 'converged' || restarted || applied.length > 0)
      this.#report.phase('running');
    if (!isFirst && (restarted || applied.length > 0)) this.#createConvergence();
  }

  #converged(cluster: DevCluster): void {
    const names = this.#samples.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    this.#report.phase('converged');
    this.#report.say(`${names.join(', ')}: Available`);
    if (this.#options.once) {
      this.outcome.succeed();
      return;
    }
    if (this.#toldSteps) return;
    this.#toldSteps = true;
    for (const line of nextSteps(cluster, this.#samples[0])) this.#report.say(line);
    void this.#checkManifests();
  }

  #operatorChanged(change: OperatorChange): void {
    // Ctrl-C reaches the operator too.
    if (this.#io.signal.aborted) return;
    this.#report.operator(change);
    this.#following?.abort();
    const { once } = this.#options;
    if (change.status === 'running' && change.debugUrl !== undefined && !once) this.#follow(change.debugUrl);
    if (change.status !== 'failed') return;
    this.#session?.operatorEnded();
    this.#report.findings('operator', [change.finding]);
  }

  /** Shows its queues and reconciles, and tells `kubewright explain` where they are. */
  #follow(url: string): void {
    const { clock, signal } = this.#io;
    this.#following = new AbortController();
    const ended = AbortSignal.any([signal, this.#following.signal]);
    followOperator({ store: this.#store, clock, signal: ended, url }).catch((error: Error) =>
      this.outcome.fail(error),
    );
    leaveDebugAddress(this.#project.folder, url).then(
      (takeBack) => this.#cleanup.defer(takeBack),
      // A folder that cannot be written to is no reason to stop: `explain` can be told the address.
      () => undefined,
    );
  }

  async #followBundle(bundle: ProgramBundle): Promise<void> {
    this.#watch?.follow(bundle.sources);
    const imports = bundle.imports.join('\n');
    if (imports === this.#imports) return;
    this.#imports = imports;
    // It only saves time: without it the program loads its packages by itself.
    this.#preload = await writePreload(bundle).catch(() => undefined);
  }

  #failed(source: FindingSource, finding: Finding): void {
    if (!this.#options.once) {
      if (this.#store.state.phase !== 'converged') this.#report.phase('failed', finding.message);
      return;
    }
    const text = formatFinding(finding).replace(/(^|: )error: /, '$1');
    this.outcome.fail(new CliError(CODES[source], text));
  }

  async #ask(...[work, files, sinceMs]: Parameters<DevSession['change']>): Promise<void> {
    try {
      await this.#session?.change(work, files, sinceMs);
    } catch (error) {
      this.outcome.fail(error as Error);
    }
  }

  /** Samples may never converge just because the manifests are not those of the types. */
  #checkManifestsSoon(): void {
    const { clock, signal } = this.#io;
    const patienceMs = this.#samples.length === 0 ? 0 : CHECK_AFTER_MS;
    sleep(clock, patienceMs, signal).then(
      () => this.#checkManifests(),
      () => undefined,
    );
  }

  /**
   * Types may have been changed while nobody watched; and what the generator reads is in memory for the first save. It
   * takes the thread for a while, so it waits until nobody waits for the samples, or they take long.
   */
  async #checkManifests(): Promise<void> {
    if (this.#options.once || this.#isChecked || this.#io.signal.aborted) return;
    this.#isChecked = true;
    if (await this.#hasTypes()) await this.#ask({ ...NOTHING, generate: true }, [], this.#io.clock.now());
  }

  async #hasTypes(): Promise<boolean> {
    const main = await readFile(`${this.#project.folder}/src/main.ts`, 'utf8').catch(() => undefined);
    return main !== undefined;
  }
}

const CODES: Readonly<Record<FindingSource, CliErrorCode>> = {
  generator: 'InvalidManifest',
  project: 'InvalidManifest',
  bundle: 'CannotBundle',
  server: 'Refused',
  operator: 'OperatorStopped',
};
