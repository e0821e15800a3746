import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { ConfigMap } from '@kubewright/api/core/v1';
import { admissionHandler, denied } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';
import { findKubeAssets } from './kube/assets.js';
import { startTestEnvironment } from './test-environment.js';

describe('startTestEnvironment', () => {
  it('refuses CRDs that cannot be read, naming the place', async () => {
    await expect(startTestEnvironment({ target: 'embedded', crds: '/does/not/exist' })).rejects.toMatchObject(
      {
        code: 'InvalidCrd',
        message: expect.stringContaining('/does/not/exist') as string,
      },
    );
  });

  it('refuses a file that is not YAML, naming it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-crds-'));
    try {
      await writeFile(path.join(folder, 'bad.yaml'), 'a: [');
      await expect(startTestEnvironment({ target: 'embedded', crds: folder })).rejects.toMatchObject({
        code: 'InvalidCrd',
        message: expect.stringContaining('bad.yaml') as string,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('refuses an object that is no CRD', async () => {
    const crds = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }];
    await expect(startTestEnvironment({ target: 'embedded', crds })).rejects.toMatchObject({
      code: 'InvalidCrd',
    });
  });

  it('installs the CRDs of folders, of files and of objects together', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-crds-'));
    const crd = (plural: string, served = true) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.testing.example.com` },
      spec: {
        group: 'testing.example.com',
        scope: 'Namespaced',
        names: { plural, kind: plural },
        versions: [{ name: 'v1', served, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    try {
      // Files of one name in two folders are two files; `config/crd` of a project has them in its folder `bases`.
      for (const [place, ...plurals] of [
        ['one', 'as', 'bs'],
        ['two', 'cs'],
        ['three', 'ds'],
        ['crd/bases', 'fs'],
      ] as const) {
        await mkdir(path.join(folder, place), { recursive: true });
        const documents = plurals.map((plural) => JSON.stringify(crd(plural)));
        await writeFile(path.join(folder, place, 'crd.yaml'), documents.join('\n---\n'));
      }
      await writeFile(path.join(folder, 'one', 'notes.txt'), 'a: [');
      await using env = await startTestEnvironment({
        target: 'embedded',
        crds: [
          path.join(folder, 'one'),
          path.join(folder, 'two'),
          path.join(folder, 'three', 'crd.yaml'),
          path.join(folder, 'crd'),
          crd('es'),
          crd('unserved', false),
        ],
      });
      const { items } = await env.client.list(CustomResourceDefinition);
      expect(items.map(({ spec }) => spec.names.plural).sort()).toEqual([
        'as',
        'bs',
        'cs',
        'ds',
        'es',
        'fs',
        'unserved',
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each(['a folder', 'a file', 'objects'] as const)(
    'registers the webhooks of %s, and has their calls sent to where they are served',
    async (from) => {
      // The environment starts all the same where everything is refused.
      const everything = from === 'a file';
      const rule = {
        apiGroups: [everything ? '*' : ''],
        apiVersions: ['v1'],
        operations: ['CREATE'],
        resources: [everything ? '*' : 'configmaps'],
      };
      const webhook = {
        name: 'nothing.example.com',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        rules: [rule],
        clientConfig: { service: { name: 'webhooks', namespace: 'system', path: '/failing' } },
      };
      const configuration = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'all' },
        webhooks: [webhook],
      };
      const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-webhooks-'));
      try {
        const file = path.join(folder, 'manifests.yaml');
        await writeFile(file, JSON.stringify(configuration));
        const webhookManifests = { 'a folder': folder, 'a file': file, objects: [configuration] }[from];
        const failing = admissionHandler({ path: '/failing', handle: () => denied('no to all') });
        await using env = await startTestEnvironment({
          target: 'embedded',
          webhooks: [failing],
          webhookManifests,
        });
        const map = ConfigMap({ metadata: { name: 'a', namespace: 'default' } });
        await expect(env.client.create(map)).rejects.toMatchObject({
          httpStatus: 403,
          message: 'admission webhook "nothing.example.com" denied the request: no to all',
        });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it('can be stopped twice', async () => {
    const env = await startTestEnvironment({ target: 'embedded' });
    await env.stop();
    await env.stop();
  });

  it('stops at the end of an `await using` block', async () => {
    let manager;
    {
      await using env = await startTestEnvironment({ target: 'embedded' });
      manager = env.manager;
      expect(manager.state.phase).toBe('running');
    }
    expect(manager.state.phase).toBe('stopped');
  });
});

describe('findKubeAssets', () => {
  it('names the folder and what to run when binaries are missing', () => {
    expect(() => findKubeAssets({ env: { XDG_CACHE_HOME: '/does/not/exist' } })).toThrow(
      /etcd, kube-apiserver, kube-controller-manager, kubectl not found in \/does\/not\/exist.*npm run kube:build/,
    );
    expect(() => findKubeAssets({ env: { KUBEBUILDER_ASSETS: '/nowhere' } })).toThrow(
      /not found in \/nowhere.*unset KUBEBUILDER_ASSETS/,
    );
  });
});
