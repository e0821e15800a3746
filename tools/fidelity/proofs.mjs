// The other proofs that docs/fidelity.md tells of: oracles that nobody here wrote, and real clients. Each is a suite
// that `npm test` or `npm run test:kube` runs; here they are run once more, for their counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import { runVitest } from '../bootstrap/vitest.mjs';

/** File of the suite -> what it holds the embedded server, or a part of it, against. */
const ORACLES = {
  'packages/api/src/patch/json-patch.test.ts': 'JSON patch: the 112 cases of json-patch-tests, and ours',
  'packages/cel/src/conformance.test.ts':
    'CEL: the 1,648 of 2,456 cases of cel-spec that are not about protobuf messages, each with and without optimization, in one check each',
  'packages/cel/src/recorded.test.ts': 'CEL: answers of cel-go',
  'packages/apiserver/src/crd/expression-rules.test.ts':
    'CEL rules of CRDs: verdicts of the real kube-apiserver on definitions and objects',
  'packages/apiserver/src/protobuf/oracle.test.ts':
    'kubernetes-objects: each fully populated object means the same in protobuf, byte for byte where 1.36 knows all its fields',
  'packages/apiserver/src/field-manager/oracle.test.ts':
    'kubernetes-objects: each whole object is what it was after server-side apply',
  'packages/apiserver/src/handlers/oracle.test.ts':
    'kubernetes-objects: create, get as JSON, YAML and protobuf, replace, server-side apply, and back',
  'packages/apiserver/src/openapi/openapi.test.ts':
    'OpenAPI: the published documents are those of the real server',
  'packages/apiserver/src/kinds/recorded.test.ts':
    'built-in kinds: recorded answers of the real server to good and bad objects',
};

const CLIENTS = {
  'tests/kube/kubectl.test.ts': 'kubectl 1.36 on the embedded control plane',
  'tests/kube/kubectl-parity.test.ts':
    'kubectl 1.36: each command on both servers, code and output equal (apply, server-side apply, diff, explain, wait, patch, rollout, auth, delete, ...)',
  'tests/kube/access.test.ts': 'kubectl 1.36: who may do what, on both servers',
  'tests/kube/helm.test.ts': 'helm 4: install, upgrade, roll back, uninstall a chart with a CRD and a hook',
  'tests/kube/go-operator.test.ts':
    'an operator on controller-runtime v0.25 at its defaults: protobuf, leader election, cache, server-side apply',
};

/** Runs both lists; the sections of the report, and whether all passed. */
export async function proofs(env) {
  const oracles = await counts(Object.keys(ORACLES), {});
  const clients = await counts(Object.keys(CLIENTS), { KUBEWRIGHT_TEST_TARGET: 'kube', ...env });
  const text = `## Oracles

Test data that this project did not write, and recordings of the real server.

${table(ORACLES, oracles)}

## Real clients

${table(CLIENTS, clients)}
`;
  const passed = [...oracles.values(), ...clients.values()].every(({ failed }) => failed === 0);
  return { text, passed };
}

async function counts(files, env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-proofs-'));
  try {
    const output = path.join(folder, 'results.json');
    await runVitest([...files, '--reporter=dot', '--reporter=json', `--outputFile=${output}`], env);
    const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
    return new Map(testResults.map((result) => [path.relative(root, result.name), countOf(result)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countOf({ assertionResults }) {
  const of = (...statuses) => assertionResults.filter(({ status }) => statuses.includes(status)).length;
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped', 'pending', 'todo') };
}

function table(about, results) {
  const rows = Object.entries(about)
    .filter(([file]) => results.has(file))
    .map(([file, text]) => {
      const { passed, failed, skipped } = results.get(file);
      return `| ${text} | \`${file}\` | ${passed} | ${failed} | ${skipped} |`;
    });
  return ['| what | suite | passed | failed | skipped |', '| --- | --- | ---: | ---: | ---: |', ...rows].join(
    '\n',
  );
}
