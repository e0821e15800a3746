import { Pod } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';
import { useControlPlane } from '../test-support/use-control-plane.js';

describe('logs of the node stand-in', () => {
  const current = useControlPlane({
    node: { logs: (pod, container) => `${pod.metadata?.name}/${container}\nsecond\nthird\n` },
  });

  async function log(query: string): Promise<{ status: number; text: string }> {
    const { controlPlane, client, settle } = current();
    await client.create(
      Pod({
        metadata: { name: 'a', namespace: 'default' },
        spec: { containers: [{ name: 'main', image: 'busybox:1' }] },
      }),
    );
    await settle();
    const path = `/api/v1/namespaces/default/pods/a/log${query}`;
    const { status, body } = await controlPlane.transport.request({ method: 'GET', path });
    return { status, text: new TextDecoder().decode(await body.bytes()) };
  }

  it.each([
    ['the whole text', '', 'a/main\nsecond\nthird\n'],
    ['the last lines', '?tailLines=2', 'second\nthird\n'],
    ['no line', '?tailLines=0', ''],
    ['the first bytes', '?limitBytes=9', 'a/main\nse'],
    ['lines that are young enough', '?sinceTime=2999-01-01T00:00:00Z', ''],
    ['all there is, to one who waits for more', '?follow=true&container=main', 'a/main\nsecond\nthird\n'],
  ])('show %s', async (_what, query, text) => {
    expect(await log(query)).toEqual({ status: 200, text });
  });

  it('begin with the time of the line when asked to', async () => {
    const { text } = await log('?timestamps=true&tailLines=1');
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000000Z third\n$/);
  });

  it('are refused for a container that the pod does not have', async () => {
    const { status, text } = await log('?container=other');
    expect(status).toBe(400);
    expect(text).toContain('container other is not valid for pod a');
  });
});
