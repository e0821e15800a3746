import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, createHttpTransport, loadKubeconfig } from '@kubewright/client';
import { Node } from '@kubewright/api/core/v1';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningCommand } from './run-command.js';

describe('kubewright control-plane', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-control-plane-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('prints one line when it is ready, serves what its kubeconfig leads to, and ends with code 0 on SIGTERM', async () => {
    const file = path.join(folder, 'kubeconfig');
    const command = new RunningCommand(['control-plane', '--kubeconfig', file]);
    await command.seen(/^ready: https:\/\/127\.0\.0\.1:\d+ \(export KUBECONFIG=.*\)\n/);
    const transport = createHttpTransport(await loadKubeconfig({ path: file }));
    try {
      const { items } = await createClient({ transport }).list(Node);
      expect(items.map((node) => node.metadata.name)).toEqual(['kubewright-node']);
    } finally {
      await transport.close();
    }
    const { code, stdout, stderr } = await command.stop('SIGTERM');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('refuses who shows no credentials, and listens on loopback only', async () => {
    const file = path.join(folder, 'kubeconfig');
    const command = new RunningCommand(['control-plane', '--kubeconfig', file]);
    await command.seen(/^ready: /);
    const { token: _token, ...config } = await loadKubeconfig({ path: file });
    const transport = createHttpTransport(config);
    try {
      const response = await transport.request({
        method: 'GET',
        path: '/api/v1/namespaces/kube-system/secrets',
      });
      await response.body.bytes();
      expect(response.status).toBe(401);
      expect(new URL(config.server).hostname).toBe('127.0.0.1');
    } finally {
      await transport.close();
      await command.stop('SIGTERM');
    }
  });
});
