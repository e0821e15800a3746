import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { systemClock } from '@kubewright/api';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ExecConfig } from '../kubeconfig/types.js';
import { createAuthority } from '../test-support/certificates.js';
import type { Pair } from '../test-support/certificates.js';
import { createCredentials } from './credentials.js';
import type { Credentials, Identity } from './credentials.js';
import { isTransportError } from './errors.js';
import type { PluginRun, RunPlugin } from './exec-plugin.js';

const V1 = 'client.authentication.k8s.io/v1';
const EXEC: ExecConfig = { apiVersion: V1, command: 'login', args: ['-q'], interactiveMode: 'Never' };

let now = 0;
let runs: PluginRun[];
let answer: () => { exitCode?: number | null; stdout: string };
let pair: Pair;

beforeAll(async () => {
  pair = await (await createAuthority('plugins')).issue('me');
});
beforeEach(() => {
  now = 1_000_000;
  runs = [];
  answer = () => says({ token: `token-${runs.length}` });
});

const clock = { ...systemClock, now: () => now };
const run: RunPlugin = async (started) => {
  runs.push(started);
  return { exitCode: 0, ...answer() };
};
const says = (status: unknown, apiVersion = V1) => ({
  stdout: JSON.stringify({ apiVersion, kind: 'ExecCredential', status }),
});
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString();

function credentials(exec: Partial<ExecConfig> = {}, runPlugin: RunPlugin | undefined = run): Credentials {
  const config = {
    server: 'https://10.0.0.1:6443',
    namespace: 'default',
    caCertificatePem: 'CA',
    tlsServerName: 'api',
    exec: { ...EXEC, ...exec },
  };
  return createCredentials(config, { clock, runPlugin });
}

const authorization = async (from: Credentials) => (await from.current()).authorization;

async function failure(from: Credentials): Promise<Error> {
  const error = await Promise.resolve(from.current()).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(isTransportError(error, 'CredentialUnreadable')).toBe(true);
  return error as Error;
}

