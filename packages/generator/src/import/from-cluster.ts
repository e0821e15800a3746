import { isJsonObject } from '@kubewright/api';
import type { Transport } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { createClient, listItems } from '@kubewright/client';
import { kindsOfCrd } from './from-crd.js';
import { kindsOfOpenApi } from './from-openapi.js';
import { ImportError } from './import-error.js';
import type { ImportedKind } from './imported-kind.js';

export interface ReadClusterKindsOptions {
  readonly transport: Transport;
  /**
   * Only these groups. One that no CustomResourceDefinition defines is read from the server's OpenAPI documents: that of
   * an aggregated API server, for example. Defaults to those of all definitions.
   */
  readonly groups?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * The kinds of a running cluster.
 *
 * @throws ApiError, TransportError of the client; ImportError 'CannotRead' when the server has no OpenAPI v3
 */
export async function readClusterKinds(options: ReadClusterKindsOptions): Promise<ImportedKind[]> {
  const { transport, groups } = options;
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const client = createClient({ transport });
  const kinds: ImportedKind[] = [];
  for await (const crd of listItems(client, CustomResourceDefinition, signal))
    if (groups === undefined || groups.includes(crd.spec.group))
      kinds.push(...kindsOfCrd({ ...crd }, transport.host ?? 'the cluster'));
  const missing = (groups ?? []).filter((group) => !kinds.some((kind) => kind.group === group));
  if (missing.length === 0) return kinds;

  const index = await json('/openapi/v3');
  for (const [path, entry] of Object.entries(isJsonObject(index['paths']) ? index['paths'] : {})) {
    const group = /^apis\/([^/]+)\/[^/]+$/.exec(path)?.[1] ?? (/^api\/[^/]+$/.test(path) ? '' : undefined);
    if (group === undefined || !missing.includes(group) || !isJsonObject(entry)) continue;
    const url = entry['serverRelativeURL'];
    if (typeof url === 'string') kinds.push(...kindsOfOpenApi(await json(url), url.split('?')[0] ?? url));
  }
  return kinds;

  async function json(path: string): Promise<Record<string, unknown>> {
    const response = await transport.request({
      method: 'GET',
      path,
      headers: { accept: 'application/json' },
      ...signal,
    });
    const text = new TextDecoder().decode(await response.body.bytes());
    if (response.status !== 200)
      throw new ImportError('CannotRead', `the API server answers ${response.status} for ${path}`);
    return JSON.parse(text) as Record<string, unknown>;
  }
}
