import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kubewright, RunningCommand } from './run-command.js';

describe('kubewright', () => {
  it('ends with 64 when it does not understand the line, and prints no stack', async () => {
    expect(await kubewright(['depoly', '--all'])).toEqual({
      code: 64,
      stdout: '',
      stderr:
        'kubewright: unknown command \'depoly\': did you mean "kubewright deploy"?\nrun "kubewright --help" for how to call it\n',
    });
  });

  it('shows what there is when it is called bare, and for --help', async () => {
    const [bare, help] = await Promise.all([kubewright([]), kubewright(['--help'])]);
    expect(bare).toEqual(help);
    expect(bare).toMatchObject({ code: 0, stderr: '' });
    expect(bare.stdout).toContain('\n  deploy ');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends by %s in one line while it waits, with code %i', async (signal, exitCode) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-usage-'));
    // A server that never answers.
    const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const kubeconfig = path.join(folder, 'config');
    const cluster = { name: 'a', cluster: { server: `http://127.0.0.1:${port}` } };
    const context = { name: 'a', context: { cluster: 'a', user: 'a' } };
    const config = {
      clusters: [cluster],
      users: [{ name: 'a', user: {} }],
      contexts: [context],
      'current-context': 'a',
    };
    await writeFile(kubeconfig, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...config }));
    const command = new RunningCommand(['import', '--kubeconfig', kubeconfig, '--output', '-']);
    await once(server, 'connection');
    expect(await command.stop(signal)).toEqual({
      code: exitCode,
      stdout: '',
      stderr: 'kubewright: interrupted\n',
    });
    server.close();
    await rm(folder, { recursive: true });
  });
});
