import { createClient, isForbidden } from '@kubewright/client';
import { ConfigMap } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';

import { findObject } from './find-object.js';
import { failure, FakeApi } from './test-support/fake-api.js';

const key = { namespace: 'default', name: 'a' };

describe('findObject', () => {
  it('resolves with the object, and with undefined when there is none', async () => {
    const client = createClient({ transport: new FakeApi() });
    expect(await findObject(client, ConfigMap, key)).toBeUndefined();
    const made = await client.create(ConfigMap({ metadata: key }));
    expect(await findObject(client, ConfigMap, key)).toEqual(made);
  });

  it('throws every other refusal', async () => {
    const api = new FakeApi();
    api.intercept = () => failure(403, 'Forbidden', 'no');
    const client = createClient({ transport: api });
    await expect(findObject(client, ConfigMap, key)).rejects.toSatisfy(isForbidden);
  });
});
