import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DevCluster } from './cluster.js';
import { planEmbeddedCluster } from './embedded-cluster.js';
import { ObjectsView } from './objects-view.js';
import { renderTree } from './render.js';

describe('the embedded cluster of dev', () => {
  let folder: string;
  let kubeconfig: string;
  const opened: DevCluster[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-embedded-'));
    kubeconfig = path.join(folder, 'kubeconfig');
  });
  afterEach(async () => {
    for (const cluster of opened.splice(0)) await cluster.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('kubeconfig'))).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });

  const plan = (mayRename = true) =>
    planEmbeddedCluster({
      clock: systemClock,
      signal: new AbortController().signal,
      port: 0,
      kubeconfig,
      mayRename,
    });
  const open = async (): Promise<DevCluster> => {
    const cluster = await (await plan()).open();
    opened.push(cluster);
    return cluster;
  };

  it('takes another name for its kubeconfig while another run uses the usual one, which may be left of a crash', async () => {
    const first = await open();
    expect(first.kubeconfig).toBe(kubeconfig);
    expect((await plan(false)).operatorKubeconfig).toBe(kubeconfig);
    const second = await open();
    expect(second.kubeconfig).toBe(`${kubeconfig}-2`);
    const text = await readFile(kubeconfig, 'utf8');
    for (const cluster of opened.splice(0)) await cluster.close();
    await writeFile(kubeconfig, text);
    const third = await open();
    expect(third.kubeconfig).toBe(kubeconfig);
  });

  it('shows samples and objects of the project with what they own, those of new definitions too', async () => {
    const { client, whenInUse } = await open();
    let changed = (): void => undefined;
    const view = new ObjectsView({ client, clock: systemClock, onChange: () => changed() });
    const shown = async (expected: readonly string[]): Promise<void> => {
      const lines = (): string[] =>
        renderTree(view.trees(), { nowMs: systemClock.now() }).map((line) => line.replace(/\s{2,}.*$/, ''));
      while (JSON.stringify(lines()) !== JSON.stringify(expected))
        await new Promise<void>((resolve) => (changed = resolve));
    };
    try {
      await view.show([]);
      const sample = await client.create(ConfigMap({ metadata: { name: 'sample' } }));
      view.setSamples([sample]);
      await shown(['ConfigMap sample']);

      const crd = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'webs.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'webs', singular: 'web', kind: 'Web' },
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      };
      await whenInUse?.(await client.apply(crd, { force: true }));
      await view.show([{ file: 'a', object: crd }]);
      const web = await client.create({
        apiVersion: 'example.com/v1',
        kind: 'Web',
        metadata: { name: 'site' },
      });
      const owner = { apiVersion: web.apiVersion, kind: web.kind, name: 'site', uid: web.metadata.uid };
      await client.create(ConfigMap({ metadata: { name: 'child', ownerReferences: [owner] } }));
      await client.create(ConfigMap({ metadata: { name: 'stranger' } }));
      await shown(['ConfigMap sample', 'Web site', '└─ ConfigMap child']);
      expect(view.sampleTrees()).toHaveLength(1);

      await client.patch(ConfigMap, 'child', mergePatch({ metadata: { ownerReferences: null } }));
      await client.delete(ConfigMap, 'sample');
      await shown(['Web site']);
    } finally {
      await view.stop();
    }
  });
});
