// npm run record:kinds: asks a real kube-apiserver what it makes of the written cases in `cases`, and writes its answers
// to packages/apiserver/src/kinds/testdata/recorded, where recorded.test.ts compares ours with them. Arguments name
// files of cases; none means all. `--server URL --token TOKEN --ca FILE` asks a server that runs already, which must
// have been started with the flags of kube-apiserver.mjs.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { root, write } from '../schema-generator/write.mjs';
import { createClient } from './client.mjs';
import { startKubeApiserver } from './kube-apiserver.mjs';
import { recordKind } from './record-kind.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'string' }, token: { type: 'string' }, ca: { type: 'string' } },
});
const files = readdirSync(new URL('cases', import.meta.url)).map((name) => name.replace('.mjs', ''));
const wanted = positionals.length > 0 ? positionals : files;
const unknown = wanted.filter((name) => !files.includes(name));
if (unknown.length > 0) {
  console.error(`record:kinds: no cases called ${unknown.join(', ')}; there are ${files.join(', ')}`);
  process.exit(1);
}

const server =
  values.server === undefined
    ? await startKubeApiserver()
    : { url: values.server, token: values.token, caFile: values.ca, stop: () => undefined };
const problems = [];
try {
  const client = createClient(server);
  for (const name of wanted) {
    const { default: kinds } = await import(`./cases/${name}.mjs`);
    const recorded = { created: [], rejected: [], updated: [], tables: [] };
    for (const cases of kinds) await recordKind(client, cases, recorded, problems);
    await writeJson(`packages/apiserver/src/kinds/testdata/recorded/${name}.json`, recorded);
    const counts = Object.entries(recorded).map(([what, list]) => `${list.length} ${what}`);
    console.log(`record:kinds: ${name}: ${counts.join(', ')}`);
  }
} finally {
  await server.stop();
}
for (const problem of problems) console.error(`record:kinds: ${problem}`);
if (problems.length > 0) process.exitCode = 1;

async function writeJson(file, value) {
  const options = await resolveConfig(`${root}/${file}`);
  write(file, await format(JSON.stringify(value), { ...options, parser: 'json' }));
}
