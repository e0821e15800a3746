import { defineKind } from '@kubewright/api';
import { Node } from '@kubewright/api/core/v1';
import { describe, expect, it } from 'vitest';

import type { ApiError } from '../errors.js';
import { isForbidden } from '../reasons.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { createClient } from './create-client.js';
import { hintFor } from './hints.js';

const get = { method: 'GET', path: '/apis/example.com/v1/namespaces/ns/widgets/w?limit=1' } as const;
const robot = 'system:serviceaccount:ns:robot';

describe('a refusal that RBAC made', () => {
  it.each([
    [
      `deployments.apps is forbidden: User "${robot}" cannot list resource "deployments" in API group "apps" at the cluster scope`,
      'groups=apps,resources=deployments,verbs=list,',
    ],
    [
      `pods "p" is forbidden: User "${robot}" cannot create resource "pods/eviction" in API group "" in the namespace "ns"`,
      'groups=core,resources=pods/eviction,verbs=create (with ,namespace=ns for that namespace alone),',
    ],
    [`forbidden: User "${robot}" cannot get path "/metrics"`, 'urls=/metrics,verbs=get,'],
    [
      `namespaces "a" is forbidden: User "${robot}" cannot delete resource "namespaces" in API group "" in the namespace "a": RBAC: clusterrole.rbac.authorization.k8s.io "x" not found`,
      'groups=core,resources=namespaces,verbs=delete (with ,namespace=a for that namespace alone),',
    ],
  ])('names the marker of the missing rule: %s', (message, rule) => {
    expect(hintFor({ message }, 403, get)).toBe(
      `no role of ${robot} has the rule: add the marker // +kubebuilder:rbac:${rule} generate config/rbac again and apply it`,
    );
  });

  it('is told from one that admission made', () => {
    for (const message of [
      'pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
      'admission webhook "v.example.com" denied the request: no',
    ])
      expect(hintFor({ message }, 403, get)).toBeUndefined();
  });
});

describe('a 404', () => {
  it('about a resource says how to install it, about an object nothing', () => {
    const missing = { message: 'the server could not find the requested resource', details: {} };
    expect(hintFor(missing, 404, get)).toBe(
      'the API server does not serve widgets.example.com in v1: install their CustomResourceDefinition (kubectl apply -f config/crd)',
    );
    expect(hintFor(missing, 404, { method: 'GET', path: '/apis/policy/v1beta1/podsecuritypolicies' })).toBe(
      'the API server does not serve podsecuritypolicies.policy in v1beta1: it is older or newer than that version, or has it switched off',
    );
    expect(hintFor(missing, 404, { method: 'GET', path: '/nonsense' })).toBeUndefined();
    expect(hintFor({ message: 'not found', details: { name: 'w' } }, 404, get)).toBeUndefined();
  });

  it('about an object may be about a subresource that its kind does not have', () => {
    const missing = { message: 'widgets.example.com "w" not found', details: { name: 'w' } };
    const ask = (path: string) => hintFor(missing, 404, { method: 'PUT', path });
    expect(ask('/apis/example.com/v1/widgets/w/status')).toContain('// +kubebuilder:subresource:status');
    expect(ask('/apis/example.com/v1/widgets/w/scale')).toContain('// +kubebuilder:subresource:scale');
    expect(ask('/apis/apps/v1/namespaces/ns/deployments/w/status')).toBeUndefined();
  });
});

describe('other refusals', () => {
  it.each([
    [401, 'Unauthorized', 'the credentials were not accepted'],
    [409, 'Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas', 'force: true'],
    [413, 'Request entity too large: limit is 3145728', '1.5 MiB'],
    [
      500,
      'Internal error occurred: failed calling webhook "v.example.com": failed to call webhook: Post "https://w.ns.svc:443/v": dial tcp: connect: connection refused',
      'the webhook v.example.com could not be asked, and its failurePolicy refuses then: check that its pods are ready',
    ],
    [
      500,
      'Internal error occurred: failed calling webhook "v.example.com": failed to call webhook: Post "https://w.ns.svc:443/v": tls: failed to verify certificate: x509: certificate signed by unknown authority',
      'the caBundle of its configuration does not fit its certificate',
    ],
  ])('%d say what to do: %s', (code, message, hint) => {
    expect(hintFor({ message }, code, get)).toContain(hint);
  });

  it.each([
    [409, 'Operation cannot be fulfilled on nodes "n": the object has been modified'],
    [422, 'Node "n" is invalid'],
    [500, 'Internal error occurred: out of luck'],
  ])('%d that say it themselves get nothing added: %s', (code, message) => {
    expect(hintFor({ message }, code, get)).toBeUndefined();
  });
});

describe('the error of a call', () => {
  it('ends in the hint, and keeps what the server said', async () => {
    const status = {
      kind: 'Status',
      reason: 'Forbidden',
      code: 403,
      message: `nodes "n" is forbidden: User "${robot}" cannot get resource "nodes" in API group "" at the cluster scope`,
    };
    const transport = new FakeTransport({ request: 'GET /api/v1/nodes/n', status: 403, answer: status });
    const error = await createClient({ transport })
      .get(Node, 'n')
      .catch((caught: unknown) => caught as ApiError);
    expect(isForbidden(error)).toBe(true);
    expect(error).toMatchObject({
      message: `${status.message}; no role of ${robot} has the rule: add the marker // +kubebuilder:rbac:groups=core,resources=nodes,verbs=get, generate config/rbac again and apply it`,
      status,
    });
  });

  it('makes the mapper forget a kind that is not served any more, and only one that discovery told', async () => {
    const discovery = 'GET /apis/example.com/v1';
    const found = { resources: [{ name: 'gadgets', kind: 'Gadget', namespaced: false }] };
    const gone = { status: 404, chunks: ['404 page not found\n'] };
    const Widget = defineKind({ group: 'example.com', version: 'v1', kind: 'Widget', namespaced: false });
    const transport = new FakeTransport(
      { request: discovery, answer: found },
      { request: 'GET /apis/example.com/v1/gadgets/g', ...gone },
      { request: 'GET /apis/example.com/v1/widgets/w', ...gone },
      { request: discovery, answer: { resources: [] } },
    );
    let now = 0;
    const clock = { now: () => (now += 1000), setTimer: () => expect.unreachable() };
    const client = createClient({ transport, clock });
    const Gadget = await client.mapper.kindFor('example.com/v1', 'Gadget');
    expect(await client.mapper.kindFor('example.com/v1', 'Gadget')).toBe(Gadget);
    await expect(client.get(Gadget, 'g')).rejects.toThrow('does not serve gadgets.example.com in v1');
    await expect(client.get(Widget, 'w')).rejects.toThrow('404 page not found');
    expect(await client.mapper.kindFor('example.com/v1', 'Widget')).toBe(Widget);
    await expect(client.mapper.kindFor('example.com/v1', 'Gadget')).rejects.toThrow(
      'kubectl apply -f config/crd',
    );
    transport.assertConsumed();
  });
});
