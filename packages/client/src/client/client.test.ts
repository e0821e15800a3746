import { defineKind } from '@kubewright/api';
import type { CustomResource, Stored } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap, Node, Pod } from '@kubewright/api/core/v1';
import { afterEach, describe, expect, it } from 'vitest';

import { InvalidRequestError } from '../errors.js';
import { isConflict, isExpired, isNotFound } from '../reasons.js';
import type { Exchange } from '../test-support/fake-transport.js';
import { FakeTransport } from '../test-support/fake-transport.js';
import { isTransportError } from '../transport/errors.js';
import { applyPatch, jsonPatch, mergePatch, strategicMergePatch } from '../patch.js';
import type { ClientOptions } from './create-client.js';
import { createClient } from './create-client.js';
import type { Client } from './client.js';
import type { Warning } from './warnings.js';

const maps = '/api/v1/namespaces/default/configmaps';
const stored = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '7' },
};
const draft = ConfigMap({ metadata: { name: 'a' }, data: { k: 'v' } });

let transport = new FakeTransport();
afterEach(() => transport.assertConsumed());

/** A client whose requests must be exactly these. */
function script(...exchanges: Exchange[]): Client {
  return scriptWith({}, ...exchanges);
}

function scriptWith(options: Partial<ClientOptions>, ...exchanges: Exchange[]): Client {
  transport = new FakeTransport(...exchanges);
  return createClient({ transport, ...options });
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('get', () => {
  it('asks for one object by name, namespace/name or key', async () => {
    const client = script(
      {
        request: `GET ${maps}/a`,
        answer: stored,
        headers: { accept: 'application/json', 'user-agent': 'kubewright' },
      },
      { request: 'GET /api/v1/namespaces/ns/configmaps/a', answer: stored },
      { request: 'GET /api/v1/namespaces/ns/configmaps/a?resourceVersion=0', answer: stored },
    );
    expect(await client.get(ConfigMap, 'a')).toEqual(stored);
    await client.get(ConfigMap, 'ns/a');
    await client.get(ConfigMap, { namespace: 'ns', name: 'a' }, { resourceVersion: '0' });
  });

  it('leaves the namespace out for a cluster-scoped kind, and puts the group in its place', async () => {
    const client = scriptWith(
      { defaultNamespace: 'mine' },
      { request: 'GET /api/v1/nodes/a', answer: stored },
      { request: 'GET /apis/apps/v1/namespaces/mine/deployments/a', answer: stored },
    );
    await client.get(Node, 'a');
    await client.get(Deployment, 'a');
  });

  it('throws the Status of the server', async () => {
    const status = {
      kind: 'Status',
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
      message: 'configmaps "a" not found',
    };
    const client = script({ request: `GET ${maps}/a`, status: 404, answer: status });
    const error = await caught(client.get(ConfigMap, 'a'));
    expect(isNotFound(error)).toBe(true);
    expect(error).toMatchObject({ message: 'configmaps "a" not found', httpStatus: 404, status });
  });

  it('names the request when what refuses is no API server', async () => {
    const client = scriptWith(
      { maxRetries: 0 },
      {
        request: `GET ${maps}/a`,
        status: 503,
        chunks: ['<h1>bad\n gateway</h1>'],
        responseHeaders: { 'retry-after': '5' },
      },
    );
    expect(await caught(client.get(ConfigMap, 'a'))).toMatchObject({
      message: `GET ${maps}/a: the server answered 503: <h1>bad gateway</h1>`,
      reason: 'ServiceUnavailable',
      retryAfterMs: 5000,
    });
  });

  it('does not take a success that is not JSON for an object', async () => {
    const client = script({ request: `GET ${maps}/a`, chunks: ['<html>'] });
    expect(isTransportError(await caught(client.get(ConfigMap, 'a')), 'InvalidResponse')).toBe(true);
  });

  it('passes the signal on, and throws its reason', async () => {
    const client = script();
    const reason = new Error('enough');
    expect(await caught(client.get(ConfigMap, 'a', { signal: AbortSignal.abort(reason) }))).toBe(reason);
  });
});

describe('list', () => {
  const answer = {
    apiVersion: 'v1',
    kind: 'ConfigMapList',
    metadata: { resourceVersion: '9' },
    items: [{ metadata: stored.metadata }],
  };

  it('lists all namespaces, or one', async () => {
    const client = script(
      { request: 'GET /api/v1/configmaps', answer },
      { request: 'GET /api/v1/namespaces/ns/configmaps', answer },
      { request: 'GET /api/v1/nodes', answer },
    );
    await client.list(ConfigMap);
    await client.list(ConfigMap, { namespace: 'ns' });
    await client.list(Node, { namespace: 'ns' });
  });

  it('gives each item its apiVersion and kind', async () => {
    const list = await script({ request: 'GET /api/v1/configmaps', answer }).list(ConfigMap);
    expect(list.items).toEqual([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: stored.metadata }]);
    expect(list.metadata.resourceVersion).toBe('9');
  });

  it('is handed out as it came, too', async () => {
    const text = '{"kind":"PodList", "items":null, "metadata":{"resourceVersion":"1"}}';
    const client = scriptWith(
      { userAgent: 'operator/1' },
      {
        request: 'GET /api/v1/namespaces/ns/pods?limit=2',
        headers: { accept: 'application/json', 'user-agent': 'operator/1' },
        chunks: [text.slice(0, 9), text.slice(9)],
      },
      {
        request: 'GET /api/v1/pods?continue=old',
        status: 410,
        answer: { kind: 'Status', reason: 'Expired', code: 410 },
      },
    );
    const bytes = await client.listRaw(Pod, { namespace: 'ns', limit: 2 });
    expect(new TextDecoder().decode(bytes)).toBe(text);
    expect(isExpired(await caught(client.listRaw(Pod, { continue: 'old' })))).toBe(true);
  });

  it('takes items that are null for none', async () => {
    const list = await script({ request: 'GET /api/v1/configmaps', answer: { ...answer, items: null } }).list(
      ConfigMap,
    );
    expect(list.items).toEqual([]);
  });

  it('sends selectors, limit, continue and resource versions', async () => {
    const client = script({
      request:
        'GET /api/v1/namespaces/ns/pods?labelSelector=app%3Dweb&fieldSelector=status.phase%3DRunning' +
        '&resourceVersion=5&resourceVersionMatch=NotOlderThan&limit=2&continue=abc%3D',
      answer,
    });
    await client.list(Pod, {
      namespace: 'ns',
      labelSelector: { app: 'web' },
      fieldSelector: { 'status.phase': 'Running' },
      resourceVersion: '5',
      resourceVersionMatch: 'NotOlderThan',
      limit: 2,
      continue: 'abc=',
    });
  });

  it('refuses a LabelSelector that no text can say', async () => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'Within' }] };
    expect(await caught(script().list(Pod, { labelSelector: selector }))).toMatchObject({
      name: 'InvalidRequestError',
      code: 'InvalidSelector',
    });
  });
});

