import { Pod } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';

import { FakeTransport } from '../test-support/fake-transport.js';
import { createClient } from './create-client.js';
import { listItems, listPages } from './list-pages.js';

const page = (names: string[], next?: string) => ({
  metadata: { resourceVersion: '5', ...(next === undefined ? {} : { continue: next }) },
  items: names.map((name) => ({ metadata: { name } })),
});

describe('listPages', () => {
  it('asks for the next page with the token of the last, and without a resource version', async () => {
    const transport = new FakeTransport(
      {
        request: 'GET /api/v1/pods?labelSelector=a&resourceVersion=0&limit=2',
        answer: page(['a', 'b'], 'T'),
      },
      { request: 'GET /api/v1/pods?labelSelector=a&limit=2&continue=T', answer: page(['c'], '') },
    );
    const sizes = [];
    const options = { labelSelector: 'a', resourceVersion: '0', pageSize: 2 };
    for await (const { items } of listPages(createClient({ transport }), Pod, options))
      sizes.push(items.length);
    expect(sizes).toEqual([2, 1]);
    transport.assertConsumed();
  });

  it('asks for no page that nobody takes', async () => {
    const transport = new FakeTransport({ request: 'GET /api/v1/pods?limit=500', answer: page(['a'], 'T') });
    for await (const pod of listItems(createClient({ transport }), Pod)) {
      expect(pod.metadata.name).toBe('a');
      break;
    }
    transport.assertConsumed();
  });
});
