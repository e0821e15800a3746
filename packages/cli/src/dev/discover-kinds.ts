import { defineKind, parseApiVersion } from '@kubewright/api';
import type { Kind, Transport } from '@kubewright/api';

interface GroupList {
  readonly groups: ReadonlyArray<{ readonly preferredVersion: { readonly groupVersion: string } }>;
}

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: ReadonlyArray<{ name: string; kind: string; namespaced: boolean; verbs: readonly string[] }>;
}

/** The namespaced kinds that can be listed and watched, in their preferred versions. */
export async function discoverKinds(transport: Transport): Promise<Kind[]> {
  const { groups } = await getJson<GroupList>(transport, '/apis');
  const paths = ['/api/v1', ...groups.map((group) => `/apis/${group.preferredVersion.groupVersion}`)];
  const lists = await Promise.all(paths.map((path) => getJson<ResourceList>(transport, path)));
  return lists.flatMap(({ groupVersion, resources }) =>
    resources
      .filter((r) => r.namespaced && !r.name.includes('/') && r.verbs.includes('list') && r.verbs.includes('watch'))
      .map((r) => defineKind({ ...parseApiVersion(groupVersion), kind: r.kind, plural: r.name })),
  );
}

async function getJson<T>(transport: Transport, path: string): Promise<T> {
  const response = await transport.request({ method: 'GET', path, headers: { accept: 'application/json' } });
  const text = new TextDecoder().decode(await response.body.bytes());
  if (response.status !== 200) throw new Error(`discovery of ${path} was answered with ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
