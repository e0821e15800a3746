import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { useServer } from '../test-support/use-server.js';
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
const ours = useServer();
const methods = { create: 'POST', update: 'PUT', patch: 'PATCH', get: 'GET', delete: 'DELETE' } as any;
async function real(verb: string, path: string, body?: any, headers: any = {}): Promise<any> {
  const r = await fetch('https://127.0.0.1:26543' + path, { method: methods[verb], headers: { authorization: 'Bearer tok', 'content-type': 'application/json', accept: 'application/json', ...headers }, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }) });
  const text = await r.text();
  let b: any = {}; try { b = JSON.parse(text); } catch { b = { message: text }; }
  return { status: r.status, body: b, warnings: r.headers.get('warning') };
}
it('diff', async () => {
  const steps = JSON.parse(readFileSync('/tmp/kw-gen/steps.json', 'utf8'));
  let n = 0, bad = 0; const out: string[] = [];
  for (const [verb, path, body, headers] of steps) {
    if (verb === 'sleep') { await new Promise((r) => setTimeout(r, path)); continue; }
    n++;
    const a = await real(verb, path, body, headers);
    const b0 = await ours.client.send(verb, path, body, headers ?? {});
    const b: any = { status: b0.status, body: b0.body, warnings: Array.isArray(b0.headers['warning']) ? (b0.headers['warning'] as string[]).join(', ') : (b0.headers['warning'] ?? null) };
    const sortMsg = (x: any) => x.details?.causes ? JSON.stringify(x.details.causes.map((c: any) => JSON.stringify(c)).sort()) : x.message;
    const pick = (x: any) => JSON.stringify([x.status, x.status >= 400 ? sortMsg(x.body) : (x.body.metadata ? [x.body.metadata.generation] : ''), x.warnings]);
    const body2 = (x: any) => x.status >= 400 || verb==='delete' ? '' : JSON.stringify({ ...x.body, metadata: { ...x.body.metadata, uid: 0, creationTimestamp: 0, resourceVersion: 0, managedFields: 0 }, status: path.includes('customresourcedefinitions') ? 0 : x.body.status });
    if (pick(a) !== pick(b) || (process.env['BODIES'] && body2(a) !== body2(b))) { bad++; out.push(`#${n} ${verb} ${path} ${JSON.stringify(body)?.slice(0, 600)}\n  real ${pick(a)}${process.env['BODIES']? body2(a):''}\n  ours ${pick(b)}${process.env['BODIES']? body2(b):''}`); }
  }
  writeFileSync('/tmp/kw-gen/diff.txt', out.join('\n') + `\n${bad} of ${n} differ\n`);
}, 600000);
