import { isNoKindMatch } from '@kubewright/client';
import { KIND_MAKERS } from '../../deploy/kind-makers.js';
import { ok, problem, skipped } from '../check.js';
import type { ClusterCheck, Finding } from '../check.js';
import { definitionsIn } from '../project-objects.js';

/** Whether the cluster serves the kinds that the project deploys. */
export const requiredKinds: ClusterCheck = {
  name: 'kinds',
  place: 'cluster',
  run: async ({ client, objects, io }) => {
    if (objects.length === 0) return [skipped('there is nothing to deploy')];
    const own = new Set(definitionsIn(objects).map(({ spec }) => `${spec.group} ${spec.names.kind}`));
    const kinds = new Map(
      objects.map(({ apiVersion = '', kind = '' }) => [`${apiVersion} ${kind}`, { apiVersion, kind }]),
    );
    const findings: Finding[] = [];
    for (const { apiVersion, kind } of kinds.values()) {
      const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
      if (own.has(`${group} ${kind}`)) continue;
      try {
        await client.mapper.kindFor(apiVersion, kind, { signal: io.signal });
      } catch (error) {
        if (!isNoKindMatch(error)) throw error;
        findings.push(
          problem(
            `nobody serves ${kind} of ${apiVersion}`,
            KIND_MAKERS[group] ?? 'install what defines it, or take it out of config/default',
          ),
        );
      }
    }
    return findings.length > 0 ? findings : [ok(`all ${kinds.size} kinds are served`)];
  },
};
