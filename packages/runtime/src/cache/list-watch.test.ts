import { ConfigMap } from '@kubewright/api/core/v1';
import { createClient } from '@kubewright/client';
import type { Interceptor } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { FakeApi, failure } from '../test-support/fake-api.js';
import { configMap } from '../test-support/informer-harness.js';
import { clientListWatch } from './list-watch.js';

describe('the requests of a cache', () => {
  it('carry the user agent of the client and pass its interceptors', async () => {
    const seen: string[] = [];
    const record: Interceptor = async (request, next) => {
      seen.push(`${request.headers?.['user-agent']} ${request.path.replace(/\?.*/, '')}`);
      return next(request);
    };
    const api = new FakeApi();
    const client = createClient({ transport: api, userAgent: 'operator/1', interceptors: [record] });
    await client.create(configMap('a', { namespace: 'x' }));
    seen.length = 0;
    const listWatch = clientListWatch(client, ConfigMap, { namespace: 'x' });
    const { signal } = new AbortController();
    const { items, resourceVersion } = await listWatch.listPage({ limit: 10, signal });
    expect(items).toHaveLength(1);
    let opened = false;
    const onOpen = () => {
      opened = true;
      api.endWatches();
    };
    const request = { resourceVersion, timeoutSeconds: 60, signal, onOpen };
    for await (const event of listWatch.watch(request)) expect(event).toBeUndefined();
    expect(opened).toBe(true);
    expect(seen).toEqual([
      'operator/1 /api/v1/namespaces/x/configmaps',
      'operator/1 /api/v1/namespaces/x/configmaps',
    ]);
    expect(api.requests.at(-1)).toBe(
      'GET /api/v1/namespaces/x/configmaps?watch=true&resourceVersion=101&allowWatchBookmarks=true&timeoutSeconds=60',
    );
  });

  it('throw the refusal of the server', async () => {
    const api = new FakeApi();
    api.intercept = () => failure(403, 'Forbidden', 'configmaps is forbidden');
    const listWatch = clientListWatch(createClient({ transport: api }), ConfigMap);
    const { signal } = new AbortController();
    await expect(listWatch.listPage({ signal })).rejects.toMatchObject({
      reason: 'Forbidden',
      message: 'configmaps is forbidden',
    });
  });
});
