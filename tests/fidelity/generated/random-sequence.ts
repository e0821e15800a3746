import fc from 'fast-check';
import { withEdits } from '../framework/edits.js';
import { apply, del, get, jsonPatch, mergePatch, post, put, sequence, strategicPatch } from '../framework/steps.js';
import type { Area, Sequence, Step } from '../framework/steps.js';
import { collection, sampleOf } from '../objects.js';
import type { Sample } from '../objects.js';
import { randomValue } from './random-value.js';

/** Where the figures of random sequences stand. */
export const generated: Area = {
  name: 'generated',
  about: 'random sequences: objects from the schema, random edits and patches, several appliers',
  sequences: [],
};

/** A kind to play with: its sample, and the type of the part that is edited at random. */
export interface Playground {
  readonly sample: Sample;
  readonly schema: string;
  readonly part: string;
}

const playground = (kind: string, part: string, schema: string): Playground => ({
  sample: sampleOf(kind),
  part,
  schema: `io.k8s.api.${schema}`,
});

export const playgrounds: readonly Playground[] = [
  playground('ConfigMap', 'data', 'core.v1.ConfigMap'),
  playground('Service', 'spec', 'core.v1.ServiceSpec'),
  playground('Deployment', 'spec', 'apps.v1.DeploymentSpec'),
  playground('StatefulSet', 'spec', 'apps.v1.StatefulSetSpec'),
  playground('CronJob', 'spec', 'batch.v1.CronJobSpec'),
  playground('Ingress', 'spec', 'networking.v1.IngressSpec'),
  playground('NetworkPolicy', 'spec', 'networking.v1.NetworkPolicySpec'),
  playground('PersistentVolumeClaim', 'spec', 'core.v1.PersistentVolumeClaimSpec'),
  playground('HorizontalPodAutoscaler', 'spec', 'autoscaling.v2.HorizontalPodAutoscalerSpec'),
  playground('Lease', 'spec', 'coordination.v1.LeaseSpec'),
  playground('PodDisruptionBudget', 'spec', 'policy.v1.PodDisruptionBudgetSpec'),
];

const MANAGERS = ['one', 'two', 'three'];
const LABELS = fc.dictionary(fc.constantFrom('a', 'b', 'app', 'bad key'), fc.constantFrom('1', '2', 'bad value!'), {
  maxKeys: 1,
});

const OPTIONS = fc.constantFrom('', '', '', 'dryRun=All', 'fieldValidation=Strict', 'fieldValidation=Warn');
const query = (...parts: readonly string[]): string => {
  const given = parts.filter((part) => part !== '');
  return given.length === 0 ? '' : `?${given.join('&')}`;
};

/** Some steps on two objects of one kind. */
export function randomSequence(play: Playground): fc.Arbitrary<Sequence> {
  return fc
    .array(step(play), { minLength: 3, maxLength: 9 })
    .map((steps) => sequence(`random steps on a ${play.sample.kind}`, steps.flat()));
}

function step({ sample, part, schema }: Playground): fc.Arbitrary<readonly Step[]> {
  const list = collection(sample);
  const name = fc.constantFrom('x', 'x', 'x', 'y');
  const change = part === 'data' ? LABELS : randomValue(schema, 4);
  /** The sample with some fields of the edited part taken from a random value. */
  const object = fc.record({ name, change, labels: LABELS, take: fc.boolean() }).map(({ name: called, change: random, labels, take }) => {
    const base = withEdits(sample.object, { 'metadata.name': called, 'metadata.labels': labels }) as Record<string, unknown>;
    const old = base[part];
    const merged = typeof old === 'object' && typeof random === 'object' && random !== null && !Array.isArray(random);
    return { called, body: { ...base, [part]: take ? (merged ? { ...old, ...random } : random) : old } };
  });
  const partial = fc.record({ name, change, labels: LABELS }).map(({ name: called, change: random, labels }) => ({
    called,
    body: { metadata: { labels }, [part]: random },
  }));
  const read = (called: string): Step => get(`${list}/${called}`);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(object, OPTIONS).map(([{ body }, options]) => [post(`${list}${query(options)}`, body)]),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(object, OPTIONS)
        .map(([{ called, body }, options]) => [put(`${list}/${called}${query(options)}`, body), read(called)]),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(partial, OPTIONS, fc.constantFrom(mergePatch, strategicPatch))
        .map(([{ called, body }, options, patch]) => [patch(`${list}/${called}${query(options)}`, body), read(called)]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, fc.constantFrom('add', 'replace', 'remove', 'test'), change)
        .map(([called, op, value]) => [jsonPatch(`${list}/${called}`, [{ op, path: `/${part}`, value }]), read(called)]),
    },
    {
      weight: 5,
      arbitrary: fc
        .tuple(object, fc.constantFrom(...MANAGERS), fc.constantFrom('', 'force=true'), OPTIONS)
        .map(([{ called, body }, manager, force, options]) => [
          apply(`${list}/${called}${query(`fieldManager=${manager}`, force, options)}`, body),
          read(called),
        ]),
    },
    { weight: 1, arbitrary: name.map((called) => [del(`${list}/${called}`), read(called)]) },
    { weight: 1, arbitrary: fc.constant([get(list)]) },
  );
}
