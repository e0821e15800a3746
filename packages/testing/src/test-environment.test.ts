import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
