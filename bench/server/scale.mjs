// Many objects, many watchers, in a process that holds the embedded server and nothing else but what is measured:
// prints one JSON object.
import { once } from 'node:events';
import { Agent, request } from 'undici';
import { createApiServer } from '@kubewright/apiserver';
import { bodyOf, collectionOf } from './objects.mjs';

const OBJECTS = 100_000;
const SIZE_BYTES = 1650; // With metadata and managed fields the stored object is 2 KiB.
const WATCHERS = 1000;
const collection = collectionOf('ConfigMap', 'default');
const rssMiB = () => process.memoryUsage.rss() / 2 ** 20;
const figures = {};

const server = createApiServer();
const headers = { 'content-type': 'application/json' };
async function send(method, path, body) {
  const response = await server.transport.request({
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
  const bytes = await response.body.bytes();
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${Buffer.from(bytes)}`);
  return bytes;
}

/** A watch that counts what it sees. */
async function watch(path) {
  const response = await server.transport.request({ method: 'GET', path, headers: {} });
  const seen = { bytes: 0 };
  void (async () => {
    for await (const piece of response.body) seen.bytes += piece.length;
  })();
  return seen;
}

globalThis.gc?.();
figures.emptyRssMiB = rssMiB();
const seen = await watch(`${collection}?watch=true`);

// Cost per write, at the beginning and at the end.
async function fill(from, to) {
  const started = performance.now();
  for (let i = from; i < to; i++)
    await send('POST', collection, bodyOf('ConfigMap', 'default', `object-${i}`, i, SIZE_BYTES));
  return ((performance.now() - started) * 1000) / (to - from);
}
await fill(0, 3000); // Warms up.
figures.microsecondsPerWriteAtFirst = await fill(3000, 8000);
await fill(8000, OBJECTS - 5000);
figures.microsecondsPerWriteAtLast = await fill(OBJECTS - 5000, OBJECTS);
const one = await send('GET', `${collection}/object-7`);
figures.objectBytes = one.length;
globalThis.gc?.();
await new Promise((resolve) => setTimeout(resolve, 100));
globalThis.gc?.();
figures.fullRssMiB = rssMiB();
figures.watchedMiB = seen.bytes / 2 ** 20;
await server.close();

// Fan-out and the first byte of a long list, over HTTPS.
const second = createApiServer();
const listening = await second.listen();
const path = collectionOf('ConfigMap', 'default');
for (let i = 0; i < 10_000; i++) {
  const response = await second.transport.request({
    method: 'POST',
    path,
    headers,
    body: Buffer.from(bodyOf('ConfigMap', 'default', `object-${i}`, i)),
  });
  await response.body.bytes();
}
// A thousand handshakes may take a while on a machine that does other things, too.
const connect = { ca: listening.caCertificatePem, timeout: 60_000 };
const agent = new Agent({ connections: WATCHERS + 8, connect });
const authorization = `Bearer ${listening.token}`;
const firstByte = [];
for (let i = 0; i < 5; i++) {
  const started = performance.now();
  const { body } = await request(`${listening.url}${path}`, {
    dispatcher: agent,
    headers: { authorization },
  });
  await once(body, 'data');
  firstByte.push(performance.now() - started);
  await body.dump({ limit: 2 ** 30 });
}
figures.listFirstByteMs = firstByte.sort((a, b) => a - b)[2];

const watched = collectionOf('ConfigMap', 'kube-public');
const arrivals = [];
const watches = await Promise.all(
  Array.from({ length: WATCHERS }, () =>
    request(`${listening.url}${watched}?watch=true`, { dispatcher: agent, headers: { authorization } }),
  ),
);
for (const { body } of watches) {
  body.on('error', () => {});
  body.on('data', () => arrivals.push(performance.now()));
}
const latencies = [];
for (let round = 0; round < 5; round++) {
  arrivals.length = 0;
  const started = performance.now();
  const response = await second.transport.request({
    method: 'POST',
    path: watched,
    headers,
    body: Buffer.from(bodyOf('ConfigMap', 'kube-public', `event-${round}`, round)),
  });
  await response.body.bytes();
  while (arrivals.length < WATCHERS) await new Promise((resolve) => setTimeout(resolve, 5));
  latencies.push(arrivals[WATCHERS / 2] - started);
}
figures.fanOutMedianMs = latencies.sort((a, b) => a - b)[2];
console.log(JSON.stringify(figures));
await agent.destroy();
await second.close();
