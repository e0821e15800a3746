import type { Transport, UpgradeRequest } from '@kubewright/api';
import { ConfigMap, Node, Pod } from '@kubewright/api/core/v1';
import { ClusterRole, RoleBinding } from '@kubewright/api/rbac/v1';
import { describe, expect, it } from 'vitest';

import { createClient } from '../client/create-client.js';
import { jsonPatch, mergePatch } from '../patch.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import type { Exchange } from '../test-support/fake-transport.js';
import { askedByRequest } from './asked-by-request.js';
import { recordCalls } from './record-calls.js';
import { formatCall } from './recorded-call.js';

const words = (line: string): string => {
  const { verb, group, resource, subresource, namespace, name, path, ...rest } = JSON.parse(line) as Record<
    string,
    string
  >;
  const what =
    path ??
    `${group === '' ? '' : `${group}/`}${resource}${subresource === undefined ? '' : `/${subresource}`}`;
  const where = namespace === undefined ? '' : ` in ${namespace}`;
  return `${verb} ${what}${where}${name === undefined ? '' : ` ${name}`}${
    Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  }`;
};

function recording(...script: Exchange[]) {
  const transport = new FakeTransport(...script);
  const lines: string[] = [];
  const recorded = recordCalls({ transport, onCall: (call) => lines.push(words(formatCall(call))) });
  const client = createClient({ transport: recorded.transport });
  return {
    client,
    transport,
    recorded,
    asked: async () => {
      await recorded.whenTold();
      return lines;
    },
  };
}

describe('askedByRequest', () => {
  it.each([
    ['GET', '/api/v1/pods?limit=2', ['list pods']],
    ['GET', '/api/v1/namespaces/ns/pods?watch=true', ['watch pods in ns']],
    [
      'GET',
      '/api/v1/namespaces/ns/pods?fieldSelector=metadata.name%3Dp%2Cspec.x%3Dy&watch=1',
      ['watch pods in ns p'],
    ],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%21%3Dp', ['list pods']],
    ['GET', '/api/v1/nodes/n?fieldSelector=metadata.name%3Dx', ['get nodes n']],
    [
      'GET',
      '/apis/apps/v1/deployments?watch=true&sendInitialEvents=true',
      ['list apps/deployments', 'watch apps/deployments'],
    ],
    ['DELETE', '/apis/apps/v1/namespaces/ns/deployments', ['deletecollection apps/deployments in ns']],
    ['PUT', '/apis/apps/v1/namespaces/ns/deployments/d/scale', ['update apps/deployments/scale in ns d']],
    ['GET', '/version', ['get /version']],
    ['GET', '/apis/apps/v1', ['get /apis/apps/v1']],
  ] as const)('says what a server asks about %s %s', (method, path, expected) => {
    expect(askedByRequest({ method, path }).map((call) => words(formatCall(call)))).toEqual(expected);
  });
});

