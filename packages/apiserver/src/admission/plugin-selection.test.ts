import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';
import { pod } from '../test-support/bodies.js';
import { ADMISSION_PLUGINS, selectedPlugins } from './plugin-selection.js';
import type { AdmissionPluginName } from './plugin-selection.js';

const PODS = '/api/v1/namespaces/default/pods';

describe('which admission plugins are on', () => {
  it('is all but two when nobody says otherwise', () => {
    const on = selectedPlugins({});
    expect(ADMISSION_PLUGINS.filter((name) => !on.has(name))).toEqual([
      'ServiceAccount',
      'OwnerReferencesPermissionEnforcement',
    ]);
  });

  it('can be chosen by name, off before on', () => {
    const on = selectedPlugins({ enable: ['ServiceAccount', 'Priority'], disable: ['Priority'] });
    expect([on.has('ServiceAccount'), on.has('Priority')]).toEqual([true, false]);
  });

  it('is an error for a name that does not exist', () => {
    expect(() => selectedPlugins({ disable: ['Nothing' as AdmissionPluginName] })).toThrow(
      new RangeError('there is no admission plugin "Nothing"'),
    );
  });
});

describe('a server without some plugins', () => {
  const test = useServer({ admissionPlugins: { disable: ['Priority', 'DefaultTolerationSeconds'] } });

  it('leaves alone what they would change', async () => {
    const { body } = await test.client.create(PODS, pod('a'));
    expect(body['spec']).not.toHaveProperty('priority');
    expect(body['spec']).not.toHaveProperty('tolerations');
  });
});

describe('a server without a controller of service accounts', () => {
  const test = useServer();

  it('takes pods all the same', async () => {
    const { status, body } = await test.client.create(PODS, pod('a'));
    expect(status).toBe(201);
    expect(body['spec']).not.toHaveProperty('serviceAccountName');
  });
});

describe('a server that insists on service accounts', () => {
  const test = useServer({ admissionPlugins: { enable: ['ServiceAccount'] } });

  it('waits for the default account of a new namespace', async () => {
    const pending = test.client.create(PODS, pod('a'));
    await test.client.create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
    const { status, body } = await pending;
    expect(status).toBe(201);
    expect(body).toMatchObject({ spec: { serviceAccountName: 'default', serviceAccount: 'default' } });
    expect(test.clock.timers).toBe(0);
  });
});
