import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { compareDefinitionSets, formatChanges, isAtLeast } from '@kubewright/generator';
import { isCluster, readDefinitions } from '../crd/definition-source.js';
import { CliError } from '../errors.js';
import type { ClusterFlags } from '../io/connect-cluster.js';
import type { CommandIo } from '../io/terminal.js';

export interface CrdDiffOptions extends ClusterFlags {
  /** What is there, and what takes its place: files, folders, `git:REVISION:PATH`, or `cluster`. */
  readonly before: string;
  readonly after: string;
  readonly output: 'text' | 'json';
  /** From which severity on the command fails. */
  readonly failOn: 'breaking' | 'warning' | 'never';
}

/** Told apart from 1, with which the command ends when it could not compare. */
const FOUND = 2;

/**
 * `kubewright crd diff`: says what a change of CustomResourceDefinitions means to stored objects and to clients. The exit
 * code is 2 when there are findings from `failOn` on.
 *
 * @throws CliError when a source cannot be read
 */
export async function crdDiffCommand(options: CrdDiffOptions, io: CommandIo): Promise<number> {
  const { before, after, failOn } = options;
  if (isCluster(before) && isCluster(after))
    throw new CliError(
      'InvalidArgument',
      'cluster and cluster: one of the two must be a file, folder or revision',
    );
  const [old, next] = await Promise.all([
    readDefinitions(before, options, io),
    readDefinitions(after, options, io),
  ]);
  const findings = compareDefinitionSets(
    isCluster(before) ? those(old, next) : old,
    isCluster(after) ? those(next, old) : next,
  );
  io.stdout.write(
    options.output === 'json' ? `${JSON.stringify(findings, undefined, 2)}\n` : formatChanges(findings),
  );
  if (failOn === 'never') return 0;
  const threshold = failOn === 'breaking' ? 'breaksClients' : 'warning';
  return findings.some((finding) => isAtLeast(finding, threshold)) ? FOUND : 0;
}

/** Of a cluster's definitions those that the other side has: the rest is nobody's business. */
function those(
  cluster: readonly CustomResourceDefinition[],
  other: readonly CustomResourceDefinition[],
): CustomResourceDefinition[] {
  const names = new Set(other.map(({ metadata }) => metadata?.name));
  return cluster.filter(({ metadata }) => names.has(metadata?.name));
}
