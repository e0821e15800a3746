import type { Clock, Timer } from '@kubewright/api';
import type { HotLoop } from '@kubewright/runtime';
import type { LogLine } from '../dev/log-line.js';
import type { TreeNode } from '../dev/tree.js';
import { objectStates } from './object-states.js';
import type {
  ControllerState,
  ControlPlaneState,
  DashboardDiagnostic,
  DashboardPhase,
  DashboardState,
  OperatorState,
  ReconcileErrorState,
  ReconcileFigures,
  TimelineEntry,
} from './state.js';

export interface DashboardStoreOptions {
  readonly clock: Clock;
  /** The project's name. */
  readonly project: string;
  /** Changes within so long are one notification. Defaults to 50. */
  readonly coalesceMs?: number;
}

/** How many of each are kept; the oldest go first. */
const LIMITS = { logs: 1000, timelines: 400 } as const;

/**
 * Holds what a run of `kubewright dev` shows. Each setter replaces one part of the state, which is immutable: a part that
 * did not change is the same object as before. Subscribers are told of changes at most once in `coalesceMs`.
 */
export class DashboardStore {
  readonly #clock: Clock;
  readonly #coalesceMs: number;
  readonly #listeners = new Set<() => void>();
  #state: DashboardState;
  #timer: Timer | undefined;
  #nextLog = 1;
  #nextTimeline = 1;

  constructor({ clock, project, coalesceMs = 50 }: DashboardStoreOptions) {
    this.#clock = clock;
    this.#coalesceMs = coalesceMs;
    this.#state = {
      project,
      phase: 'starting',
      startedAtMs: clock.now(),
      operator: { status: 'stopped', restarts: 0 },
      diagnostics: [],
      objects: [],
      controllers: [],
      reconciles: { perSecond: 0, total: 0, failed: 0, history: [] },
      errors: [],
      hotLoops: [],
      timelines: [],
      logs: [],
    };
  }

  get state(): DashboardState {
    return this.#state;
  }

  /** Calls back after changes, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  setPhase(phase: DashboardPhase, detail?: string): void {
    const { phaseDetail: _, ...rest } = this.#state;
    this.#set({ ...rest, phase, ...(detail === undefined ? {} : { phaseDetail: detail }) });
  }

  setControlPlane(controlPlane: ControlPlaneState): void {
    this.#set({ ...this.#state, controlPlane });
  }

  setPageUrl(pageUrl: string): void {
    this.#set({ ...this.#state, pageUrl });
  }

  /** Replaces some fields; undefined takes one away. */
  patchOperator(patch: { readonly [Field in keyof OperatorState]?: OperatorState[Field] | undefined }): void {
    const patched = Object.entries({ ...this.#state.operator, ...patch }).filter(
      ([, value]) => value !== undefined,
    );
    this.#set({ ...this.#state, operator: Object.fromEntries(patched) as unknown as OperatorState });
  }

  /** Replaces what one source (`generator`, `bundle`) found before; an empty list clears it. */
  setDiagnostics(source: string, found: ReadonlyArray<Omit<DashboardDiagnostic, 'source'>>): void {
    const others = this.#state.diagnostics.filter((diagnostic) => diagnostic.source !== source);
    if (found.length === 0 && others.length === this.#state.diagnostics.length) return;
    this.#set({ ...this.#state, diagnostics: [...others, ...found.map((one) => ({ ...one, source }))] });
  }

  /** The trees as they are now. */
  setTrees(trees: readonly TreeNode[]): void {
    const objects = objectStates(trees);
    if (JSON.stringify(objects) !== JSON.stringify(this.#state.objects))
      this.#set({ ...this.#state, objects });
  }

  setControllers(controllers: readonly ControllerState[]): void {
    if (JSON.stringify(controllers) !== JSON.stringify(this.#state.controllers))
      this.#set({ ...this.#state, controllers });
  }

  setReconciles(reconciles: ReconcileFigures): void {
    if (JSON.stringify(reconciles) !== JSON.stringify(this.#state.reconciles))
      this.#set({ ...this.#state, reconciles });
  }

  /** What failed last, the newest first. */
  setErrors(errors: readonly ReconcileErrorState[]): void {
    if (JSON.stringify(errors) !== JSON.stringify(this.#state.errors)) this.#set({ ...this.#state, errors });
  }

  setHotLoops(hotLoops: readonly HotLoop[]): void {
    if (JSON.stringify(hotLoops) !== JSON.stringify(this.#state.hotLoops))
      this.#set({ ...this.#state, hotLoops });
  }

  /** Adds reconciles, the oldest first. */
  addTimelines(entries: ReadonlyArray<Omit<TimelineEntry, 'key'>>): void {
    if (entries.length === 0) return;
    const added = entries.map((entry) => ({ ...entry, key: this.#nextTimeline++ }));
    this.#set({ ...this.#state, timelines: [...this.#state.timelines, ...added].slice(-LIMITS.timelines) });
  }

  /** Adds a line of the operator's output, or, with source `dev`, of the command's own doings. */
  addLog(line: LogLine, source: 'operator' | 'dev' = 'operator'): void {
    const entry = { ...line, sequence: this.#nextLog++, atMs: this.#clock.now(), source };
    this.#set({ ...this.#state, logs: [...this.#state.logs, entry].slice(-LIMITS.logs) });
  }

  /** Tells no more; calling it twice does nothing. */
  close(): void {
    this.#listeners.clear();
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #set(state: DashboardState): void {
    this.#state = state;
    if (this.#timer !== undefined || this.#listeners.size === 0) return;
    this.#timer = this.#clock.setTimer(() => {
      this.#timer = undefined;
      for (const listener of [...this.#listeners]) listener();
    }, this.#coalesceMs);
  }
}
