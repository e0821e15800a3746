import { KUBERNETES_VERSION } from '@kubewright/api';
import { compareVersions } from '../compare-versions.js';
import { ok, problem, warning } from '../check.js';
import type { ClusterCheck, ClusterContext } from '../check.js';

/** The first release in which validation rules of CRDs (CEL) are on by default; before, definitions lose them silently. */
const OLDEST = '1.25';
/** The first in which a write may leave a value as it was that a tightened rule refuses (CRDValidationRatcheting, beta). */
const OLDEST_TESTED = '1.30';

/** Whether the API server is of a release that the framework knows. */
export const serverVersion: ClusterCheck = {
  name: 'server version',
  place: 'cluster',
  run: async (context) => {
    const version = await versionOf(context);
    const [, reference = ''] = /^(\d+\.\d+)/.exec(KUBERNETES_VERSION) ?? [];
    if (compareVersions(version, OLDEST) < 0)
      return [
        problem(
          `Kubernetes ${version} is older than ${OLDEST}: validation rules of CRDs are ignored there`,
          `use a cluster of Kubernetes ${OLDEST_TESTED} or newer`,
        ),
      ];
    if (compareVersions(version, OLDEST_TESTED) < 0)
      return [
        warning(
          `Kubernetes ${version} is older than ${OLDEST_TESTED}: tightened rules refuse writes of objects that are stored`,
          'see docs/compatibility.md before you change a rule',
        ),
      ];
    const [, minor = ''] = /^v?(\d+\.\d+)/.exec(version) ?? [];
    if (compareVersions(minor, reference) > 0)
      return [
        warning(
          `Kubernetes ${version} is newer than ${reference}, which this release of kubewright knows`,
          'fields that are new there are not in its types: see whether there is a newer release',
        ),
      ];
    return [ok(`Kubernetes ${version}`)];
  },
};

async function versionOf({ client, io }: ClusterContext): Promise<string> {
  const response = await client.transport.request({ method: 'GET', path: '/version', signal: io.signal });
  const text = Buffer.from(await response.body.bytes()).toString('utf8');
  return (JSON.parse(text) as { gitVersion?: string }).gitVersion ?? 'unknown';
}
