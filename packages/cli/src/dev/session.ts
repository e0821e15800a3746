import type { Clock, KubernetesObject, Stored } from '@kubewright/api';
import type { Manifest } from '../io/manifests.js';
import { NOTHING, both, isNothing } from './changes.js';
import type { Work } from './changes.js';
import type { Applied, ClusterObjects } from './cluster-objects.js';
import type { Finding, FindingSource } from './finding.js';
import type { LocalWebhooks } from './local-webhooks.js';
import { callsService } from './local-webhooks.js';
import type { ManifestGenerator } from './manifest-generator.js';
import { ProgramError } from './operator-runner.js';
import type { OperatorRunner, PreparedProgram } from './operator-runner.js';
import { BundleError } from './program-bundle.js';
import type { ProgramBundle } from './program-bundle.js';
import type { ProjectManifests } from './project.js';

/*
 * What a session promises, from the save of a file to the operator that runs the new code:
 *  1. Saves are taken up one turn after the other; what is saved during a turn is the next turn, as one.
 *  2. A turn generates manifests, bundles the program, applies the definitions that changed, lets the new operator take
 *     over, and applies webhook configurations, samples and roles that changed. The operator is started anew only when
 *     its code changed, or a file that it may read.
 *  3. What is wrong is told with its place. Then the turn goes no further, and the operator that works goes on; what was
 *     left to do is done in the next turn.
 *  4. An operator that has ended is started by the next turn.
 */

export interface SessionParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly bundle: () => Promise<ProgramBundle>;
  /** Loaded when first needed. */
  readonly generator: () => Promise<Pick<ManifestGenerator, 'generate' | 'reset'>>;
  readonly readManifests: () => Promise<ProjectManifests>;
  readonly objects: Pick<ClusterObjects, 'apply' | 'storedOf'>;
  /** Absent: the API server cannot call this machine, and its webhooks are left alone. */
  readonly webhooks:
    Pick<LocalWebhooks, 'serve' | 'trusting' | 'whenServed' | 'args' | 'address'> | undefined;
  readonly runner: Pick<OperatorRunner, 'prepare' | 'warmUp' | 'coolDown' | 'isRunning'>;
  /** For every start of the operator. */
  readonly operatorArgs: readonly string[];
  /** Whether there may be another turn, for which a process is to wait. */
  readonly hasNext: boolean;
  readonly withRoles: boolean;
  readonly withSamples: boolean;
  readonly report: SessionReport;
}

/** Who is told what a session does. */
export interface SessionReport {
  /** All that one source has to say now; nothing: it has no complaint any more. */
  findings(source: FindingSource, findings: readonly Finding[]): void;
  /** A turn came to its end. */
  turned(turn: Turn): void;
  bundled(bundle: ProgramBundle): void;
  applied(objects: ReadonlyArray<Stored<KubernetesObject>>): void;
  /** The definitions that the cluster has now. */
  defined(definitions: readonly Manifest[]): void;
  /** The samples, as they were applied last. */
  sampled(samples: ReadonlyArray<Stored<KubernetesObject>>): void;
}

/** What a turn did. */
export interface Turn {
  /** Relative to the project: what was saved. */
  readonly files: readonly string[];
  readonly isFirst: boolean;
  /** Went to the end. */
  readonly isComplete: boolean;
  /** From the save to the end, the start of the operator included. */
  readonly durationMs: number;
  /** How long each step took, for those who look for what is slow. */
  readonly steps: ReadonlyArray<readonly [string, number]>;
  readonly written: readonly string[];
  readonly applied: ReadonlyArray<Stored<KubernetesObject>>;
  readonly restarted: boolean;
}

/** A turn that cannot go on; what was wrong has been told. */
class Halted extends Error {}

