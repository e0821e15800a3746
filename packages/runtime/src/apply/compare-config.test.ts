import { builtinSchema } from '@kubewright/api/schema';
import { createTypeCompiler, fieldSetOf } from '@kubewright/api/structured-merge';
import type { FieldSet } from '@kubewright/api/structured-merge';
import { deepClone } from '@kubewright/api';
import type { JsonObject, KubernetesObject } from '@kubewright/api';
import { describe, expect, it } from 'vitest';

import { compareConfig } from './compare-config.js';
import type { LiveObject } from './compare-config.js';

const types = createTypeCompiler(builtinSchema);
const MANAGER = 'tester';

/** The object after an apply of the configuration: with defaults, as `more` adds them, and owned as the server has it. */
function applied(
  schema: string,
  config: KubernetesObject,
  more: (live: LiveObject) => void = () => undefined,
): LiveObject {
  const live = deepClone(config) as LiveObject;
  const {
    apiVersion: _a,
    kind: _k,
    metadata: { name: _n, namespace: _ns, ...metadata } = {},
    ...rest
  } = deepClone(config);
  const set = fieldSetOf(types.named(schema), { ...rest, metadata });
  live.metadata = {
    ...live.metadata,
    managedFields: [
      {
        manager: MANAGER,
        operation: 'Apply',
        apiVersion: config.apiVersion!,
        fieldsType: 'FieldsV1',
        fieldsV1: set,
      },
    ],
  };
  more(live);
  return live;
}

const deploymentSchema = 'io.k8s.api.apps.v1.Deployment';
const deployment = () => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'x',
    labels: { app: 'web' },
    ownerReferences: [{ apiVersion: 'v1', kind: 'App', name: 'web', uid: 'u', controller: true }],
  } as JsonObject,
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'nginx',
            resources: { requests: { cpu: '500m' } } as JsonObject,
            ports: [{ containerPort: 80 }, { containerPort: 81, protocol: 'UDP' }] as JsonObject[],
            env: [
              { name: 'A', value: '1' },
              { name: 'B', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
            ] as JsonObject[],
            command: ['sleep', '1'],
          } as JsonObject,
        ],
      } as JsonObject,
    },
  },
});
type Draft = ReturnType<typeof deployment>;
const containerOf = (draft: Draft) => (draft.spec.template.spec['containers'] as JsonObject[])[0]!;
const liveContainer = (live: LiveObject) => containerOf(live as unknown as Draft);

const withDefaults = (live: LiveObject) => {
  const container = liveContainer(live);
  Object.assign(container, { imagePullPolicy: 'Always', terminationMessagePath: '/dev/termination-log' });
  (container['ports'] as JsonObject[])[0]!['protocol'] = 'TCP';
  Object.assign(live['spec'] as JsonObject, { progressDeadlineSeconds: 600 });
  live['status'] = { replicas: 2 };
};

const compare = (config: KubernetesObject, live: LiveObject) => compareConfig(config, live, MANAGER)?.text;

