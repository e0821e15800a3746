import { discoverResources } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import type { KubernetesList, KubernetesObject } from '@kubewright/api';

/** What comes and goes by itself, or belongs to the node. */
const PASSING = new Set([
  'events',
  'events.events.k8s.io',
  'leases.coordination.k8s.io',
  // Go with their Services.
  'ipaddresses.networking.k8s.io',
  'pods.metrics.k8s.io',
  'nodes.metrics.k8s.io',
]);

/**
 * Every object of every kind that the cluster lists, as `deployments.apps shop/web`. Where others use the cluster at the same
 * time, KUBEWRIGHT_CLUSTER_OTHERS is a regular expression for what is theirs.
 */
export async function inventory(client: Client): Promise<Set<string>> {
  const found = new Set<string>();
  const others = process.env['KUBEWRIGHT_CLUSTER_OTHERS'];
  const isTheirs = others ? new RegExp(others) : undefined;
  const { resources } = await discoverResources(client.transport);
  for (const { kind, verbs, preferred } of resources) {
    const { group, version, plural } = kind;
    const name = group === '' ? plural : `${plural}.${group}`;
    if (!preferred || !verbs.includes('list') || PASSING.has(name)) continue;
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const response = await client.transport.request({ method: 'GET', path: `${root}/${plural}` });
    const text = Buffer.from(await response.body.bytes()).toString();
    // A definition may go between discovery and list.
    if (response.status === 404) continue;
    const { items } = JSON.parse(text) as KubernetesList<KubernetesObject>;
    for (const { metadata } of items ?? []) {
      const key =
        metadata?.namespace === undefined ? metadata?.name : `${metadata.namespace}/${metadata.name}`;
      const object = `${name} ${key}`;
      if (isTheirs?.test(object) !== true) found.add(object);
    }
  }
  return found;
}
