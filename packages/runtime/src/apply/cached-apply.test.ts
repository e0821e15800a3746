import { deepClone, isAlreadyOwned } from '@kubewright/api';
import type { JsonObject, KubernetesObject, Stored } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import type { ApplyOptions } from '@kubewright/client';
import { createClient } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { FakeApi } from '../test-support/fake-api.js';
import { createCachedApply } from './cached-apply.js';

const owner = {
  apiVersion: 'example.com/v1',
  kind: 'App',
  metadata: { name: 'app', namespace: 'x', uid: 'app-uid', resourceVersion: '1', creationTimestamp: '' },
};
const config = (data: Record<string, string> = { a: '1' }) =>
  ConfigMap({ metadata: { name: 'm', namespace: 'x' }, data });

/** A server that stores a ConfigMap as `store` has it, and a cache that has it at once. */
function setUp(store: (object: Stored<KubernetesObject>) => void = () => undefined) {
  let stored: Stored<KubernetesObject> | undefined;
  let version = 0;
  const sent: Array<{ object: KubernetesObject; options: ApplyOptions }> = [];
  const client = createClient({ transport: new FakeApi(), kinds: [ConfigMap], fieldManager: 'us' });
  client.apply = async <T extends KubernetesObject>(object: T, options: ApplyOptions = {}) => {
    sent.push({ object, options });
    const data = Object.keys((object as { data?: object }).data ?? {}).map((key) => [`f:${key}`, {}]);
    const owners = (object.metadata?.ownerReferences ?? []).map(({ uid }) => [`k:{"uid":"${uid}"}`, {}]);
    const fieldsV1 = {
      'f:data': Object.fromEntries(data) as JsonObject,
      ...(owners.length > 0 && {
        'f:metadata': { 'f:ownerReferences': Object.fromEntries(owners) as JsonObject },
      }),
    };
    const managedFields = [
      { manager: 'us', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 },
    ];
    const next = deepClone(object) as unknown as Stored<KubernetesObject>;
    next.metadata = { ...next.metadata, uid: 'map-uid', resourceVersion: String(++version), managedFields };
    store(next);
    stored = next;
    return deepClone(next) as unknown as Stored<T>;
  };
  const apply = createCachedApply(client, () => Promise.resolve(stored && deepClone(stored)));
  const change = (mutate: (object: Stored<KubernetesObject>) => void) => {
    mutate(stored!);
    stored!.metadata.resourceVersion = String(++version);
  };
  return { apply, sent, change, client };
}

describe('an apply through a cache', () => {
  it('sends nothing when the object is as it was applied, and hands out the cached one', async () => {
    const { apply, sent } = setUp();
    const first = await apply(config());
    const second = await apply(config());
    expect(sent).toHaveLength(1);
    expect(second).toEqual(first);
    second.data!['a'] = 'changed by the caller';
    expect((await apply(config())).data).toEqual({ a: '1' });
  });

  it('sends what is added, changed or left out', async () => {
    const { apply, sent } = setUp();
    for (const data of [{ a: '1' }, { a: '2' }, { a: '2', b: '1' }, { b: '1' }]) {
      await apply(config(data));
      await apply(config(data));
    }
    expect(sent.map(({ object }) => (object as ConfigMap).data)).toHaveLength(4);
  });

  it('sends when somebody changed a field of ours or took it, and not for what is others’', async () => {
    const { apply, sent, change } = setUp();
    await apply(config());
    change((object) => Object.assign((object as ConfigMap).data!, { theirs: 'x' }));
    await apply(config());
    expect(sent).toHaveLength(1);
    change((object) => Object.assign((object as ConfigMap).data!, { a: 'x' }));
    await apply(config());
    expect(sent).toHaveLength(2);
    change((object) => (object.metadata.managedFields = []));
    await apply(config());
    expect(sent).toHaveLength(3);
  });

  it('always sends a dry run, and for another manager', async () => {
    const { apply, sent } = setUp();
    await apply(config());
    await apply(config(), { dryRun: true });
    await apply(config(), { fieldManager: 'them' });
    expect(sent).toHaveLength(3);
  });

  it('sends once what the server stores in its own way, until that or the configuration changes', async () => {
    const { apply, sent, change, client } = setUp((object) => {
      Object.assign((object as ConfigMap).data!, { a: 'normal' });
    });
    for (let time = 0; time < 3; time++) await apply(config());
    change((object) => (object.metadata.labels = { theirs: 'x' }));
    await apply(config());
    expect(sent).toHaveLength(1);
    await apply(config({ a: '2' }));
    expect(sent).toHaveLength(2);
    change((object) => Object.assign((object as ConfigMap).data!, { a: 'odd' }));
    await apply(config({ a: '2' }));
    await apply(config({ a: '2' }));
    expect(sent).toHaveLength(3);
    // One derived from the client shares what is known.
    const other = createCachedApply(client.with({ timeoutMs: 5 }), async () => {
      const [last] = [await apply(config({ a: '2' }))];
      return last;
    });
    await other(config({ a: '2' }));
    expect(sent).toHaveLength(3);
  });

  it('makes the owner the controller, in its namespace, and changes nothing in hand', async () => {
    const { apply, sent } = setUp();
    const draft = ConfigMap({ metadata: { name: 'm' }, data: { a: '1' } });
    const before = deepClone(draft);
    for (let time = 0; time < 2; time++) await apply(draft, { owner });
    expect(draft).toEqual(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.object.metadata).toEqual({
      name: 'm',
      namespace: 'x',
      ownerReferences: [
        {
          apiVersion: 'example.com/v1',
          kind: 'App',
          name: 'app',
          uid: 'app-uid',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    });
    const anew = { ...owner, metadata: { ...owner.metadata, uid: 'anew' } };
    await apply(draft, { owner: anew });
    expect(sent).toHaveLength(2);
  });

  it('does not take over an object that another owner controls', async () => {
    const { apply, sent } = setUp();
    await apply(config(), { owner });
    const other = { ...owner, metadata: { ...owner.metadata, name: 'other', uid: 'other-uid' } };
    await expect(apply(config(), { owner: other })).rejects.toSatisfy(isAlreadyOwned);
    expect(sent).toHaveLength(1);
  });

  it('ends with the reason of an abort, also when it would send nothing', async () => {
    const { apply } = setUp();
    await apply(config());
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(apply(config(), { signal })).rejects.toThrow('stop');
  });
});