describe('create', () => {
  it('posts the object to its collection', async () => {
    const client = script({
      request: `POST ${maps}`,
      body: draft,
      headers: { 'content-type': 'application/json' },
      status: 201,
      answer: stored,
    });
    const created: Stored<ConfigMap> = await client.create(draft);
    expect(created).toEqual(stored);
  });

  it('goes by the namespace of the object, and sends the options of a write', async () => {
    const object = ConfigMap({ metadata: { generateName: 'a-', namespace: 'ns' } });
    const client = scriptWith(
      { fieldManager: 'me', userAgent: 'test/1' },
      {
        request: 'POST /api/v1/namespaces/ns/configmaps?dryRun=All&fieldManager=me&fieldValidation=Strict',
        body: object,
        headers: { 'user-agent': 'test/1' },
        answer: stored,
      },
    );
    await client.create(object, { dryRun: true, fieldValidation: 'Strict' });
  });

  it('refuses an object that does not say what it is', async () => {
    expect(await caught(script().create({ metadata: { name: 'a' } }))).toMatchObject({
      code: 'MissingKind',
      message: expect.stringContaining('the object "a" says no apiVersion and kind') as string,
    });
  });
});

describe('update', () => {
  it('puts the object where it is', async () => {
    const object = { ...stored, data: { k: 'w' } };
    const client = script({ request: `PUT ${maps}/a?fieldManager=me`, body: object, answer: stored });
    await client.update(object, { fieldManager: 'me' });
  });

  it('throws a conflict as the server says it', async () => {
    const status = { kind: 'Status', reason: 'Conflict', code: 409, message: 'the object has been modified' };
    const client = script({ request: `PUT ${maps}/a`, body: stored, status: 409, answer: status });
    expect(isConflict(await caught(client.update(stored)))).toBe(true);
  });

  it('refuses an object without a name', async () => {
    expect(await caught(script().update(ConfigMap({ data: {} })))).toMatchObject({ code: 'MissingName' });
  });
});