describe('a credential plugin', () => {
  it('runs once for all who ask at the same time, and not again while its credential lasts', async () => {
    const from = credentials();
    const all = await Promise.all(Array.from({ length: 10 }, () => authorization(from)));
    expect(new Set(all)).toEqual(new Set(['Bearer token-1']));
    now += 86_400_000;
    expect(await authorization(from)).toBe('Bearer token-1');
    expect(runs).toHaveLength(1);
  });

  it('is told what it is asked in KUBERNETES_EXEC_INFO, and of the cluster if it wants to know', async () => {
    await credentials({ env: { A: 'b' } }).current();
    expect(runs[0]).toMatchObject({ command: 'login', args: ['-q'], interactive: false, env: { A: 'b' } });
    const info = (index: number) => JSON.parse(runs[index]?.env['KUBERNETES_EXEC_INFO'] ?? '') as unknown;
    expect(info(0)).toEqual({ apiVersion: V1, kind: 'ExecCredential', spec: { interactive: false } });
    await credentials({ provideClusterInfo: true, clusterConfig: { audience: 'x' } }).current();
    expect(info(1)).toEqual({
      apiVersion: V1,
      kind: 'ExecCredential',
      spec: {
        interactive: false,
        cluster: {
          server: 'https://10.0.0.1:6443',
          'tls-server-name': 'api',
          'certificate-authority-data': Buffer.from('CA').toString('base64'),
          config: { audience: 'x' },
        },
      },
    });
  });

  it('runs again when its credential expires', async () => {
    answer = () => says({ token: `token-${runs.length}`, expirationTimestamp: inSeconds(60) });
    const from = credentials();
    expect(await authorization(from)).toBe('Bearer token-1');
    now += 59_999;
    expect(await authorization(from)).toBe('Bearer token-1');
    now += 1;
    expect(await authorization(from)).toBe('Bearer token-2');
  });

  it('runs again when the server refuses its credential, once for all who were refused', async () => {
    const from = credentials();
    const refused = await from.current();
    now += 5_000;
    for (let round = 0; round < 10; round += 1) from.refused(refused);
    expect(await authorization(from)).toBe('Bearer token-2');
    from.refused(refused);
    expect(await authorization(from)).toBe('Bearer token-2');
  });

  it('is not started by every request that a server refuses whatever it shows', async () => {
    const from = credentials();
    let identity: Identity = await from.current();
    for (let second = 0; second < 20; second += 1) {
      from.refused(identity);
      now += 1_000;
      identity = await from.current();
    }
    expect(runs.length).toBeLessThanOrEqual(5);
  });

  it('may make a client certificate', async () => {
    answer = () => says({ clientCertificateData: pair.certificatePem, clientKeyData: pair.keyPem });
    expect(await credentials().current()).toMatchObject({
      authorization: undefined,
      tls: { ca: 'CA', certificate: pair.certificatePem, key: pair.keyPem },
    });
  });

  it('that fails does not take away a credential that still lasts', async () => {
    answer = () => says({ token: 'token', expirationTimestamp: inSeconds(60) });
    const from = credentials();
    const identity = await from.current();
    answer = () => ({ exitCode: 1, stdout: '' });
    now += 10_000;
    from.refused(identity);
    expect(await authorization(from)).toBe('Bearer token');
    now += 60_000;
    await failure(from);
  });

  it.each([
    [() => ({ exitCode: 3, stdout: '' }), 'failed with exit code 3'],
    [() => ({ stdout: 'sekret' }), 'did not write an ExecCredential as JSON'],
    [() => ({ stdout: '{"kind":"Secret"}' }), 'did not write an ExecCredential to'],
    [() => says({ token: 'x' }, 'client.authentication.k8s.io/v1beta1'), 'answered in client.auth'],
    [() => says(null), 'returned neither a token nor'],
    [() => says({ clientKeyData: 'sekret' }), 'returned only one of certificate and key'],
    [
      () => says({ clientCertificateData: 'x', clientKeyData: 'sekret' }),
      'returned a certificate that cannot be used',
    ],
    [
      () => says({ token: 'sekret', expirationTimestamp: 'soon' }),
      'returned an expirationTimestamp that is no',
    ],
  ])('whose answer makes no sense is told of, without what may be a secret (%#)', async (how, message) => {
    answer = how;
    const error = await failure(credentials());
    expect(error.message).toContain(`the credential plugin "login" ${message}`);
    expect(error.message).not.toContain('sekret');
  });

  it('that must ask the user cannot where there is no terminal', async () => {
    const error = await failure(credentials({ interactiveMode: 'Always' }));
    expect(error.message).toContain('standard input is not a terminal');
    expect(runs).toEqual([]);
  });

  it('that is not installed is told of with the hint how to install it', async () => {
    const command = '/nonexistent/login';
    const error = await failure(createReal({ command, installHint: 'Get it:\n\u001b[31mnow' }));
    expect(error.message).toBe(
      'the credential plugin "/nonexistent/login" was not found\n\nGet it:\nU+001B[31mnow',
    );
  });

  it('is a process, started without a shell', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'plugin-test-'));
    try {
      const command = path.join(directory, 'login');
      const script = [
        '#!/bin/sh',
        `printf '{"apiVersion":"${V1}","kind":"ExecCredential","status":{"token":"%s %s"}}' "$1" "$A"`,
      ];
      await writeFile(command, `${script.join('\n')}\n`);
      await chmod(command, 0o755);
      const from = createReal({ command, args: ['$HOME; exit 1'], env: { A: 'b' } });
      expect(await authorization(from)).toBe('Bearer $HOME; exit 1 b');
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

function createReal(exec: Partial<ExecConfig>): Credentials {
  const config = { server: 'https://10.0.0.1:6443', namespace: 'default', exec: { ...EXEC, ...exec } };
  return createCredentials(config, { clock, runPlugin: undefined });
}
