import { Service } from '@kubewright/api/core/v1';
import { EndpointSlice } from '@kubewright/api/discovery/v1';
import { mergePatch } from '@kubewright/client';
import { expect, it } from 'vitest';
import { useHeldWatches } from '../../test-support/held-watches.js';
import { webService } from '../../test-support/web.js';
import { endpointSliceController } from './endpointslice-controller.js';

const start = useHeldWatches();

it('a Service gets no second slice while the cache does not show its first', async () => {
  const { client, settle, release } = await start(EndpointSlice, [endpointSliceController()]);
  await client.create(webService());
  await settle();
  for (const note of ['1', '2', '3']) {
    await client.patch(Service, 'web', mergePatch({ metadata: { labels: { note } } }));
    await settle();
    expect((await client.list(EndpointSlice)).items).toHaveLength(1);
  }
  release();
  await settle();
  const { items } = await client.list(EndpointSlice);
  expect(items.map(({ metadata }) => metadata.labels?.note)).toEqual(['3']);
});