describe('patch', () => {
  it.each([
    [jsonPatch([{ op: 'remove', path: '/data' }]), 'application/json-patch+json', ''],
    [mergePatch({ data: null }), 'application/merge-patch+json', ''],
    [strategicMergePatch({ data: { a: '1' } }), 'application/strategic-merge-patch+json', ''],
    [applyPatch(draft), 'application/apply-patch+yaml', '?fieldManager=kubewright'],
  ])('sends %j as %s', async (patch, contentType, query) => {
    const client = script({
      request: `PATCH ${maps}/a${query}`,
      body: patch.body,
      headers: { 'content-type': contentType },
      answer: stored,
    });
    expect(await client.patch(ConfigMap, 'a', patch)).toEqual(stored);
  });

  it('applies as the program that the user agent names', async () => {
    const client = scriptWith(
      { userAgent: 'shop-operator/v1.2' },
      { request: `PATCH ${maps}/a?fieldManager=shop-operator`, body: draft, answer: stored },
    );
    expect(client.fieldManager).toBe('shop-operator');
    await client.patch(ConfigMap, 'a', applyPatch(draft));
  });

  it('forces an apply, and nothing else', async () => {
    const client = script({
      request: `PATCH ${maps}/a?fieldManager=me&force=true`,
      body: draft,
      answer: stored,
    });
    await client.patch(ConfigMap, 'a', applyPatch(draft), { fieldManager: 'me', force: true });
    expect(await caught(client.patch(ConfigMap, 'a', mergePatch({}), { force: true }))).toBeInstanceOf(
      InvalidRequestError,
    );
  });
});

describe('delete', () => {
  const plain = { apiVersion: 'v1', kind: 'DeleteOptions' };

  it('takes an object, or a kind and a key', async () => {
    const client = script(
      { request: `DELETE ${maps}/a`, body: plain, answer: { kind: 'Status' } },
      { request: 'DELETE /api/v1/namespaces/ns/configmaps/a', body: plain, status: 202, answer: stored },
    );
    await client.delete(stored);
    await client.delete(ConfigMap, 'ns/a');
  });

  it('sends its options in the body, where the server looks for them', async () => {
    const client = script({
      request: `DELETE ${maps}/a`,
      body: {
        ...plain,
        dryRun: ['All'],
        preconditions: { uid: 'u', resourceVersion: '7' },
        propagationPolicy: 'Foreground',
        gracePeriodSeconds: 0,
      },
      answer: {},
    });
    await client.delete(ConfigMap, 'a', {
      dryRun: true,
      preconditions: { uid: 'u', resourceVersion: '7' },
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
    });
  });

  it('never addresses a collection for want of a name', async () => {
    const client = script();
    expect(await caught(client.delete(ConfigMap, ''))).toMatchObject({ code: 'MissingName' });
    expect(await caught(client.delete(ConfigMap({ metadata: {} })))).toMatchObject({ code: 'MissingName' });
  });
});

