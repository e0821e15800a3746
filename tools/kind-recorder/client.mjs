import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';

/** Requests to a kube-apiserver with a bearer token: `{ status, body, warnings }`. */
export function createClient({ url, token, caFile }) {
  const agent = new Agent({ ca: readFileSync(caFile), keepAlive: true });
  const send = (method, path, body, accept = 'application/json') =>
    new Promise((resolve, reject) => {
      const headers = {
        accept,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const call = request(new URL(path, url), { method, agent, headers }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            body: JSON.parse(Buffer.concat(chunks).toString()),
            warnings: warningTexts(response.rawHeaders),
          }),
        );
      });
      call.on('error', reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { send, close: () => agent.destroy() };
}

/** The texts of `Warning: 299 - "text"` headers. */
function warningTexts(rawHeaders) {
  const texts = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].toLowerCase() !== 'warning') continue;
    for (const [, text] of rawHeaders[i + 1].matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)) {
      texts.push(text.replace(/\\(.)/g, '$1'));
    }
  }
  return texts;
}
