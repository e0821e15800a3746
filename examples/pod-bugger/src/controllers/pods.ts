import { labelChanged, or, predicateFuncs } from 'kubewright';
import type { MapContext, Request, Stored } from 'kubewright';
import type { Pod } from 'kubewright/core/v1';
import { PodBuggerTool } from '../api/v1alpha1/pod-bugger-tool.js';

/** The annotation of pods that a kubelet made from a file: the server knows their mirror only, and refuses to change it. */
const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/** Whether a tool may still be added to the pod: it has not ended, is not about to, and is no static pod. */
export function takesTools({ metadata, status }: Stored<Pod>): boolean {
  return (
    metadata.deletionTimestamp === undefined &&
    metadata.annotations?.[MIRROR_ANNOTATION] === undefined &&
    status?.phase !== 'Succeeded' &&
    status?.phase !== 'Failed'
  );
}

/** Leaves out the many updates of a pod's status that make no difference to who gets a tool. */
export const concernsTools = or<Pod>(
  labelChanged,
  predicateFuncs<Pod>({
    update: ({ object, oldObject }) => takesTools(object) !== takesTools(oldObject),
  }),
);

/** The tools whose labels a pod has. */
export async function toolsFor({ metadata }: Stored<Pod>, { client }: MapContext): Promise<Request[]> {
  const { namespace, labels = {} } = metadata;
  const tools = await client.list(PodBuggerTool, { namespace });
  return tools.items
    .filter(({ spec }) => Object.entries(spec.labels).every(([name, value]) => labels[name] === value))
    .map(({ metadata: { name } }) => ({ namespace, name }));
}

/** Compares for `sort`, by name. */
export function byName(a: Stored<Pod>, b: Stored<Pod>): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
