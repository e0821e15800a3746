import { afterEach, describe, expect, it } from 'vitest';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { mergePatch } from '@kubewright/client';

import { controllerFor } from '../controller/builder.js';
import type { ControllerBuilder } from '../controller/builder.js';
import { requeueAfter } from '../controller/result.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';

interface Widget extends CustomResource<{ size?: number }> {}
const Widget = defineKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });

const one = 'example.com/one';
const two = 'example.com/two';
const foreign = 'elsewhere.com/keep';

let harness: ManagerHarness;
const said: string[] = [];

/** A manager of a controller that says what it does, with one widget that has the finalizers. */
async function run(
  build: (builder: ControllerBuilder<Widget>) => ControllerBuilder<Widget>,
  finalizers: string[] = [],
): Promise<void> {
  said.length = 0;
  const controller = build(controllerFor(Widget)).reconcile((object) => {
    said.push(`reconcile ${(object.metadata.finalizers ?? []).join(' ')}`);
  });
  harness = new ManagerHarness({ controllers: [controller] });
  await harness.client.create(
    Widget({ metadata: { name: 'a', namespace: 'default', finalizers }, spec: {} }),
  );
  harness.api.requests.length = 0;
  await harness.start();
}

const remove = async () => {
  said.length = 0;
  harness.api.requests.length = 0;
  await harness.client.delete(Widget, 'a');
  await settleMicrotasks();
};
const saying = (text: string) => () => void said.push(text);
const patches = () => harness.writes().filter((request) => request.startsWith('PATCH')).length;
const served = () => [...harness.api.objects('/apis/example.com/v1/widgets').values()];

afterEach(async () => {
  await harness.stop();
});

describe('finalizer()', () => {
  it('adds all that are missing in one patch, keeps those of others, and reconciles in the same run', async () => {
    await run((builder) => builder.finalizer(one, saying('one')).finalizer(two, saying('two')), [foreign]);
    expect(said[0]).toBe(`reconcile ${foreign} ${one} ${two}`);
    expect(said.every((line) => line === said[0])).toBe(true);
    expect(patches()).toBe(1);
  });

  it('cleans up in order instead of reconciling, and removes all that are done in one patch', async () => {
    await run((builder) => builder.finalizer(one, saying('one')).finalizer(two, saying('two')));
    await remove();
    expect(said).toEqual(['one', 'two']);
    expect([patches(), served()]).toEqual([1, []]);
  });

  it('does not run again, nor reconcile, while finalizers of others keep the object', async () => {
    await run((builder) => builder.finalizer(one, saying('one')), [foreign]);
    await remove();
    await harness.client.patch(Widget, 'a', mergePatch({ spec: { size: 2 } }));
    await settleMicrotasks();
    expect(said).toEqual(['one']);
    expect(served()[0]?.metadata.finalizers).toEqual([foreign]);
  });

  it('retries a cleanup that throws, and keeps those after it waiting', async () => {
    let failures = 2;
    const failing = () => {
      said.push('two');
      if (failures-- > 0) throw new Error('not yet');
    };
    await run((builder) =>
      builder.finalizer(one, saying('one')).finalizer(two, failing).finalizer(`${two}b`, saying('three')),
    );
    await remove();
    // The event of the first removal does not end the back-off.
    expect([said, served()[0]?.metadata.finalizers]).toEqual([
      ['one', 'two'],
      [two, `${two}b`],
    ]);
    await harness.clock.advance(5);
    expect(said).toEqual(['one', 'two', 'two']);
    await harness.clock.advance(10);
    expect([said, served()]).toEqual([['one', 'two', 'two', 'two', 'three'], []]);
  });

  it('calls a cleanup again that asks for more time', async () => {
    let turns = 0;
    await run((builder) => builder.finalizer(one, () => ((turns += 1) < 3 ? requeueAfter(1000) : undefined)));
    await remove();
    await harness.clock.advance(1999);
    expect([turns, served().length]).toEqual([2, 1]);
    await harness.clock.advance(1);
    expect([turns, served().length]).toEqual([3, 0]);
    expect(harness.logged('error')).toEqual([]);
  });

  it('removes its finalizer from a newer state without cleaning up twice, and without touching those of others', async () => {
    await run((builder) =>
      builder.finalizer(one, async () => {
        said.push('one');
        await harness.client.patch(Widget, 'a', mergePatch({ metadata: { finalizers: [one, foreign] } }));
      }),
    );
    await remove();
    expect(said).toEqual(['one']);
    expect(served()[0]?.metadata.finalizers).toEqual([foreign]);
    expect(harness.logged('error')).toEqual([]);
  });

  it('does not clean up twice when the removal fails', async () => {
    await run((builder) => builder.finalizer(one, saying('one')));
    let failures = 2;
    harness.api.intercept = (request) =>
      request.method === 'PATCH' && failures-- > 0
        ? { status: 500, body: { kind: 'Status', status: 'Failure', code: 500, message: 'try later' } }
        : undefined;
    await remove();
    await harness.clock.advance(5000);
    expect([said, served()]).toEqual([['one'], []]);
  });

  it('takes it for no error when the object goes meanwhile', async () => {
    await run((builder) =>
      builder.finalizer(one, async () => {
        said.push('one');
        await harness.client.patch(Widget, 'a', mergePatch({ metadata: { finalizers: null } }));
      }),
    );
    await remove();
    expect([said, served(), harness.logged('error')]).toEqual([['one'], [], []]);
  });

  it('comes before a function that gets the request alone, which hears of the end', async () => {
    said.length = 0;
    harness = new ManagerHarness({
      controllers: [
        controllerFor(Widget)
          .finalizer(one, saying('one'))
          .reconcileRequest(async (request, { client }) => {
            const found = await client.get(Widget, request).catch(() => undefined);
            said.push(found === undefined ? 'gone' : 'there');
          }),
      ],
    });
    await harness.client.create(Widget({ metadata: { name: 'a', namespace: 'default' }, spec: {} }));
    await harness.start();
    expect(served()[0]?.metadata.finalizers).toEqual([one]);
    await remove();
    expect(said).toEqual(['one', 'gone']);
  });

  it.each(['cleanup', 'Example.com/cleanup', 'example.com/', '/cleanup'])(
    'refuses the key "%s"',
    async (key) => {
      await run((builder) => builder);
      expect(() => controllerFor(Widget).finalizer(key, saying('never'))).toThrow('take one like');
    },
  );

  it('refuses a key that is given twice', async () => {
    await run((builder) => builder);
    expect(() => controllerFor(Widget).finalizer(one, saying('a')).finalizer(one, saying('b'))).toThrow(
      'already registered',
    );
  });
});