describe('recordCalls', () => {
  const owner = {
    apiVersion: 'example.com/v1',
    kind: 'App',
    name: 'a',
    uid: 'u',
    controller: true,
    blockOwnerDeletion: true,
  };
  const discovery = {
    request: 'GET /apis/example.com/v1',
    answer: { resources: [{ name: 'apps', kind: 'App', namespaced: true, verbs: [] }] },
  };
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace: 'ns' } };

  it('tells a call once', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
    const exchange = { request: 'GET /api/v1/nodes/n', answer: node };
    const { client, asked } = recording(exchange, exchange);
    await client.get(Node, 'n');
    await client.get(Node, 'n');
    expect(await asked()).toEqual(['get nodes n']);
  });

  it('knows that an apply that creates is asked for create, and for the finalizers of blocking owners', async () => {
    const owned = { ...map, metadata: { ...map.metadata, ownerReferences: [owner] } };
    const request = 'PATCH /api/v1/namespaces/ns/configmaps/m?fieldManager=kubewright&force=true';
    const { client, asked } = recording({ request, body: owned, status: 201, answer: owned }, discovery, {
      request,
      body: owned,
      status: 200,
      answer: owned,
    });
    await client.apply(owned, { force: true });
    expect(await asked()).toEqual([
      'patch configmaps in ns m',
      'create configmaps in ns m',
      'update example.com/apps/finalizers in ns a {"plugin":"OwnerReferencesPermissionEnforcement"}',
    ]);
    await client.apply(owned, { force: true });
    expect(await asked()).toHaveLength(3);
  });

  it('knows that an owner that is added later needs delete too, in whatever patch it comes', async () => {
    for (const patch of [
      mergePatch({ metadata: { ownerReferences: [owner] } }),
      jsonPatch([{ op: 'add', path: '/metadata/ownerReferences/-', value: owner }]),
    ]) {
      const { client, asked } = recording(
        { request: 'PATCH /api/v1/namespaces/ns/configmaps/m', body: patch.body, answer: map },
        discovery,
      );
      await client.patch(ConfigMap, 'ns/m', patch);
      expect(await asked()).toEqual([
        'patch configmaps in ns m',
        'update example.com/apps/finalizers in ns a {"plugin":"OwnerReferencesPermissionEnforcement"}',
        'delete configmaps in ns m {"plugin":"OwnerReferencesPermissionEnforcement"}',
      ]);
    }
  });

  it('passes over owners of kinds that nobody serves', async () => {
    const owned = { ...map, metadata: { ...map.metadata, ownerReferences: [owner] } };
    const { client, asked } = recording(
      { request: 'POST /api/v1/namespaces/ns/configmaps', body: owned, status: 201, answer: owned },
      { request: 'GET /apis/example.com/v1', status: 404, answer: {} },
    );
    await client.create(owned);
    expect(await asked()).toEqual(['create configmaps in ns']);
  });

  it('knows what granting takes: escalate for roles, bind for bindings, unless their rules are held', async () => {
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    const role = ClusterRole({ metadata: { name: 'r' }, rules });
    const binding = RoleBinding({
      metadata: { name: 'b', namespace: 'ns' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
    });
    const bindings = '/apis/rbac.authorization.k8s.io/v1/namespaces/ns/rolebindings';
    const { client, asked } = recording(
      {
        request: 'POST /apis/rbac.authorization.k8s.io/v1/clusterroles',
        body: role,
        status: 201,
        answer: role,
      },
      { request: `POST ${bindings}`, body: binding, status: 201, answer: binding },
      { request: 'GET /apis/rbac.authorization.k8s.io/v1/clusterroles/r', answer: role },
    );
    await client.create(role);
    await client.create(binding);
    const unlessHeld = JSON.stringify({ unlessHeld: rules });
    expect(await asked()).toEqual([
      'create rbac.authorization.k8s.io/clusterroles',
      `escalate rbac.authorization.k8s.io/clusterroles ${unlessHeld}`,
      'create rbac.authorization.k8s.io/rolebindings in ns',
      `bind rbac.authorization.k8s.io/clusterroles in ns r ${unlessHeld}`,
    ]);
  });

  it('knows that approving and signing are rights on the signer', async () => {
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests/c/approval';
    const csr = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'c' },
      spec: { request: '', signerName: 'example.com/x' },
    };
    const { client, asked } = recording({ request: `PUT ${path}`, body: csr, answer: csr });
    const kind = { group: 'certificates.k8s.io', version: 'v1', plural: 'certificatesigningrequests' };
    await client
      .subresource('approval')
      .update({ ...kind, kind: csr.kind, namespaced: false } as never, 'c', csr);
    expect(await asked()).toEqual([
      'update certificates.k8s.io/certificatesigningrequests/approval c',
      'approve certificates.k8s.io/signers example.com/x',
    ]);
  });

  it('tells as whom requests are made, and nothing that is asked of them', async () => {
    const { client, asked } = recording({
      request: 'POST /api/v1/namespaces/ns/configmaps',
      body: map,
      status: 201,
      answer: map,
    });
    const impersonate = { username: 'jane', groups: ['dev'], extra: { 'a/b': ['c'] } };
    await client.with({ impersonate }).create(map);
    expect(await asked()).toEqual([`create configmaps in ns ${JSON.stringify({ impersonate })}`]);
  });

  it('knows that streams of pods take create besides get', async () => {
    const lines: string[] = [];
    const upgraded: UpgradeRequest[] = [];
    const refused = new Error('no connection here');
    const transport: Transport = Object.assign(new FakeTransport(), {
      upgrade: (request: UpgradeRequest) => {
        upgraded.push(request);
        return Promise.reject(refused);
      },
    });
    const recorded = recordCalls({ transport, onCall: (call) => lines.push(words(formatCall(call))) });
    const path = '/api/v1/namespaces/ns/pods/p/exec?command=ls';
    await expect(recorded.transport.upgrade?.({ path, protocol: 'websocket' })).rejects.toBe(refused);
    expect(upgraded).toHaveLength(1);
    expect(lines).toEqual(['get pods/exec in ns p', 'create pods/exec in ns p']);
  });

  it('leaves answers as they are, and tells of refused requests too', async () => {
    const body = { apiVersion: 'v1', kind: 'DeleteOptions' };
    const { client, asked, transport } = recording(
      {
        request: 'DELETE /api/v1/namespaces/ns/pods/p',
        body,
        status: 403,
        answer: { code: 403, message: 'no' },
      },
      {
        request: 'DELETE /api/v1/namespaces/ns/pods/q',
        body,
        chunks: ['{"kind":', '"Pod","metadata":{"name":"q"}}'],
      },
    );
    await expect(client.delete(Pod, 'ns/p')).rejects.toThrow('no');
    await expect(client.delete(Pod, 'ns/q')).resolves.toMatchObject({ metadata: { name: 'q' } });
    expect(await asked()).toEqual(['delete pods in ns p', 'delete pods in ns q']);
    expect(transport.openBodies).toBe(0);
    transport.assertConsumed();
  });
});
