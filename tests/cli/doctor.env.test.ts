import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubewright } from './run-command.js';

const PROJECT = 'examples/appservice';

describe('kubewright doctor', () => {
  let env: TestEnvironment;
  let kubeconfig: string;
  beforeAll(async () => {
    env = await startTestEnvironment();
    kubeconfig = await env.kubeconfigFile();
  });
  afterAll(() => env.stop());

  const doctor = (...args: string[]) => kubewright(['doctor', PROJECT, '--kubeconfig', kubeconfig, ...args]);

  it('tells machine, project and cluster in turn, and warns of a CRD that is not installed', async () => {
    const { code, stdout, stderr } = await doctor();
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^machine\n {2}ok {7}node: Node v.*\n\nproject\n {2}\S+ +PROJECT: .*\n {2}ok {7}packages: /,
    );
    expect(stdout).toMatch(/\n\ncluster\n {2}\S+ +cluster: 127\.0\.0\.1:\d+ answers in \d+ ms\n/);
    expect(stdout).toContain(
      '  warning  CRDs: appservices.app.example.com is not installed\n           run "kubewright install", or "kubewright deploy"\n',
    );
    expect(code).toBe(0);
  });

  it('is satisfied when it is installed, also where warnings fail', async () => {
    expect((await kubewright(['install', PROJECT, '--kubeconfig', kubeconfig])).code).toBe(0);
    const { code, stdout } = await doctor('--strict', '--output', 'json');
    const report = JSON.parse(stdout) as { checks: Array<{ check: string; findings: unknown[] }> };
    expect(report).toMatchObject({ healthy: true, errors: 0, warnings: 0 });
    expect(report.checks).toContainEqual({
      check: 'CRDs',
      place: 'cluster',
      findings: [{ severity: 'ok', message: '1 CRDs are installed as the project has them' }],
    });
    expect(code).toBe(0);
  });

  it('fails when the cluster cannot be reached, or the project is none', async () => {
    const { code, stdout } = await doctor('--context', 'nowhere');
    expect(stdout).toMatch(/\n {2}ERROR {4}cluster: .*"nowhere".*\n {11}see that the cluster runs/);
    expect(stdout).toMatch(/\n1 error, 0 warnings\n$/);
    expect(code).toBe(1);
    const nothing = await kubewright(['doctor', 'docs', '--no-cluster', '-o', 'json']);
    expect(JSON.parse(nothing.stdout)).toMatchObject({ healthy: false });
    expect(nothing).toMatchObject({ code: 1, stderr: '' });
  });
});
