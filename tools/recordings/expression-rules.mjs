// Asks a real kube-apiserver what it answers to the definitions and objects of expression-cases.mjs, and writes both to
// the test data of the API server. Run: npm run kube:build && node tools/recordings/expression-rules.mjs
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startKubeApiserver } from '../kubernetes/kube-apiserver.mjs';
import { definitions } from './expression-cases.mjs';

const GROUP = 'rules.example.com';
const OUTPUT = new URL('../../packages/apiserver/src/crd/testdata/expression-rules.json', import.meta.url);
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const title = (name) => name.charAt(0).toUpperCase() + name.slice(1);

function crdOf({ name, spec, root, statusSchema, rootRules }, laterSpec) {
  const schema = root ?? {
    type: 'object',
    properties: {
      spec: laterSpec ?? spec,
      ...(statusSchema === undefined ? {} : { status: statusSchema }),
    },
    ...rootRules,
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${name}s.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Cluster',
      names: { plural: `${name}s`, kind: title(name) },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          ...(statusSchema === undefined ? {} : { subresources: { status: {} } }),
        },
      ],
    },
  };
}

/** The name of the type of self differs each time. */
const normalized = (value) => JSON.parse(JSON.stringify(value).replace(/selfType\d+/g, 'selfType'));

function verdictOf({ status, body, warnings }) {
  const causes = body.details?.causes?.map(({ reason, message, field }) => ({ reason, message, field }));
  return normalized({
    status,
    ...(status < 300 ? {} : { message: body.message }),
    ...(causes === undefined ? {} : { causes }),
    ...(warnings.length === 0 ? {} : { warnings }),
  });
}

function specOf(step) {
  if (step.generate !== undefined)
    return Object.fromEntries(
      Object.entries(step.generate).map(([name, count]) => [
        name,
        count === 'given' ? { p: { q: 1 } } : Array.from({ length: count }, (_, i) => i),
      ]),
    );
  if (step.generateNested !== undefined) {
    const [outer, inner] = step.generateNested;
    return {
      l: Array.from({ length: outer }, () => Array.from({ length: inner }, (_, i) => i)),
      last: step.last,
    };
  }
  return step.spec ?? (step.name === undefined && step.verb === undefined ? step : undefined);
}

async function apply(server, { name }, step, count) {
  const resources = `/apis/${GROUP}/v1/${name}s`;
  const objectName = step.name ?? step.metadataName ?? `object${count}`;
  const spec = specOf(step);
  const metadata = { name: objectName, ...(step.label === undefined ? {} : { labels: { l: step.label } }) };
  const object = { apiVersion: `${GROUP}/v1`, kind: title(name), metadata, spec };
  const current = await server.send('GET', `${resources}/${objectName}`);
  if (current.status === 404)
    return { verb: 'create', object, answer: await server.send('POST', resources, object) };
  object.metadata.resourceVersion = current.body.metadata.resourceVersion;
  const subresource = step.verb === 'status' ? '/status' : '';
  if (step.status !== undefined) Object.assign(object, { spec: current.body.spec, status: step.status });
  else if (current.body.status !== undefined) object.status = current.body.status;
  const answer = await server.send('PUT', `${resources}/${objectName}${subresource}`, object);
  delete object.metadata.resourceVersion;
  return { verb: step.verb ?? 'update', object, answer };
}

async function record(server, definition) {
  const crd = crdOf(definition);
  const created = await server.send('POST', CRDS, crd);
  const result = { name: definition.name, crd: crd.spec, verdict: verdictOf(created), objects: [] };
  if (created.status !== 201) return result;
  const path = `${CRDS}/${crd.metadata.name}`;
  await established(server, path, definition.name);
  const steps = async (list) => {
    const recorded = [];
    for (const step of list) {
      const { verb, object, answer } = await apply(server, definition, step, recorded.length);
      recorded.push({ verb, object, verdict: verdictOf(answer) });
    }
    return recorded;
  };
  result.objects = await steps(definition.objects);
  if (definition.later !== undefined) {
    const { body: current } = await server.send('GET', path);
    current.spec.versions[0].schema.openAPIV3Schema.properties.spec = definition.later;
    const later = await server.send('PUT', path, current);
    result.later = { spec: definition.later, verdict: verdictOf(later), objects: [] };
    if (later.status === 200) {
      // The new schema takes effect a moment later.
      await sleep(1500);
      result.later.objects = await steps(definition.laterObjects ?? []);
    }
  }
  return result;
}

async function established(server, path, name) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { body } = await server.send('GET', path);
    const ready = body.status?.conditions?.some(
      ({ type, status }) => type === 'Established' && status === 'True',
    );
    if (ready) {
      const listed = await server.send('GET', `/apis/${GROUP}/v1/${name}s`);
      if (listed.status === 200) return;
    }
    await sleep(50);
  }
  throw new Error(`${name} did not become established`);
}

const server = await startKubeApiserver({
  apiServerArguments: ['--disable-admission-plugins=ServiceAccount'],
});
try {
  const recordings = [];
  const wanted = new Set(process.argv.slice(2));
  for (const definition of definitions) {
    if (wanted.size > 0 && !wanted.has(definition.name)) continue;
    recordings.push(await record(server, definition));
  }
  await writeFile(OUTPUT, `${JSON.stringify(recordings, undefined, 1)}\n`);
  const objects = recordings.flatMap((one) => [...one.objects, ...(one.later?.objects ?? [])]);
  console.log(`${recordings.length} definitions, ${objects.length} objects`);
} finally {
  await server.stop();
}
