import type { KubernetesObject, Stored } from '@kubewright/api';
import type { DevCluster } from './cluster.js';

/** What to try in another terminal, one line each. */
export function nextSteps(
  { kubeconfig, context, isOwn }: DevCluster,
  sample: Stored<KubernetesObject> | undefined,
): string[] {
  const kubectl = context === undefined ? 'kubectl' : `kubectl --context ${context}`;
  const exported = isOwn ? [`  export KUBECONFIG=${kubeconfig}`] : [];
  const end = isOwn
    ? 'Ctrl-C stops everything'
    : 'Ctrl-C stops the operator; its CRDs, and the samples, stay in the cluster';
  if (sample === undefined) return [...exported.map((line) => line.trim()), end];
  const kind = sample.kind.toLowerCase();
  const target = `${kind} ${sample.metadata.name}`;
  return [
    'try, in another terminal:',
    ...exported,
    `  ${kubectl} get ${kind},deployments,replicasets,pods,services`,
    `  ${kubectl} describe ${target}`,
    `  ${kubectl} edit ${target}`,
    ...(isOwn ? [`  ${kubectl} delete pods --all`] : []),
    `  ${kubectl} delete ${target}`,
    end,
  ];
}