export class DevSession {
  readonly #parts: SessionParts;
  /** What the next turn has to do, and what earlier ones left. */
  #asked: Work = NOTHING;
  #left: Work = NOTHING;
  #files = new Set<string>();
  #sinceMs = 0;
  #turning: Promise<void> | undefined;
  #isFirst = true;
  /** Ends a wait that may take for ever. */
  #interrupt: () => void = () => undefined;
  /** The code that the operator runs, or ran last. */
  #running: string | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Asks for work because of files. Resolves when all that was asked for is done. */
  async change(work: Work, files: Iterable<string> = [], sinceMs = this.#parts.clock.now()): Promise<void> {
    if (isNothing(work)) return;
    if (isNothing(this.#asked)) this.#sinceMs = sinceMs;
    this.#asked = both(this.#asked, work);
    for (const file of files) this.#files.add(file);
    this.#interrupt();
    this.#turning ??= this.#turns().finally(() => (this.#turning = undefined));
    await this.#turning;
  }

  /** The operator has ended by itself: the next turn starts it. */
  operatorEnded(): void {
    this.#left = both(this.#left, { ...NOTHING, bundle: true, restart: true });
  }

  async #turns(): Promise<void> {
    while (!isNothing(this.#asked) && !this.#parts.signal.aborted) {
      const work = both(this.#asked, this.#left);
      const files = [...this.#files];
      this.#asked = NOTHING;
      this.#left = NOTHING;
      this.#files = new Set();
      await this.#turn(work, files);
    }
  }

  async #turn(work: Work, files: readonly string[]): Promise<void> {
    const { clock, report, signal } = this.#parts;
    const turn = new TurnRecord(clock);
    const sinceMs = this.#sinceMs;
    let isComplete = false;
    try {
      await this.#work(work, turn);
      isComplete = true;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Halted)) throw error;
      this.#left = both(this.#left, { ...work, reset: false, restart: work.restart && !turn.restarted });
    }
    const { steps, written, applied, restarted } = turn;
    const durationMs = clock.now() - sinceMs;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    report.turned({ files, isFirst, isComplete, durationMs, steps, written, applied, restarted });
  }

  async #work(work: Work, turn: TurnRecord): Promise<void> {
    if (work.reset) await this.#reset();
    // The bundler works beside this thread, the generator in it.
    const preparing = work.bundle ? this.#prepare(work.restart, turn) : Promise.resolve(undefined);
    const generating = work.generate ? turn.step('generate', () => this.#generate(turn)) : Promise.resolve();
    let prepared: Prepared | undefined;
    try {
      const [generated, made] = await Promise.allSettled([generating, preparing]);
      if (made.status === 'fulfilled') prepared = made.value;
      for (const result of [generated, made]) if (result.status === 'rejected') throw result.reason;
      const manifests = work.apply || turn.written.length > 0 ? await this.#define(turn) : undefined;
      if (prepared !== undefined && prepared.args !== this.#args()) {
        // The port and the certificate of webhooks are known only now.
        await prepared.program.discard();
        prepared = undefined;
        prepared = await this.#prepare(true, turn);
      }
      const starting = prepared === undefined ? undefined : this.#takeOver(prepared, turn);
      prepared = undefined;
      starting?.catch(() => undefined);
      if (manifests !== undefined) await this.#populate(manifests, starting, turn);
      await starting;
    } finally {
      await prepared?.program.discard();
    }
    // Only now, for it takes a processor for a while.
    if (this.#parts.hasNext) this.#parts.runner.warmUp();
  }

  async #reset(): Promise<void> {
    const { generator, runner } = this.#parts;
    (await generator()).reset();
    await runner.coolDown();
  }

  async #generate(turn: TurnRecord): Promise<void> {
    const generator = await this.#parts.generator();
    const { written, findings } = await generator.generate();
    turn.written.push(...written);
    this.#tell('generator', findings);
  }

  /** Undefined when the program is what runs already. */
  async #prepare(isForced: boolean, turn: TurnRecord): Promise<Prepared | undefined> {
    const { report, runner } = this.#parts;
    let bundle: ProgramBundle;
    try {
      bundle = await turn.step('bundle', () => this.#parts.bundle());
    } catch (error) {
      if (error instanceof BundleError) this.#tell('bundle', error.findings);
      throw error;
    }
    this.#tell('bundle', []);
    report.bundled(bundle);
    if (!isForced && runner.isRunning && bundle.code === this.#running) return undefined;
    const args = this.#args();
    const { file, code, waits } = bundle;
    try {
      const program = await turn.step('load', () =>
        runner.prepare({ file, args: args === '' ? [] : args.split('\n'), waits }),
      );
      return { program, code, args };
    } catch (error) {
      this.#tellEnd(error);
      throw error;
    }
  }

  /** Applies what the program and the samples need. */
  async #define(turn: TurnRecord): Promise<ProjectManifests> {
    const { readManifests, webhooks, report } = this.#parts;
    const manifests = await readManifests();
    this.#tell(
      'project',
      manifests.findings.filter((finding) => !isOfSample(finding)),
    );
    await webhooks?.serve([...manifests.definitions, ...manifests.webhooks]);
    const { findings } = await turn.step('apply', () => this.#apply(manifests.definitions, turn));
    report.defined(manifests.definitions);
    this.#tell('server', findings);
    return manifests;
  }

