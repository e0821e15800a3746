import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const example = fileURLToPath(new URL('../../examples/appservice', import.meta.url));

function runOperator(kubeconfig: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: example,
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}

const kubeconfig = (server: string, context = 'a') => `
apiVersion: v1
kind: Config
clusters: [{ name: a, cluster: { server: "${server}" } }]
users: [{ name: a, user: { token: secret-token } }]
contexts: [{ name: a, context: { cluster: a, user: a } }]
current-context: ${context}
`;

describe("an operator's main", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-main-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const cases: Array<[string, string | undefined, RegExp]> = [
    ['is missing', undefined, /does not exist/],
    ['is not YAML', 'a: [', /is not valid YAML/],
    ['names a context that is not there', kubeconfig('https://127.0.0.1:1', 'b'), /context.*"?b"?/],
    ['has a server that is no URL', kubeconfig('not a url'), /not a url/],
    ['points nowhere', kubeconfig('https://127.0.0.1:1'), /127\.0\.0\.1:1.*connection refused/],
  ];
  it.each(cases)('ends with one sentence and code 1 when the kubeconfig %s', async (_, text, sentence) => {
    const file = path.join(folder, 'kubeconfig');
    await rm(file, { force: true });
    if (text !== undefined) await writeFile(file, text);
    const { code, stderr } = await runOperator(file);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
    expect(stderr).not.toContain('secret-token');
    expect(code).toBe(1);
  });
});