describe('deleteAllOf', () => {
  it('deletes a selection in one namespace', async () => {
    const client = script({
      request: 'DELETE /api/v1/namespaces/ns/configmaps?labelSelector=app%3Dweb',
      body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' },
      answer: {},
    });
    await client.deleteAllOf(ConfigMap, {
      namespace: 'ns',
      labelSelector: 'app=web',
      propagationPolicy: 'Background',
    });
  });

  it('refuses to go without a namespace, but for cluster-scoped kinds', async () => {
    const client = script({
      request: 'DELETE /api/v1/nodes',
      body: { apiVersion: 'v1', kind: 'DeleteOptions' },
      answer: {},
    });
    expect(await caught(client.deleteAllOf(ConfigMap))).toMatchObject({ code: 'NamespaceRequired' });
    await client.deleteAllOf(Node);
  });
});

describe('watch', () => {
  const line = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;

  it('yields parsed events until the server ends', async () => {
    const bookmark = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { resourceVersion: '9' } };
    const client = script({
      request:
        'GET /api/v1/configmaps?watch=true&resourceVersion=5&allowWatchBookmarks=true&timeoutSeconds=60',
      chunks: [line('ADDED', stored), line('BOOKMARK', bookmark)],
    });
    const events = [];
    for await (const event of client.watch(ConfigMap, {
      resourceVersion: '5',
      allowWatchBookmarks: true,
      timeoutSeconds: 60,
    })) {
      events.push(event);
    }
    expect(events).toEqual([
      { type: 'ADDED', object: stored },
      { type: 'BOOKMARK', object: bookmark },
    ]);
  });

  it('asks for initial events as the server wants to be asked', async () => {
    const client = script({
      request:
        'GET /api/v1/namespaces/ns/configmaps?labelSelector=a&watch=true&resourceVersionMatch=NotOlderThan&sendInitialEvents=true',
      chunks: [],
    });
    for await (const _event of client.watch(ConfigMap, {
      namespace: 'ns',
      labelSelector: 'a',
      sendInitialEvents: true,
    }))
      break;
  });

  it('yields bytes as they came', async () => {
    const client = script({
      request: 'GET /api/v1/pods?watch=true',
      chunks: ['{"type":"ADDED","obj', 'ect":{"a": 1}}\n'],
    });
    const events = [];
    for await (const { type, bytes } of client.watchRaw(Pod))
      events.push([type, new TextDecoder().decode(bytes)]);
    expect(events).toEqual([['ADDED', '{"a": 1}']]);
  });

  it('tells when the server has accepted it, before any event, and not when it refuses', async () => {
    const client = script(
      { request: 'GET /api/v1/pods?watch=true', chunks: [line('ADDED', stored)] },
      { request: 'GET /api/v1/pods?watch=true', status: 410, answer: { kind: 'Status', reason: 'Expired' } },
      { request: 'GET /api/v1/pods?watch=true', chunks: [line('ADDED', stored)] },
    );
    const seen: string[] = [];
    const onOpen = () => void seen.push('open');
    const watch = async () => {
      for await (const { type } of client.watch(Pod, { onOpen })) seen.push(type);
    };
    await watch();
    expect(isExpired(await caught(watch()))).toBe(true);
    expect(seen).toEqual(['open', 'ADDED']);
    const fault = new Error('a fault of the listener');
    const faulty = client.watchRaw(Pod, {
      onOpen: () => {
        throw fault;
      },
    });
    expect(await caught(faulty[Symbol.asyncIterator]().next())).toBe(fault);
  });

  it('throws a refusal when iteration begins', async () => {
    const client = script({
      request: 'GET /api/v1/pods?watch=true',
      status: 403,
      answer: { kind: 'Status', reason: 'Forbidden', code: 403 },
    });
    const events = client.watch(Pod)[Symbol.asyncIterator]();
    expect(await caught(events.next())).toMatchObject({ reason: 'Forbidden' });
  });

  it('throws the reason of an aborted signal', async () => {
    const stop = new AbortController();
    const client = script({
      request: 'GET /api/v1/pods?watch=true',
      chunks: [line('ADDED', stored), line('ADDED', stored)],
    });
    const reason = new Error('enough');
    let seen = 0;
    const run = async () => {
      for await (const _event of client.watch(Pod, { signal: stop.signal })) {
        seen += 1;
        stop.abort(reason);
      }
    };
    expect(await caught(run())).toBe(reason);
    expect(seen).toBe(1);
  });
});

