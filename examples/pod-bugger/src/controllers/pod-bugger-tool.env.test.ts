import { fileURLToPath } from 'node:url';
import { addEphemeralContainers, isInvalid, mergePatch } from 'kubewright';
import type { ControllerDefinition, ObjectMeta } from 'kubewright';
import { Pod } from 'kubewright/core/v1';
import type { PodSpec } from 'kubewright/core/v1';
import { Event } from 'kubewright/events/v1';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PodBuggerTool } from '../api/v1alpha1/pod-bugger-tool.js';
import type { PodBuggerToolSpec, PodBuggerToolStatus } from '../api/v1alpha1/pod-bugger-tool.js';
import { podBuggerToolController } from './pod-bugger-tool.js';

const crds = fileURLToPath(new URL('../../config/crd', import.meta.url));
const namespace = 'default';

const tool = (name: string, app: string, spec: Partial<PodBuggerToolSpec> = {}) =>
  PodBuggerTool({
    metadata: { name, namespace },
    spec: { labels: { app }, image: 'busybox:1.37', command: ['sh'], ...spec },
  });

const pod = (name: string, app: string, spec: Partial<PodSpec> = {}) =>
  Pod({
    metadata: { name, namespace, labels: { app } },
    spec: { containers: [{ name: 'main', image: 'nginx:1.27.3' }], ...spec },
  });

