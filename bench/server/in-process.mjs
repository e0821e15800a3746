// Writes per second without a socket, in a process that does nothing else: prints one JSON object.
//   node in-process.mjs KIND VERB SECONDS
import { createApiServer } from '@kubewright/apiserver';
import { bodyOf, collectionOf } from './objects.mjs';

const [kind, verb, seconds] = process.argv.slice(2);
const server = createApiServer();
const collection = collectionOf(kind, 'default');
const CLIENTS = 10;

async function send(method, path, body, type = 'application/json') {
  const headers = { 'content-type': type };
  const response = await server.transport.request({ method, path, headers, body: Buffer.from(body) });
  const bytes = await response.body.bytes();
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${Buffer.from(bytes)}`);
}

async function step(client, turn) {
  const name = verb === 'create' ? `object-${client}-${turn}` : `object-${client}`;
  const body = bodyOf(kind, 'default', name, turn);
  if (verb === 'apply') {
    const path = `${collection}/${name}?fieldManager=bench&force=true`;
    return send('PATCH', path, body, 'application/apply-patch+yaml');
  }
  if (verb === 'create' || turn === 0) return send('POST', collection, body);
  return send('PUT', `${collection}/${name}`, body);
}

async function measure(forMs, firstTurn) {
  const started = performance.now();
  let turn = firstTurn;
  for (; performance.now() - started < forMs; turn++) {
    const round = turn;
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => step(client, round)));
  }
  return { turn, perSecond: ((turn - firstTurn) * CLIENTS * 1000) / (performance.now() - started) };
}

const { turn } = await measure(1500, 0);
const { perSecond } = await measure(Number(seconds) * 1000, turn);
console.log(JSON.stringify({ perSecond }));
await server.close();
