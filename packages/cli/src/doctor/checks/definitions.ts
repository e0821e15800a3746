import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import type { Stored } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import { compareDefinitions, isAtLeast } from '@kubewright/generator';
import { ok, problem, skipped, warning } from '../check.js';
import type { ClusterCheck, ClusterContext, Finding } from '../check.js';
import { definitionsIn } from '../project-objects.js';

/** Whether the CRDs of the project are installed, served, and the same as in config/crd. */
export const definitions: ClusterCheck = {
  name: 'CRDs',
  place: 'cluster',
  run: async (context) => {
    const wanted = definitionsIn(context.objects);
    if (wanted.length === 0) return [skipped('the project has no CRDs')];
    const findings: Finding[] = [];
    for (const definition of wanted) findings.push(...(await judge(definition, context)));
    return findings.length > 0
      ? findings
      : [ok(`${wanted.length} CRDs are installed as the project has them`)];
  },
};

async function judge(wanted: CustomResourceDefinition, context: ClusterContext): Promise<Finding[]> {
  const name = wanted.metadata?.name ?? '';
  const installed = await installedDefinition(name, context);
  if (installed === undefined)
    return [warning(`${name} is not installed`, 'run "kubewright install", or "kubewright deploy"')];
  const findings: Finding[] = [];
  for (const { type, status, message = '' } of installed.status?.conditions ?? [])
    if ((type === 'Established' || type === 'NamesAccepted') && status === 'False')
      findings.push(
        problem(
          `${name} is not served: ${message}`,
          'its names are taken by another definition: rename the kind, or remove the other',
        ),
      );
  const changes = compareDefinitions(installed, wanted);
  for (const change of changes.filter((one) => isAtLeast(one, 'breaksClients')))
    findings.push(
      problem(
        `${name}${change.version === undefined ? '' : ` ${change.version}`} ${change.path}: ${change.message}`,
        change.hint ?? '"kubewright crd diff cluster config/crd" tells what it breaks',
      ),
    );
  if (changes.length > 0 && findings.length === 0)
    findings.push(
      warning(
        `${name} is not as the project has it: ${changes[0]?.message ?? ''}${changes.length > 1 ? `, and ${changes.length - 1} more changes` : ''}`,
        'run "kubewright install"; nothing breaks by it',
      ),
    );
  return findings;
}

/** Absent where it is not installed. */
export async function installedDefinition(
  name: string,
  { client, io }: ClusterContext,
): Promise<Stored<CustomResourceDefinition> | undefined> {
  try {
    return await client.get(CustomResourceDefinition, name, { signal: io.signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