  /** Applies what needs the program. */
  async #populate(
    manifests: ProjectManifests,
    starting: Promise<void> | undefined,
    turn: TurnRecord,
  ): Promise<void> {
    const { webhooks, withSamples, withRoles, report, objects } = this.#parts;
    if (webhooks?.address !== undefined) await this.#whenServed(webhooks, starting);
    const callable =
      webhooks === undefined ? manifests.webhooks.filter((one) => !callsService(one)) : manifests.webhooks;
    const configured = await this.#apply(callable, turn);
    const samples = withSamples ? manifests.samples : [];
    const sampled = await this.#apply(samples, turn);
    report.sampled(objects.storedOf(samples));
    // Here the operator may do everything: its roles are there to be looked at.
    const granted = await this.#apply(withRoles ? manifests.roles : [], turn);
    const unreadable = withSamples ? manifests.findings.filter(isOfSample) : [];
    this.#tell('server', [...unreadable, ...configured.findings, ...sampled.findings, ...granted.findings]);
  }

  /** The API server must not call them before; who saves again meanwhile may have mended what keeps them from being served. */
  async #whenServed(
    webhooks: NonNullable<SessionParts['webhooks']>,
    starting: Promise<void> | undefined,
  ): Promise<void> {
    const { signal } = this.#parts;
    const waiting = new AbortController();
    this.#interrupt = () => waiting.abort();
    const forEver = new Promise<never>(() => undefined);
    try {
      await Promise.race([
        webhooks.whenServed(AbortSignal.any([signal, waiting.signal])),
        // Where the operator ends, that has been told.
        ...(starting === undefined ? [] : [starting.then(() => forEver)]),
      ]);
    } finally {
      this.#interrupt = () => undefined;
    }
    if (waiting.signal.aborted || signal.aborted) throw new Halted();
  }

  async #apply(manifests: readonly Manifest[], turn: TurnRecord): Promise<Applied> {
    const { objects, webhooks, report } = this.#parts;
    const trusting = webhooks === undefined ? manifests : manifests.map((one) => webhooks.trusting(one));
    const applied = await objects.apply(trusting);
    turn.applied.push(...applied.objects);
    if (applied.objects.length > 0) report.applied(applied.objects);
    return applied;
  }

  async #takeOver({ program, code }: Prepared, turn: TurnRecord): Promise<void> {
    this.#running = undefined;
    try {
      await turn.step('start', () => program.takeOver());
    } catch (error) {
      this.#tellEnd(error);
      throw error;
    }
    this.#running = code;
    turn.restarted = true;
    this.#tell('operator', []);
  }

  #tellEnd(error: unknown): void {
    if (error instanceof ProgramError) this.#tell('operator', [error.finding]);
  }

  /** Tells, and ends the turn where there is an error. */
  #tell(source: FindingSource, findings: readonly Finding[]): void {
    this.#parts.report.findings(source, findings);
    if (findings.some(({ severity }) => severity === 'error')) throw new Halted();
  }

  #args(): string {
    return [...this.#parts.operatorArgs, ...(this.#parts.webhooks?.args ?? [])].join('\n');
  }
}

const isOfSample = ({ file = '' }: Finding): boolean => file.startsWith('config/samples/');

interface Prepared {
  readonly program: PreparedProgram;
  readonly code: string;
  readonly args: string;
}

class TurnRecord {
  readonly steps: Array<readonly [string, number]> = [];
  readonly written: string[] = [];
  readonly applied: Array<Stored<KubernetesObject>> = [];
  restarted = false;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async step<T>(name: string, run: () => Promise<T>): Promise<T> {
    const startMs = this.#clock.now();
    try {
      return await run();
    } finally {
      this.steps.push([name, this.#clock.now() - startMs]);
    }
  }
}
