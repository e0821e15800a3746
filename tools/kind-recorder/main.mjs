// npm run record:kinds: asks a real kube-apiserver what it makes of the written cases in `cases`, and writes its answers
// to packages/apiserver/src/kinds/testdata/recorded, where recorded.test.ts compares ours with them. Arguments name
// files of cases; none means all. `--server URL --token TOKEN --ca FILE` asks a server that runs already, which must
// have been started with the flags given here.
import { readFileSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { createClient, startKubeApiserver } from '../kubernetes/kube-apiserver.mjs';
import { root, write } from '../schema-generator/write.mjs';
import { recordKind } from './record-kind.mjs';

// The rules of the kinds alone are recorded.
const ADMISSION_PLUGINS = [
  'NamespaceLifecycle',
  'LimitRanger',
  'ServiceAccount',
  'TaintNodesByCondition',
  'PodSecurity',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'PodTopologyLabels',
  'NodeDeclaredFeatureValidator',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
];

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
    ? await startKubeApiserver({
        apiServerArguments: [`--disable-admission-plugins=${ADMISSION_PLUGINS.join(',')}`],
      })
    : runningServer(values);
const problems = [];
try {
  for (const name of wanted) {
    const { default: kinds } = await import(`./cases/${name}.mjs`);
    const recorded = { created: [], rejected: [], updated: [], tables: [] };
    for (const cases of kinds) await recordKind(server, cases, recorded, problems);
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

function runningServer({ server: url, token, ca }) {
  const client = createClient({ url, token, ca: readFileSync(ca) });
  return { send: client.send, stop: client.close };
}
