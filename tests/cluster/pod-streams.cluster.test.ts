import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Pod } from '@kubewright/api/core/v1';
import {
  attach,
  exec,
  isApiError,
  listenPortForward,
  podLogLines,
  podLogs,
  portForward,
} from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectCluster, createNamespace, deleteNamespace } from './harness/cluster.js';
import type { Cluster } from './harness/cluster.js';
import { eventually } from './harness/eventually.js';

let cluster: Cluster;
let client: Client;
let namespace = '';

const IMAGE = 'busybox:1.35';

async function startPod(name: string, command: string[], more: object = {}) {
  const container = { name: 'main', image: IMAGE, command, ...more };
  await client.create(
    Pod({
      metadata: { name },
      spec: { containers: [container], terminationGracePeriodSeconds: 0, restartPolicy: 'Never' },
    }),
  );
  await eventually(async () => {
    const { status } = await client.get(Pod, name);
    expect(['Running', 'Succeeded', 'Failed']).toContain(status?.phase);
  });
}

beforeAll(async () => {
  cluster = await connectCluster();
  namespace = await createNamespace(cluster, 'streams');
  client = cluster.client.with({ defaultNamespace: namespace });
  await startPod('shell', [
    'sh',
    '-c',
    'mkdir /www; echo it works > /www/index.html; exec httpd -f -p 8080 -h /www',
  ]);
});
afterAll(async () => {
  if (namespace !== '') await deleteNamespace(cluster, namespace);
  await cluster.close();
});

const sh = (script: string) => ({ command: ['sh', '-c', script] });

describe('exec, by a real kubelet', () => {
  it('gives output, errors and exit code', async () => {
    expect(await exec(client, 'shell', sh('echo out; echo err >&2; exit 3'))).toEqual({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  });

  it('sends the standard input, and its end', async () => {
    async function* lines() {
      yield 'one\n';
      await pause(50);
      yield Buffer.from('two\n');
    }
    const { stdout, exitCode } = await exec(client, 'shell', { command: ['cat'], stdin: lines() });
    expect([stdout, exitCode]).toEqual(['one\ntwo\n', 0]);
  });

  it('carries megabytes in both directions, unchanged', async () => {
    const bytes = Buffer.alloc(4 * 2 ** 20, Buffer.from(Array.from({ length: 251 }, (_, i) => i)));
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
    }
    const out = new PassThrough();
    const received: Buffer[] = [];
    out.on('data', (chunk: Buffer) => received.push(chunk));
    const { exitCode } = await exec(client, 'shell', { command: ['cat'], stdin: chunks(), stdout: out });
    expect(exitCode).toBe(0);
    expect(Buffer.concat(received).equals(bytes)).toBe(true);
  });

  it('runs in a terminal, and tells its size', async () => {
    async function* sizes() {
      yield { width: 101, height: 37 };
      await pause(500);
    }
    const { stdout } = await exec(client, 'shell', {
      ...sh('sleep 0.3; stty size; tty'),
      tty: true,
      resize: sizes(),
    });
    expect(stdout).toBe('37 101\r\n/dev/pts/0\r\n');
  });

  it('of a program that is not there is an error that says so', async () => {
    const error: unknown = await exec(client, 'shell', { command: ['nonsense'] }).catch(
      (caught: unknown) => caught,
    );
    expect(isApiError(error)).toBe(true);
    expect((error as Error).message).toContain('"nonsense"');
  });

  it('of a container that is not there is refused by name', async () => {
    const asked = exec(client, 'shell', { ...sh('true'), container: 'other' });
    await expect(asked).rejects.toThrow(/container other is not valid for pod shell/);
  });

  it('ends when it is aborted, and the reason is kept', async () => {
    const reason = new Error('enough');
    await expect(
      exec(client, 'shell', { ...sh('sleep 30'), signal: AbortSignal.timeout(300) }),
    ).rejects.toThrow(/timeout/i);
    const stop = new AbortController();
    const running = exec(client, 'shell', { ...sh('sleep 30'), signal: stop.signal });
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe('attach, by a real kubelet', () => {
  it('talks with the first process until it ends', async () => {
    await startPod('reader', ['sh', '-c', 'while read line; do echo "got $line"; done; exit 4'], {
      stdin: true,
      stdinOnce: true,
    });
    async function* lines() {
      yield 'a\n';
      yield 'b\n';
    }
    const { stdout } = await attach(client, 'reader', { stdin: lines() });
    expect(stdout).toBe('got a\ngot b\n');
    await eventually(async () => {
      const { status } = await client.get(Pod, 'reader');
      expect(status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(4);
    });
  });
});

describe('port forwarding, by a real kubelet', () => {
  it('is a stream to a port of the pod', async () => {
    const stream = await portForward(client, 'shell', { port: 8080 });
    stream.write('GET / HTTP/1.0\r\n\r\n');
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.[01] 200 OK[^]*it works\n$/);
    stream.destroy();
  });

  it('listens, and forwards connections side by side', async () => {
    await using listening = await listenPortForward(client, 'shell', { port: 8080 });
    const url = `http://127.0.0.1:${listening.port}/`;
    const texts = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(url)).text()));
    expect(texts).toEqual(Array(5).fill('it works\n'));
  });

  it('to a port where nobody listens is an error of the stream', async () => {
    const stream = await portForward(client, 'shell', { port: 9 });
    const failed = new Promise<Error>((resolve) => stream.once('error', resolve));
    stream.resume();
    stream.write('x');
    expect((await failed).message).toMatch(/refused|failed to connect|127\.0\.0\.1:9|localhost:9/i);
  });
});

describe('logs, by a real kubelet', () => {
  it('are what a container wrote, from the end, with times, and cut', async () => {
    await startPod('writer', ['sh', '-c', 'for i in 1 2 3; do echo "line $i"; done']);
    const read = async (options: object) => {
      const lines: string[] = [];
      for await (const line of podLogLines(client, 'writer', options)) lines.push(line);
      return lines;
    };
    await eventually(async () => expect(await read({})).toEqual(['line 1', 'line 2', 'line 3']));
    expect(await read({ tailLines: 1 })).toEqual(['line 3']);
    expect((await read({ timestamps: true }))[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z line 1$/);
    expect(await read({ limitBytes: 8 })).toEqual(['line 1', 'l']);
  });

  it('are followed until the container ends', async () => {
    await startPod('slow', ['sh', '-c', 'for i in 1 2 3 4; do echo "line $i"; sleep 0.3; done']);
    const lines: string[] = [];
    for await (const line of podLogLines(client, 'slow', { follow: true })) lines.push(line);
    expect(lines).toEqual(['line 1', 'line 2', 'line 3', 'line 4']);
  });

  it('are followed until the loop is left', async () => {
    await startPod('endless', ['sh', '-c', 'while true; do echo tick; sleep 0.1; done']);
    for await (const line of podLogLines(client, 'endless', { follow: true })) {
      expect(line).toBe('tick');
      break;
    }
  });

  it('of a container that is not there are refused by name', async () => {
    await expect(podLogs(client, 'shell', { container: 'other' }).next()).rejects.toThrow(
      /container other is not valid for pod shell/,
    );
  });
});
