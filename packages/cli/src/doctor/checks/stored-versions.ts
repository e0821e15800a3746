import { ok, problem, skipped, warning } from '../check.js';
import type { ClusterCheck, Finding } from '../check.js';
import { definitionsIn } from '../project-objects.js';
import { installedDefinition } from './definitions.js';

/** Whether objects may be stored in versions that are about to go. */
export const storedVersions: ClusterCheck = {
  name: 'stored versions',
  place: 'cluster',
  run: async (context) => {
    const findings: Finding[] = [];
    let looked = 0;
    for (const wanted of definitionsIn(context.objects)) {
      const name = wanted.metadata?.name ?? '';
      const installed = await installedDefinition(name, context);
      if (installed === undefined) continue;
      looked += 1;
      const stored = installed.status?.storedVersions ?? [];
      const storage = installed.spec.versions.find((version) => version.storage)?.name;
      for (const version of stored) {
        const known = wanted.spec.versions.some((one) => one.name === version);
        if (!known)
          findings.push(
            problem(
              `${name} may have objects stored in ${version}, which the project no longer has`,
              migration(name, version, storage),
            ),
          );
        else if (version !== storage)
          findings.push(
            warning(
              `${name} may have objects stored in ${version}, not in ${storage ?? ''}`,
              migration(name, version, storage),
            ),
          );
      }
    }
    if (looked === 0) return [skipped('no CRD of the project is installed')];
    return findings.length > 0 ? findings : [ok('objects are stored in the storage versions only')];
  },
};

/** https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning */
function migration(name: string, version: string, storage: string | undefined): string {
  const [plural = ''] = name.split('.');
  return `write every object once ("kubectl get ${plural} -A -o json | kubectl replace -f -") while ${version} is served, then take it out: kubectl patch crd ${name} --subresource=status --type=merge -p '{"status":{"storedVersions":["${storage ?? ''}"]}}'`;
}
