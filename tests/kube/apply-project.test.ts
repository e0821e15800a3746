import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Deployment } from '@kubewright/api/apps/v1';
import { findKubeAssets, startTestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { kubectl } = findKubeAssets({ env: process.env });
const command = fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url));
const door = fileURLToPath(new URL('../../packages/kubewright', import.meta.url));

describe('a project that kubewright made, by kubectl alone', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'kubewright-apply-')), 'crew');
  const kubewright = (...args: string[]): string =>
    execFileSync(process.execPath, [command, ...args], { encoding: 'utf8' });

  beforeAll(() => {
    const kind = ['--group', 'crew', '--version', 'v1', '--kind', 'Captain'];
    kubewright('init', folder, '--domain', 'example.com', '--certificates', 'operator', '--skip-install');
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(door, path.join(folder, 'node_modules', 'kubewright'));
    kubewright('create', 'api', folder, ...kind);
    kubewright('create', 'webhook', folder, ...kind, '--defaulting', '--programmatic-validation');
  }, 60_000);
  afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  it.each(['embedded', 'kube'] as const)(
    'is applied and deleted with "kubectl apply -k config/default": %s',
    async (target) => {
      const env = await startTestEnvironment({ target });
      try {
        const kubeconfig = await env.kubeconfigFile();
        const whole = path.join(folder, 'config', 'default');
        // Not synchronously: the embedded server answers from this process.
        const run = async (verb: string, ...flags: string[]): Promise<string[]> => {
          const args = ['--kubeconfig', kubeconfig, verb, '-k', whole, ...flags];
          return (await promisify(execFile)(kubectl, args)).stdout.trim().split('\n');
        };
        const created = await run('apply');
        expect(created.length).toBeGreaterThan(15);
        expect(created.filter((line) => !line.endsWith(' created'))).toEqual([]);
        const again = await run('apply');
        expect(again.filter((line) => !/ (unchanged|configured)$/.test(line))).toEqual([]);
        const { spec } = await env.client.get(Deployment, {
          namespace: 'crew-system',
          name: 'crew-controller-manager',
        });
        expect(spec?.template.spec?.serviceAccountName).toBe('crew-controller-manager');
        // A namespace takes with it what it has.
        const deleted = await run('delete', '--wait=false', '--ignore-not-found');
        expect(deleted.filter((line) => !/ deleted( from \S+ namespace)?$/.test(line))).toEqual([]);
      } finally {
        await env.stop();
      }
    },
    120_000,
  );
});