describe('a configuration compared with the object it was applied to', () => {
  const live = () => applied(deploymentSchema, deployment(), withDefaults);

  it('has no difference, whatever the server and others have added', () => {
    expect(compare(deployment(), live())).toBe('');
    const changed = live();
    changed.metadata!.labels!['other'] = 'label';
    (changed['status'] as JsonObject)['readyReplicas'] = 1;
    (liveContainer(changed)['env'] as JsonObject[]).splice(1, 0, { name: 'Z', value: 'of another' });
    expect(compare(deployment(), changed)).toBe('');
  });

  it('cannot be compared when this manager has not applied in this version', () => {
    expect(compareConfig(deployment(), live(), 'another')).toBeUndefined();
    expect(compare({ ...deployment(), apiVersion: 'apps/v1beta1' }, live())).toBeUndefined();
    const bare = live();
    delete bare.metadata!.managedFields;
    expect(compare(deployment(), bare)).toBeUndefined();
    const ofStatus = live();
    ofStatus.metadata!.managedFields![0]!.subresource = 'status';
    expect(compare(deployment(), ofStatus)).toBeUndefined();
  });

  const changes: ReadonlyArray<[what: string, change: (config: Draft) => void]> = [
    ['a value', (config) => (config.spec.replicas = 3)],
    ['a new field', (config) => (config.spec.template.spec['hostname'] = 'h')],
    ['a removed field', (config) => delete (config.spec as Partial<Draft['spec']>).replicas],
    ['a new label', (config) => ((config.metadata['labels'] as JsonObject)['b'] = 'c')],
    ['no labels any more', (config) => delete config.metadata['labels']],
    ['empty labels', (config) => (config.metadata['labels'] = {})],
    ['another owner', (config) => ((config.metadata['ownerReferences'] as JsonObject[])[0]!['uid'] = 'v')],
    ['no owner', (config) => delete config.metadata['ownerReferences']],
    [
      'an owner that no longer blocks',
      (config) => ((config.metadata['ownerReferences'] as JsonObject[])[0]!['controller'] = false),
    ],
    ['a finalizer', (config) => (config.metadata['finalizers'] = ['a/b'])],
    ['a selector', (config) => (config.spec.selector.matchLabels.app = 'x')],
    ['an item of an atomic list', (config) => (containerOf(config)['command'] = ['sleep', '2'])],
    ['a shorter atomic list', (config) => (containerOf(config)['command'] = ['sleep'])],
    ['an empty atomic list', (config) => (containerOf(config)['command'] = [])],
    ['an empty list that was not applied', (config) => (containerOf(config)['args'] = [])],
    [
      'an item of a merged list',
      (config) => ((containerOf(config)['env'] as JsonObject[])[0]!['value'] = '2'),
    ],
    ['a new item', (config) => (containerOf(config)['env'] as JsonObject[]).push({ name: 'C', value: '' })],
    ['an item less', (config) => (containerOf(config)['env'] as JsonObject[]).pop()],
    ['no items', (config) => (containerOf(config)['env'] = [])],
    ['no list', (config) => delete containerOf(config)['env']],
    ['items in another order', (config) => (containerOf(config)['env'] as JsonObject[]).reverse()],
    [
      'an item twice',
      (config) => (containerOf(config)['env'] as JsonObject[]).push({ name: 'A', value: '1' }),
    ],
    [
      'another protocol by default',
      (config) => delete (containerOf(config)['ports'] as JsonObject[])[1]!['protocol'],
    ],
    [
      'a default that is now applied',
      (config) => ((containerOf(config)['ports'] as JsonObject[])[0]!['protocol'] = 'TCP'),
    ],
    [
      'a reference owned as a whole',
      (config) =>
        (((containerOf(config)['env'] as JsonObject[])[1]!['valueFrom'] as JsonObject)['secretKeyRef'] = {
          name: 's',
          key: 'l',
        }),
    ],
    ['null for a value', (config) => ((config.spec as JsonObject)['replicas'] = null)],
    ['a scalar for a map', (config) => (containerOf(config)['resources'] = 'none')],
    ['a map for a scalar', (config) => ((config.spec as JsonObject)['replicas'] = {})],
    ['a map for a list', (config) => (containerOf(config)['env'] = { A: '1' })],
    ['a uid', (config) => (config.metadata['uid'] = 'u')],
    ['a resource version', (config) => (config.metadata['resourceVersion'] = '1')],
    ['a status', (config) => ((config as JsonObject)['status'] = { replicas: 2 })],
  ];
  it.each(changes)('differs by %s', (_what, change) => {
    const config = deployment();
    change(config);
    expect(compare(config, live())).not.toBe('');
  });

  const drifts: ReadonlyArray<[what: string, change: (live: LiveObject) => void]> = [
    ['changed', (o) => ((o['spec'] as JsonObject)['replicas'] = 7)],
    ['removed', (o) => delete liveContainer(o)['image']],
    ['changed in a whole', (o) => (liveContainer(o)['command'] = ['sleep', '1', '2'])],
    ['reordered', (o) => (liveContainer(o)['env'] as JsonObject[]).reverse()],
    ['doubled', (o) => (liveContainer(o)['env'] as JsonObject[]).push({ name: 'A', value: '1' })],
    ['emptied', (o) => (liveContainer(o)['env'] = [])],
    ['taken away', (o) => delete (o['spec'] as JsonObject)['template']],
  ];
  it.each(drifts)('differs when what it owns was %s', (_what, change) => {
    const changed = live();
    change(changed);
    expect(compare(deployment(), changed)).not.toBe('');
  });

  it('has none where others fill what is applied empty and merged, and one where nobody is known to', () => {
    const empty = () => {
      const draft = deployment();
      draft.metadata['annotations'] = {};
      return draft;
    };
    const filled = applied(deploymentSchema, empty());
    filled.metadata!.annotations = { theirs: 'x' };
    expect(compare(empty(), filled)).not.toBe('');
    filled.metadata!.managedFields!.push({
      manager: 'other',
      operation: 'Update',
      apiVersion: 'apps/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:metadata': { 'f:annotations': { '.': {}, 'f:theirs': {} } } },
    });
    expect(compare(empty(), filled)).toBe('');
  });

  it('leaves out what is undefined', () => {
    const config = deployment();
    (config.spec as JsonObject)['paused'] = undefined;
    config.metadata['annotations'] = undefined;
    expect(compare(config, live())).toBe('');
  });
});

