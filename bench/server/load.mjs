// The load generator, a process of its own: reads one JSON object of settings from stdin, prints one of figures.
// Each client has one connection and sends its next request when it has the answer to the last one.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { bodyOf, collectionOf } from './objects.mjs';

const settings = JSON.parse(readFileSync(0, 'utf8'));
const { url, ca, token, verb, kind, clients, warmUpMs, durationMs, namespace } = settings;

const pool = new Pool(url, { connections: clients, pipelining: 1, connect: { ca } });
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const collection = collectionOf(kind, namespace);

let running = true;
let counting = false;
let failed;
const latencies = [];

async function send(method, path, body, type = 'application/json') {
  const response = await pool.request({ method, path, body, headers: { ...headers, 'content-type': type } });
  const text = await response.body.text();
  if (response.statusCode < 300) return;
  failed ??= `${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`;
  running = false;
}

/** What one client does over and over; `turn` counts from 0. */
const STEPS = {
  create: (client, turn) =>
    send('POST', collection, bodyOf(kind, namespace, `${verb}-${clients}-${client}-${turn}`, turn)),
  update: (client, turn) => {
    const name = `${verb}-${clients}-${client}`;
    return turn === 0
      ? send('POST', collection, bodyOf(kind, namespace, name, turn))
      : send('PUT', `${collection}/${name}`, bodyOf(kind, namespace, name, turn));
  },
  apply: (client, turn) => {
    const name = `${verb}-${clients}-${client}`;
    const path = `${collection}/${name}?fieldManager=bench&force=true`;
    return send('PATCH', path, bodyOf(kind, namespace, name, turn), 'application/apply-patch+yaml');
  },
};

async function runClient(client) {
  const step = STEPS[verb];
  for (let turn = 0; running; turn++) {
    const started = performance.now();
    await step(client, turn);
    if (counting) latencies.push(performance.now() - started);
  }
}

const work = Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
await pause(warmUpMs);
counting = true;
const started = performance.now();
await pause(durationMs);
counting = false;
const seconds = (performance.now() - started) / 1000;
running = false;
await work;
await pool.close();
if (failed !== undefined) throw new Error(failed);
latencies.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    perSecond: latencies.length / seconds,
    p50Ms: latencies[Math.floor(latencies.length * 0.5)],
    p99Ms: latencies[Math.floor(latencies.length * 0.99)],
  }),
);
