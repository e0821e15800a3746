import type { KubernetesObject, Stored } from '@kubewright/api';
import { createClient } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { isKnownNoOp, rememberNoOp, writeAttempt } from './no-op-writes.js';
import { FakeApi } from './test-support/fake-api.js';

const stored = (uid: string, resourceVersion = '7') =>
  ({ metadata: { name: 'a', uid, resourceVersion } }) as unknown as Stored<KubernetesObject>;
const attempt = (uid: string) => writeAttempt('update', stored(uid), { kind: 'Wanted' });

describe('a write without effect', () => {
  it('is known by verb, object, resource version and content', () => {
    const client = createClient({ transport: new FakeApi() });
    rememberNoOp(client, attempt('u'));
    expect(isKnownNoOp(client, attempt('u'))).toBe(true);
    const others = [
      writeAttempt('patch', stored('u'), { kind: 'Wanted' }),
      writeAttempt('update', stored('v'), { kind: 'Wanted' }),
      writeAttempt('update', stored('u', '8'), { kind: 'Wanted' }),
      writeAttempt('update', stored('u'), { kind: 'Other' }),
    ];
    expect(others.map((other) => isKnownNoOp(client, other))).toEqual([false, false, false, false]);
  });

  it('is forgotten after 10,000 others; those in use stay', () => {
    const client = createClient({ transport: new FakeApi() });
    for (const uid of ['idle', 'used']) rememberNoOp(client, attempt(uid));
    for (let index = 0; index < 9_999; index += 1) {
      rememberNoOp(client, { id: `update ${index}`, fingerprint: '' });
      if (index === 5_000) expect(isKnownNoOp(client, attempt('used'))).toBe(true);
    }
    expect(['idle', 'used'].map((uid) => isKnownNoOp(client, attempt(uid)))).toEqual([false, true]);
  });
});