describe('values that the server writes in its own way', () => {
  const config = () => {
    const draft = deployment();
    containerOf(draft)['resources'] = { requests: { cpu: '0.5' }, limits: { memory: '1024Mi' } };
    containerOf(draft)['env'] = [{ name: 'A', value: '' }];
    containerOf(draft)['volumeMounts'] = [];
    return draft;
  };
  const stored = (live: LiveObject) => {
    const container = liveContainer(live);
    container['resources'] = { requests: { cpu: '500m' }, limits: { memory: '1Gi' } };
    container['env'] = [{ name: 'A' }];
    delete container['volumeMounts'];
  };

  it('are no difference where built-in types leave no doubt', () => {
    expect(compare(config(), applied(deploymentSchema, config(), stored))).toBe('');
  });

  it('are a difference when another manager owns them too: the server would see a conflict', () => {
    const live = applied(deploymentSchema, config(), stored);
    const [own] = live.metadata!.managedFields!;
    live.metadata!.managedFields!.push({ ...own!, manager: 'other' });
    expect(compare(config(), live)).toContain('other');
  });

  it('are a difference in custom resources, whose strings are kept as they are', () => {
    const of = (cpu: string): LiveObject => ({
      ...(config() as unknown as LiveObject),
      apiVersion: 'example.com/v1',
      spec: { resources: { limits: { cpu } } },
    });
    const live = applied(deploymentSchema, of('0.5'));
    const owned: FieldSet = { 'f:spec': { 'f:resources': { 'f:limits': { 'f:cpu': {} } } } };
    live.metadata!.managedFields![0]!.fieldsV1 = owned as JsonObject;
    delete (live.metadata as JsonObject)['labels'];
    delete (live.metadata as JsonObject)['ownerReferences'];
    const bare = (cpu: string) => ({ ...of(cpu), metadata: { name: 'a' } });
    expect(compare(bare('0.5'), live)).toBe('');
    (live['spec'] as JsonObject)['resources'] = { limits: { cpu: '500m' } };
    expect(compare(bare('0.5'), live)).not.toBe('');
  });

  it('are the same difference as long as nothing about them changes', () => {
    const odd = () => {
      const draft = deployment();
      (draft.spec as JsonObject)['paused'] = false;
      return draft;
    };
    const live = () =>
      applied(deploymentSchema, odd(), (object) => delete (object['spec'] as JsonObject)['paused']);
    const before = compare(odd(), live());
    expect(before).not.toBe('');
    const later = live();
    later['status'] = { replicas: 9 };
    expect(compare(odd(), later)).toBe(before);
    (later['spec'] as JsonObject)['paused'] = true;
    expect(compare(odd(), later)).not.toBe(before);
  });
});
