import { defineKind } from '@kubewright/api';
import type { Kind, Transport, TransportRequest } from '@kubewright/api';
import { toError } from '../shared/to-error.js';

/** A resource that the server serves. */
export interface DiscoveredResource {
  readonly kind: Kind;
  readonly verbs: readonly string[];
  /** Whether this is the version in which the server prefers to serve the resource. */
  readonly preferred: boolean;
}

interface ApiResource {
  name: string;
  namespaced: boolean;
  kind: string;
  verbs: string[];
  group?: string;
  version?: string;
}

interface AggregatedResource {
  resource: string;
  responseKind?: { kind?: string };
  scope: 'Cluster' | 'Namespaced';
  verbs: string[];
}

interface AggregatedGroup {
  metadata?: { name?: string };
  versions: Array<{ version: string; resources?: AggregatedResource[] }>;
}

interface ApiGroup {
  name: string;
  versions: Array<{ version: string }>;
  preferredVersion?: { version: string };
}

const aggregatedAccept =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/**
 * All resources of the server, in every version; subresources are left out. Groups that cannot be read are left out
 * and named in `failures`: an aggregated API that is down must not hide the rest.
 */
export async function discoverResources(
  transport: Transport,
  signal: AbortSignal,
): Promise<{ resources: DiscoveredResource[]; failures: Error[] }> {
  const failures: Error[] = [];
  const roots = await Promise.all(
    ['/api', '/apis'].map((path) => getJson(transport, path, signal, aggregatedAccept)),
  );
  const found = await Promise.all(roots.map((root) => readRoot(root, transport, signal, failures)));
  return { resources: markPreferred(found.flat()), failures };
}

async function readRoot(
  root: unknown,
  transport: Transport,
  signal: AbortSignal,
  failures: Error[],
): Promise<Array<Omit<DiscoveredResource, 'preferred'>>> {
  const document = root as {
    kind?: string;
    items?: AggregatedGroup[];
    groups?: ApiGroup[];
    versions?: string[];
  };
  if (document.kind === 'APIGroupDiscoveryList') return (document.items ?? []).flatMap(aggregatedResources);
  const versions =
    document.groups === undefined
      ? (document.versions ?? []).map((version) => ({ group: '', version }))
      : document.groups.flatMap(({ name, versions: all, preferredVersion: preferred }) =>
          preferredFirst(all, preferred?.version).map((version) => ({ group: name, version })),
        );
  const lists = await Promise.all(
    versions.map(async ({ group, version }) => {
      const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      try {
        const list = (await getJson(transport, path, signal)) as { resources?: ApiResource[] };
        return (list.resources ?? [])
          .filter(({ name }) => !name.includes('/'))
          .map(({ name, kind, namespaced, verbs }) => ({
            kind: defineKind({ group, version, kind, plural: name, namespaced }),
            verbs,
          }));
      } catch (error) {
        failures.push(toError(error));
        return [];
      }
    }),
  );
  return lists.flat();
}

/** Of each resource the first version, where versions come in the server's order of preference. */
function markPreferred(resources: readonly Omit<DiscoveredResource, 'preferred'>[]): DiscoveredResource[] {
  const seen = new Set<string>();
  return resources.map((resource) => {
    const id = `${resource.kind.group}/${resource.kind.plural}`;
    const preferred = !seen.has(id);
    seen.add(id);
    return { ...resource, preferred };
  });
}

function preferredFirst(
  versions: ReadonlyArray<{ version: string }>,
  preferred: string | undefined,
): string[] {
  const names = versions.map(({ version }) => version);
  return names.sort((a, b) => Number(b === preferred) - Number(a === preferred));
}

function aggregatedResources(group: AggregatedGroup): Array<Omit<DiscoveredResource, 'preferred'>> {
  return group.versions.flatMap(({ version, resources = [] }) =>
    resources.map(({ resource, responseKind, scope, verbs }) => ({
      kind: defineKind({
        group: group.metadata?.name ?? '',
        version,
        kind: responseKind?.kind ?? '',
        plural: resource,
        namespaced: scope === 'Namespaced',
      }),
      verbs,
    })),
  );
}

async function getJson(
  transport: Transport,
  path: string,
  signal: AbortSignal,
  accept = 'application/json',
): Promise<unknown> {
  const request: TransportRequest = { method: 'GET', path, headers: { accept }, signal };
  const response = await transport.request(request);
  const text = new TextDecoder().decode(await response.body.bytes());
  if (response.status !== 200)
    throw new Error(`GET ${path}: the server answered ${String(response.status)}: ${text}`);
  return JSON.parse(text) as unknown;
}
