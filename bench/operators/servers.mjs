// The real API server that both operators work against, and what the harness asks of it.
import { Agent, request } from 'node:https';
import { startKubeApiserver, until } from '../../tools/kubernetes/kube-apiserver.mjs';
import { definition } from './definition.mjs';

/**
 * Starts it with the AppService installed. `kubeconfig` is a path; `text(method, path, body, contentType)` resolves with
 * the body of a success and rejects for all else; `watch(path, onEvent)` with the way to end it.
 */
export async function startServer() {
  const { url, ca, token, kubeconfig, send, stop } = await startKubeApiserver({
    apiServerArguments: ['--disable-admission-plugins=ServiceAccount'],
  });
  const text = async (method, target, body, contentType) => {
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    const answer = await send(method, target, body, headers);
    if (answer.status < 300) return answer.text;
    throw new Error(`${method} ${target}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  const watch = (target, onEvent) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const call = request(`${url}${target}`, { agent: new Agent({ ca }), headers }, (response) => {
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop();
          for (const line of lines) onEvent(JSON.parse(line));
        });
        response.on('error', () => undefined);
        resolve(() => call.destroy());
      });
      call.on('error', reject);
      call.end();
    });
  await text('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  const { group, versions, names } = definition.spec;
  const collection = `/apis/${group}/${versions[0].name}/namespaces/default/${names.plural}`;
  await until(async () => (await send('GET', collection)).status === 200);
  return { kubeconfig, text, watch, stop };
}

/** Does `count` things, ten at a time. */
export async function tenAtATime(count, task) {
  let next = 0;
  const worker = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

/** The requests that the server has answered so far, by `VERB resource code` (its own counter, not the harness's). */
export async function requestCounts(server) {
  const counts = new Map();
  for (const line of (await server.text('GET', '/metrics')).split('\n')) {
    if (!line.startsWith('apiserver_request_total{')) continue;
    const label = (name) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? '';
    const key = `${label('verb')} ${label('resource')}${label('subresource') && '/'}${label('subresource')} ${label('code')}`;
    counts.set(key, (counts.get(key) ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1)));
  }
  return counts;
}

const OURS =
  /^(POST|PUT|PATCH|APPLY|DELETE) (appservices|appservices\/status|deployments|services|configmaps) /;

/** Writes between two readings of `requestCounts`, and how many of them were refused as conflicts. */
export function writesBetween(before, after) {
  let writes = 0;
  let refused = 0;
  for (const [key, count] of after) {
    if (!OURS.test(key)) continue;
    const more = count - (before.get(key) ?? 0);
    writes += more;
    if (/ 4\d\d$/.test(key)) refused += more;
  }
  return { writes, refused };
}