describe('status and subresources', () => {
  it('write the status of the object', async () => {
    const client = script(
      { request: `PUT ${maps}/a/status`, body: stored, answer: stored },
      { request: 'PATCH /api/v1/namespaces/default/pods/a/status', body: { status: {} }, answer: stored },
    );
    await client.status.update(stored);
    await client.status.patch(Pod, 'a', mergePatch({ status: {} }));
  });

  it('are addressed by kind and key', async () => {
    const path = '/apis/apps/v1/namespaces/default/deployments/a/scale';
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 2 } };
    const client = script(
      { request: `GET ${path}`, answer: scale },
      { request: `PUT ${path}`, body: scale, answer: scale },
      { request: `PATCH ${path}`, body: { spec: { replicas: 3 } }, answer: scale },
      { request: 'POST /api/v1/namespaces/default/pods/a/eviction', body: { kind: 'Eviction' }, answer: {} },
    );
    expect(await client.subresource('scale').get(Deployment, 'a')).toEqual(scale);
    await client.subresource('scale').update(Deployment, 'a', scale);
    await client.subresource('scale').patch(Deployment, 'a', mergePatch({ spec: { replicas: 3 } }));
    await client.subresource('eviction').create(Pod, 'a', { kind: 'Eviction' });
  });

  it('refuse a name that would change the path', () => {
    expect(() => script().subresource('../x')).toThrow(InvalidRequestError);
  });
});

describe('around every request', () => {
  it('interceptors see, change and answer requests, the first outermost', async () => {
    const seen: string[] = [];
    const client = scriptWith(
      {
        interceptors: [
          async (request, next) => {
            seen.push(`out ${request.path}`);
            const response = await next({ ...request, path: `${request.path}?x=1` });
            seen.push(`back ${response.status}`);
            return response;
          },
          (request, next) => {
            seen.push(`inner ${request.path}`);
            return next(request);
          },
        ],
      },
      { request: `GET ${maps}/a?x=1`, answer: stored },
    );
    await client.get(ConfigMap, 'a');
    expect(seen).toEqual([`out ${maps}/a`, `inner ${maps}/a?x=1`, 'back 200']);
    await client.transport.close();
    expect(transport.closed).toBe(true);
  });

  it('warnings are handed to the handler', async () => {
    const warnings: Warning[] = [];
    const client = scriptWith(
      { onWarning: (warning) => warnings.push(warning) },
      { request: `GET ${maps}/a`, answer: stored, responseHeaders: { warning: '299 - "old"' } },
    );
    await client.get(ConfigMap, 'a');
    expect(warnings).toEqual([{ text: 'old', request: `GET ${maps}/a` }]);
  });

  it('nothing is sent before it is asked for', () => {
    script();
    expect(transport.requests).toEqual([]);
  });
});

describe('the types', () => {
  interface Widget extends CustomResource<{ size: number }> {}
  const Widget = defineKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });

  it('follow the kind', async () => {
    const client = script({
      request: 'GET /apis/example.com/v1/namespaces/default/widgets/w',
      answer: { spec: { size: 3 } },
    });
    const widget = await client.get(Widget, 'w');
    const size: number = widget.spec.size;
    expect(size).toBe(3);
    // @ts-expect-error: a widget has no colour
    expect(widget.spec.colour).toBeUndefined();
  });
});
