import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isStatusConditionTrue, quantityToNumber, systemClock } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { Namespace, Pod } from '@kubewright/api/core/v1';
import { isNotFound, podLogLines } from '@kubewright/client';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { kubewright } from '../../cli/run-command.js';
import type { Cluster } from './cluster.js';
import { eventually } from './eventually.js';
import { peakMemoryBytes } from './control-groups.js';
import { figure, mebibytes, seconds } from './figures.js';

const root = path.resolve(import.meta.dirname, '../../..');

/** An example of this repository, deployed as its users deploy theirs: `kubewright build`, `push`, `deploy`. */
export class DeployedOperator {
  readonly namespace: string;
  readonly #cluster: Cluster;
  /** Of the project, with which the names of its objects begin. */
  readonly name: string;
  readonly #folder: string;
  #image = '';

  private constructor(cluster: Cluster, folder: string, name: string) {
    this.#cluster = cluster;
    this.name = name;
    this.#folder = folder;
    this.namespace = `${name}-system`;
  }

  /** Builds the image without an engine, pushes it to the cluster's registry, and waits until it is rolled out. */
  static async deploy(cluster: Cluster, example: string): Promise<DeployedOperator> {
    const folder = path.join(root, 'examples', example);
    const { projectName: name } = parse(await readFile(path.join(folder, 'PROJECT'), 'utf8')) as {
      projectName: string;
    };
    const operator = new DeployedOperator(cluster, folder, name);
    const there = await cluster.client.get(Namespace, operator.namespace).catch(unlessNotFound);
    if (there !== undefined)
      throw new Error(`the namespace ${operator.namespace} exists: undeploy what is there first`);
    operator.#image = await operator.#push();
    const begun = systemClock.now();
    try {
      await operator.redeploy();
    } catch (error) {
      await operator.undeploy();
      throw error;
    }
    figure(name, 'kubewright deploy, until all pods are ready', seconds(systemClock.now() - begun));
    for (const pod of await operator.pods()) operator.#tellStart(pod);
    return operator;
  }

  /** The same again. */
  async redeploy(): Promise<void> {
    await this.#run('deploy', '--image', this.#image);
  }

  /** Deploys a manager with other arguments, which is expected not to start; returns what the command says then. */
  async deployWithArguments(args: readonly string[]): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-cluster-'));
    try {
      await cp(path.join(this.#folder, 'config'), path.join(folder, 'config'), { recursive: true });
      const file = path.join(folder, 'config/manager/manager.yaml');
      const manifest = await readFile(file, 'utf8');
      await writeFile(file, manifest.replace('- --leader-elect\n', `- ${args.join('\n        - ')}\n`));
      const env = { KUBECONFIG: this.#cluster.kubeconfig };
      const { code, stderr } = await kubewright(
        ['deploy', folder, '--image', this.#image, '--timeout', '20'],
        env,
      );
      if (code !== 1) throw new Error(`a manager with ${args.join(' ')} was rolled out`);
      return stderr;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async #push(): Promise<string> {
    const output = await mkdtemp(path.join(tmpdir(), 'kubewright-cluster-'));
    try {
      const begun = systemClock.now();
      const name = `${this.#cluster.registry}/kubewright/${this.name}:test`;
      const printed = await this.#run(
        ...['build', '--image', name, '--engine', 'none', '--push', '--insecure', '--output', output],
      );
      figure(this.name, 'kubewright build --push', seconds(systemClock.now() - begun));
      const pushed = /^pushed +(\S+):test(@sha256:[0-9a-f]{64})/m.exec(printed);
      if (pushed === null) throw new Error(`no image was pushed: ${printed}`);
      return `${pushed[1]}${pushed[2]}`;
    } finally {
      await rm(output, { recursive: true });
    }
  }

  #tellStart({ metadata, status }: Stored<Pod>): void {
    const at = (time: string | undefined): number => Date.parse(time ?? '');
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    const started = status?.containerStatuses?.[0]?.state?.running?.startedAt;
    const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
    const parts = [
      `image and sandbox ${seconds(at(started) - at(scheduled?.lastTransitionTime))}`,
      `ready ${seconds(at(ready?.lastTransitionTime) - at(started))} after its start`,
      `${status?.containerStatuses?.[0]?.restartCount ?? 0} restarts`,
    ];
    figure(this.name, `pod ${metadata.name}`, parts.join(', '));
  }

  async #run(command: string, ...args: string[]): Promise<string> {
    const env = { KUBECONFIG: this.#cluster.kubeconfig };
    const { code, stdout, stderr } = await kubewright([command, this.#folder, ...args], env);
    if (code !== 0) throw new Error(`kubewright ${command} of ${this.name}: ${stderr}${stdout}`);
    return stdout;
  }

  /** The pods of the manager, those that end left out. */
  async pods(): Promise<Array<Stored<Pod>>> {
    const labelSelector = { 'control-plane': 'controller-manager' };
    const { items } = await this.#cluster.client.list(Pod, { namespace: this.namespace, labelSelector });
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** Resolves with the pods of the manager when there are so many, all ready and none of them `without`. */
  untilReady(wanted: { pods: number; without?: ReadonlyArray<Stored<Pod>> }): Promise<Array<Stored<Pod>>> {
    const old = new Set(wanted.without?.map(({ metadata }) => metadata.uid));
    return eventually(async () => {
      const pods = await this.pods();
      expect(pods.map(({ metadata }) => old.has(metadata.uid))).toEqual(Array(wanted.pods).fill(false));
      for (const { status } of pods) expect(isStatusConditionTrue(status?.conditions, 'Ready')).toBe(true);
      return pods;
    });
  }

  async deployment(): Promise<Stored<Deployment>> {
    const name = `${this.name}-controller-manager`;
    return this.#cluster.client.get(Deployment, { namespace: this.namespace, name });
  }

  /** The lines that its pods have logged, parsed where they are JSON. */
  async logs(): Promise<Array<{ level?: string; msg?: string }>> {
    const lines: string[] = [];
    for (const { metadata } of await this.pods())
      for await (const line of podLogLines(this.#cluster.client, metadata)) lines.push(line);
    return lines.map((line) =>
      line.startsWith('{') ? (JSON.parse(line) as { level?: string }) : { level: 'error', msg: line },
    );
  }

  /** The most memory that each pod has had, beside its limit. */
  async peaks(): Promise<Array<{ peakBytes: number; limitBytes: number }>> {
    const peaks = [];
    for (const { metadata, spec } of await this.pods()) {
      const peakBytes = await peakMemoryBytes(metadata.uid);
      const limitBytes = quantityToNumber(spec?.containers[0]?.resources?.limits?.['memory'] ?? 0);
      figure(
        this.name,
        `peak memory of ${metadata.name}`,
        `${mebibytes(peakBytes)} of ${mebibytes(limitBytes)}`,
      );
      peaks.push({ peakBytes, limitBytes });
    }
    return peaks;
  }

  async undeploy(): Promise<void> {
    const begun = systemClock.now();
    await this.#run('undeploy');
    figure(this.name, 'kubewright undeploy', seconds(systemClock.now() - begun));
  }
}

function unlessNotFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}
