import type { KubernetesObject, Stored } from '@kubewright/api';
import type { DashboardStore } from '../dashboard/store.js';
import type { DashboardPhase } from '../dashboard/state.js';
import type { Manifest } from '../io/manifests.js';
import { formatFinding, relativeTo } from './finding.js';
import type { Finding, FindingSource } from './finding.js';
import { readLogLine } from './log-line.js';
import type { OperatorChange } from './operator-runner.js';
import type { ProgramBundle } from './program-bundle.js';
import type { SessionReport, Turn } from './session.js';
import type { TreeNode } from './tree.js';
import type { DevView } from './view.js';

export interface DevReportOptions {
  readonly project: { readonly name: string; readonly folder: string };
  readonly store: DashboardStore;
  readonly view: DevView;
  /** Shows how long each step took. */
  readonly verbose: boolean;
  /** Called for what keeps a turn from its end. */
  readonly onError: (source: FindingSource, finding: Finding) => void;
  readonly onBundle: (bundle: ProgramBundle) => void;
  readonly onApplied: (objects: ReadonlyArray<Stored<KubernetesObject>>) => void;
  readonly onDefinitions: (definitions: readonly Manifest[]) => void;
  readonly onSamples: (samples: ReadonlyArray<Stored<KubernetesObject>>) => void;
  readonly onTurn: (turn: Turn) => void;
}

/** Tells the store of the dashboard, and the view of lines, what a run of `dev` does. */
export class DevReport implements SessionReport {
  readonly #options: DevReportOptions;
  readonly #told = new Map<FindingSource, string>();
  #starts = 0;

  constructor(options: DevReportOptions) {
    this.#options = options;
  }

  say(text: string, level: 'info' | 'warn' | 'error' = 'info'): void {
    this.#options.view.say(text, level);
    this.#options.store.addLog({ level, text }, 'dev');
  }

  phase(phase: DashboardPhase, detail?: string): void {
    this.#options.store.setPhase(phase, detail);
  }

  /** A line of the operator's output. */
  line(text: string): void {
    const line = readLogLine(text);
    this.#options.view.log(line);
    this.#options.store.addLog(line);
  }

  trees(trees: readonly TreeNode[]): void {
    this.#options.view.update(trees);
    this.#options.store.setTrees(trees);
  }

  operator(change: OperatorChange): void {
    const { store, project } = this.#options;
    switch (change.status) {
      case 'starting':
        this.#starts += 1;
        store.patchOperator({
          status: 'starting',
          pid: change.pid,
          restarts: this.#starts - 1,
          reason: undefined,
        });
        if (this.#starts === 1) this.say(`operator ${project.name} started (process ${change.pid ?? 0})`);
        break;
      case 'running':
        store.patchOperator({ status: 'running', pid: change.pid, reason: undefined });
        break;
      case 'failed':
        store.patchOperator({ status: 'failed', pid: undefined, reason: formatFinding(change.finding) });
        break;
      case 'stopped':
        store.patchOperator({ status: 'stopped', pid: undefined });
    }
  }

  findings(source: FindingSource, findings: readonly Finding[]): void {
    const { store, onError } = this.#options;
    store.setDiagnostics(source, findings);
    const text = findings.map(formatFinding).join('\n');
    const isNew = this.#told.get(source) !== text;
    this.#told.set(source, text);
    const error = findings.find(({ severity }) => severity === 'error');
    if (isNew || error !== undefined)
      for (const finding of findings)
        this.say(formatFinding(finding), finding.severity === 'error' ? 'error' : 'warn');
    if (error !== undefined) onError(source, error);
  }

  bundled(bundle: ProgramBundle): void {
    this.#options.onBundle(bundle);
  }

  applied(objects: ReadonlyArray<Stored<KubernetesObject>>): void {
    this.#options.onApplied(objects);
    const isDefinition = ({ kind }: KubernetesObject): boolean => kind === 'CustomResourceDefinition';
    const definitions = objects.filter(isDefinition).map(({ metadata }) => metadata.name);
    const others = objects.filter((object) => !isDefinition(object));
    if (definitions.length > 0) this.say(`installed ${definitions.join(', ')}`);
    // Of each kind once: a project has half a dozen roles.
    const kinds = [...new Set(others.map(({ kind }) => kind))];
    const named = kinds.map((kind) => {
      const names = others.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
      return `${kind} ${names.join(', ')}`;
    });
    if (named.length > 0) this.say(`applied ${named.join('; ')}`);
  }

  defined(definitions: readonly Manifest[]): void {
    this.#options.onDefinitions(definitions);
  }

  sampled(samples: ReadonlyArray<Stored<KubernetesObject>>): void {
    this.#options.onSamples(samples);
  }

  turned(turn: Turn): void {
    const { store, project, verbose } = this.#options;
    const { files, isFirst, isComplete, durationMs, steps, written, applied, restarted } = turn;
    for (const file of written) this.say(`wrote ${file}`);
    const ms = `${Math.round(durationMs)} ms`;
    const names = files.map((file) => relativeTo(project.folder, file));
    const what =
      names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');
    const isSilent = isFirst || names.length === 0;
    if (restarted && !isFirst) store.patchOperator({ lastReloadMs: durationMs });
    if (!isComplete && !isFirst) this.say(`not taken over: ${what || 'what is left to do'} (${ms})`, 'warn');
    else if (restarted && !isFirst) this.say(`reloaded in ${ms}: ${what || 'on demand'}`);
    else if (!isSilent && (written.length > 0 || applied.length > 0)) this.say(`updated in ${ms}: ${what}`);
    else if (!isSilent && names.some((name) => !name.startsWith('config/')))
      this.say(`nothing to do: ${what} (${ms})`);
    if (verbose && steps.length > 0)
      this.say(`steps: ${steps.map(([name, tookMs]) => `${name} ${Math.round(tookMs)} ms`).join(', ')}`);
    this.#options.onTurn(turn);
  }
}