describe('the PodBuggerTool operator', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds, controllers: [podBuggerToolController] });
  }, 90_000);
  afterAll(() => env.stop());

  const create = async (...objects: Array<Pod | PodBuggerTool>): Promise<void> => {
    for (const object of objects) await env.client.create<Pod | PodBuggerTool>(object);
    await env.settled();
  };
  const containersOf = async (name: string): Promise<string[]> => {
    const { spec } = await env.client.get(Pod, name);
    return (spec?.ephemeralContainers ?? []).map((container) => `${container.name} ${container.image}`);
  };
  const statusOf = async (name: string): Promise<PodBuggerToolStatus | undefined> =>
    (await env.client.get(PodBuggerTool, name)).status;
  const podsOf = async (name: string): Promise<string[]> =>
    ((await statusOf(name))?.pods ?? []).map((entry) => `${entry.name} ${entry.image}`);
  const readinessOf = async (name: string): Promise<string> => {
    const ready = (await statusOf(name))?.conditions?.find(({ type }) => type === 'Ready');
    return `${ready?.status} ${ready?.reason}: ${ready?.message}`;
  };
  const notesAbout = async (kind: string, name: string): Promise<string[]> => {
    const { items } = await env.client.list(Event, { namespace });
    return items
      .filter(({ regarding }) => regarding?.kind === kind && regarding.name === name)
      .map(({ type, reason, note }) => `${type} ${reason}: ${note}`);
  };

  it('adds its container to the pods that have its labels, and to no others', async () => {
    await create(pod('some-a', 'some'), pod('some-b', 'some'), pod('none', 'none'), tool('some', 'some'));
    expect(await containersOf('some-a')).toEqual(['bugger-some busybox:1.37']);
    expect(await containersOf('some-b')).toEqual(['bugger-some busybox:1.37']);
    expect(await containersOf('none')).toEqual([]);
    expect(await statusOf('some')).toMatchObject({
      observedGeneration: 1,
      installed: 2,
      pods: [
        { name: 'some-a', image: 'busybox:1.37' },
        { name: 'some-b', image: 'busybox:1.37' },
      ],
    });
    expect(await readinessOf('some')).toBe('True Installed: 2 of 2 pods have the tool');
  });

  it('adds what the tool says: command, target and rights, with an open standard input', async () => {
    const securityContext = { runAsUser: 1000 };
    const wanted = { args: ['-x'], targetContainerName: 'main', securityContext };
    await create(pod('said', 'said'), tool('said', 'said', wanted));
    expect((await env.client.get(Pod, 'said')).spec?.ephemeralContainers).toEqual([
      expect.objectContaining({ name: 'bugger-said', command: ['sh'], stdin: true, tty: true, ...wanted }),
    ]);
  });

  it('gives it to pods that come, or get the labels, later', async () => {
    await create(tool('later', 'later'), pod('later-a', 'later'), pod('later-b', 'other'));
    expect(await podsOf('later')).toEqual(['later-a busybox:1.37']);
    await env.client.patch(Pod, 'later-b', mergePatch({ metadata: { labels: { app: 'later' } } }));
    await env.settled();
    expect(await containersOf('later-b')).toEqual(['bugger-later busybox:1.37']);
    expect(await podsOf('later')).toEqual(['later-a busybox:1.37', 'later-b busybox:1.37']);
  });

  it('takes pods from its status that go, lose the labels, or end', async () => {
    const pods = ['less-ended', 'less-gone', 'less-lost', 'less-stays'];
    await create(tool('less', 'less'), ...pods.map((name) => pod(name, 'less')));
    expect(await podsOf('less')).toEqual(pods.map((name) => `${name} busybox:1.37`));
    await env.client.delete(Pod, 'less-gone', { gracePeriodSeconds: 0 });
    await env.client.patch(Pod, 'less-lost', mergePatch({ metadata: { labels: { app: 'no' } } }));
    await env.client.status.patch(Pod, 'less-ended', mergePatch({ status: { phase: 'Succeeded' } }));
    await env.settled();
    expect(await podsOf('less')).toEqual(['less-stays busybox:1.37']);
    expect(await readinessOf('less')).toBe('True Installed: 1 of 1 pods have the tool');
  });

  it('gives no pod a second container when its image changes: the status shows which has which', async () => {
    await create(pod('image-old', 'image'), tool('image', 'image'));
    await env.client.patch(PodBuggerTool, 'image', mergePatch({ spec: { image: 'alpine:3.22' } }));
    await env.settled();
    await create(pod('image-new', 'image'));
    expect(await containersOf('image-old')).toEqual(['bugger-image busybox:1.37']);
    expect(await podsOf('image')).toEqual(['image-new alpine:3.22', 'image-old busybox:1.37']);
    expect((await statusOf('image'))?.observedGeneration).toBe(2);
  });

  it('goes to other pods when its labels change', async () => {
    await create(pod('labels-a', 'labels-a'), pod('labels-b', 'labels-b'), tool('labels', 'labels-a'));
    await env.client.patch(PodBuggerTool, 'labels', mergePatch({ spec: { labels: { app: 'labels-b' } } }));
    await env.settled();
    expect(await containersOf('labels-a')).toEqual(['bugger-labels busybox:1.37']);
    expect(await podsOf('labels')).toEqual(['labels-b busybox:1.37']);
  });

  it('gives no pod a second container when it is deleted and made anew', async () => {
    await create(pod('anew', 'anew'), tool('anew', 'anew'));
    await env.client.delete(PodBuggerTool, 'anew');
    await env.settled();
    expect(await containersOf('anew')).toEqual(['bugger-anew busybox:1.37']);
    await create(pod('anew-late', 'anew'));
    expect(await containersOf('anew-late')).toEqual([]);
    await create(tool('anew', 'anew', { image: 'alpine:3.22' }));
    expect(await containersOf('anew')).toEqual(['bugger-anew busybox:1.37']);
    expect(await podsOf('anew')).toEqual(['anew busybox:1.37', 'anew-late alpine:3.22']);
  });

  it('is added beside other tools and what people add by hand', async () => {
    await create(pod('shared', 'shared'), tool('shared-a', 'shared'), tool('shared-b', 'shared'));
    await addEphemeralContainers(env.client, 'shared', [{ name: 'debugger-x', image: 'busybox' }]);
    await create(tool('shared-c', 'shared'));
    expect((await containersOf('shared')).sort()).toEqual([
      'bugger-shared-a busybox:1.37',
      'bugger-shared-b busybox:1.37',
      'bugger-shared-c busybox:1.37',
      'debugger-x busybox',
    ]);
  });

  it('leaves pods alone that have ended, are being deleted, or are static', async () => {
    const other = (name: string, metadata: ObjectMeta, spec: Partial<PodSpec> = {}) => {
      const draft = pod(name, 'rest', spec);
      return Pod({ ...draft, metadata: { ...draft.metadata, ...metadata } });
    };
    await create(
      pod('rest-ended', 'rest'),
      pod('rest-runs', 'rest'),
      other('rest-going', { finalizers: ['example.com/hold'] }),
      other(
        'rest-static',
        { annotations: { 'kubernetes.io/config.mirror': 'checksum' } },
        { nodeName: 'none' },
      ),
    );
    await env.client.status.patch(Pod, 'rest-ended', mergePatch({ status: { phase: 'Failed' } }));
    await env.client.delete(Pod, 'rest-going', { gracePeriodSeconds: 0 });
    await create(tool('rest', 'rest'));
    expect(await podsOf('rest')).toEqual(['rest-runs busybox:1.37']);
    expect(await readinessOf('rest')).toBe('True Installed: 1 of 1 pods have the tool');
    for (const name of ['rest-ended', 'rest-going', 'rest-static'])
      expect(await containersOf(name)).toEqual([]);
    await env.client.patch(Pod, 'rest-going', mergePatch({ metadata: { finalizers: [] } }));
  });

  it('says which pods the server refused to change, and serves the others', async () => {
    const taken = [{ name: 'bugger-refused', image: 'nginx:1.27.3' }];
    await create(
      pod('refused-a', 'refused', { containers: taken }),
      pod('refused-b', 'refused'),
      tool('refused', 'refused'),
    );
    expect(await podsOf('refused')).toEqual(['refused-b busybox:1.37']);
    expect(await readinessOf('refused')).toBe('False PodsRefused: 1 of 2 pods have the tool');
    await env.eventually(async () => {
      expect(await notesAbout('PodBuggerTool', 'refused')).toContainEqual(
        expect.stringMatching(/^Warning PodRefused: pod refused-a: .*Duplicate value: "bugger-refused"/),
      );
    });
    // When it happens again that is no new event, but counted.
    for (const more of ['a', 'b']) {
      await env.client.patch(Pod, 'refused-b', mergePatch({ metadata: { labels: { more } } }));
      await env.settled();
    }
    await env.eventually(async () => {
      const { items } = await env.client.list(Event, { namespace });
      const counted = items.find(({ regarding, series }) => regarding?.name === 'refused' && series);
      expect(counted?.reason).toBe('PodRefused');
    });

    await env.client.delete(Pod, 'refused-a', { gracePeriodSeconds: 0 });
    await env.settled();
    expect(await readinessOf('refused')).toBe('True Installed: 1 of 1 pods have the tool');
  });

  it('says in events on the tool and on the pod what it did', async () => {
    await create(pod('events', 'events'), tool('events-tool', 'events'));
    await env.eventually(async () => {
      expect(await notesAbout('PodBuggerTool', 'events-tool')).toEqual([
        'Normal ToolAdded: added container bugger-events-tool (busybox:1.37) to pod events',
      ]);
      expect(await notesAbout('Pod', 'events')).toContain(
        'Normal ToolAdded: added container bugger-events-tool (busybox:1.37) for PodBuggerTool events-tool',
      );
    });
  });

  it('is not reconciled when only the status of a pod changes', async () => {
    await create(pod('calm', 'calm'), tool('calm', 'calm'));
    const reconciled: string[] = [];
    const counting: ControllerDefinition = {
      ...podBuggerToolController,
      reconcile: (request, context) => {
        reconciled.push(request.name);
        return podBuggerToolController.reconcile(request, context);
      },
    };
    const manager = await env.startManager([counting]);
    await env.settled();
    expect(reconciled.splice(0)).toContain('calm');
    await env.client.status.patch(Pod, 'calm', mergePatch({ status: { message: 'all is well' } }));
    await env.settled();
    expect(reconciled).toEqual([]);
    await env.client.patch(Pod, 'calm', mergePatch({ metadata: { labels: { app: 'wild' } } }));
    await env.settled();
    expect(reconciled).toEqual(['calm']);
    await manager.stop();
  });

  it('is added once by two replicas that work at the same time, and nothing is written after that', async () => {
    const second = await env.startManager([podBuggerToolController]);
    const pods = Array.from({ length: 8 }, (_, index) => `twice-${index}`);
    await create(tool('twice', 'twice'), ...pods.map((name) => pod(name, 'twice')));
    for (const name of pods) expect(await containersOf(name)).toEqual(['bugger-twice busybox:1.37']);
    expect(await podsOf('twice')).toHaveLength(8);

    const before = (await env.client.get(PodBuggerTool, 'twice')).metadata.resourceVersion;
    await second.stop();
    const third = await env.startManager([podBuggerToolController]);
    await env.settled();
    await third.stop();
    expect((await env.client.get(PodBuggerTool, 'twice')).metadata.resourceVersion).toBe(before);
  });

  const refusals: Array<[string, PodBuggerTool]> = [
    ['no labels, which would select every pod', tool('bad', 'bad', { labels: {} })],
    ['labels that no pod can have', tool('bad', 'not a label')],
    ['no image', tool('bad', 'bad', { image: '' })],
    ['a name that no container can have', tool('bad.name', 'bad')],
    ['a name that is too long for a container', tool('a'.repeat(57), 'bad')],
  ];
  it.each(refusals)('is refused by the server with %s', async (_, draft) => {
    await expect(env.client.create(draft)).rejects.toSatisfy(isInvalid);
  });
});
