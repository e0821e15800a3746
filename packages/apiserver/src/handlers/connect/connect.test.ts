import { describe, expect, it } from 'vitest';
import type { ContainerLogRequest } from '../../nodes/node-connector.js';
import { useServer } from '../../test-support/use-server.js';

const NAMESPACE = '/api/v1/namespaces/default';
const pod = (name: string, nodeName: string | undefined, containers: readonly string[] = ['a']) => ({
  metadata: { name },
  spec: { nodeName, containers: containers.map((container) => ({ name: container, image: 'i' })) },
});
const node = (name: string, status: object) => ({ metadata: { name }, status });
const addresses = [{ type: 'InternalIP', address: '192.0.2.1' }];
const service = (name: string) => ({
  metadata: { name },
  spec: { clusterIP: 'None', ports: [{ port: 80 }] },
});

// Answers of kube-apiserver 1.36.1 whose kubelets do not run.
describe('requests for what only nodes know', () => {
  const test = useServer();

  async function prepare(): Promise<void> {
    await test.client.create('/api/v1/nodes', node('n1', { addresses }));
    await test.client.create('/api/v1/nodes', node('n2', {}));
    await test.client.create(`${NAMESPACE}/pods`, pod('p', 'n1'));
    await test.client.create(`${NAMESPACE}/pods`, pod('two', 'n1', ['a', 'b']));
    await test.client.create(`${NAMESPACE}/pods`, pod('unbound', undefined));
    await test.client.create(`${NAMESPACE}/pods`, pod('lost', 'gone'));
    await test.client.create(`${NAMESPACE}/pods`, pod('unreachable', 'n2'));
    await test.client.create(`${NAMESPACE}/services`, service('s'));
    await test.client.create(`${NAMESPACE}/endpoints`, { metadata: { name: 's' } });
  }

  it.each([
    [
      'GET',
      'pods/p/log?tailLines=3&follow=true',
      500,
      'Get "https://192.0.2.1:10250/containerLogs/default/p/a?follow=true&tailLines=3": dial tcp 192.0.2.1:10250: connect: connection refused',
    ],
    ['GET', 'pods/none/log', 404, 'pods "none" not found'],
    ['GET', 'pods/lost/log', 404, 'pods "gone" not found'],
    ['GET', 'pods/unreachable/log', 500, 'no preferred addresses found; known addresses: []'],
    ['GET', 'pods/two/log', 400, 'a container name must be specified for pod two, choose one of: [a b]'],
    ['GET', 'pods/p/log?container=z', 400, 'container z is not valid for pod p'],
    ['GET', 'pods/p/log?tailLines=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    [
      'GET',
      'pods/p/log?tailLines=-1&limitBytes=0',
      422,
      'PodLogOptions "p" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0]',
    ],
    ['POST', 'pods/p/exec?command=ls&stdout=1', 400, 'Upgrade request required'],
    ['POST', 'pods/unbound/exec?command=ls', 400, 'pod unbound does not have a host assigned'],
    ['POST', 'pods/p/attach?stdout=1', 400, 'Upgrade request required'],
    ['POST', 'pods/p/portforward', 400, 'Upgrade request required'],
    [
      'POST',
      'pods/p/portforward?ports=x',
      400,
      'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
    ],
    ['GET', 'pods/p/proxy/', 400, 'address not allowed'],
    ['GET', 'pods/a:b:c:d/proxy/', 400, 'invalid pod request "a:b:c:d"'],
    ['GET', 'services/none/proxy/a/b', 404, 'services "none" not found'],
    ['GET', 'services/s/proxy/', 503, 'no endpoints available for service "s"'],
    ['DELETE', 'services/s:99/proxy/', 503, 'no service port 99 found for service "s"'],
  ])('%s %s: %i %s', async (method, path, code, message) => {
    await prepare();
    const verb = ({ GET: 'get', POST: 'create', DELETE: 'delete' } as const)[method] ?? 'get';
    const { status, body } = await test.client.send(verb, `${NAMESPACE}/${path}`);
    expect({ status, message: body['message'] as string }).toEqual({ status: code, message });
  });

  it('a pod without a node has written nothing', async () => {
    await prepare();
    const { status, text } = await test.client.get(`${NAMESPACE}/pods/unbound/log`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
  });
});

describe('logs through a connector', () => {
  const asked: ContainerLogRequest[] = [];
  const test = useServer({
    connector: {
      containerLog(request) {
        asked.push(request);
        return request.container === 'late' ? undefined : lines(['one\n', 'two\n']);
      },
    },
  });

  async function* lines(texts: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield Buffer.from(text);
  }

  it('are what it says, and it learns what is wanted', async () => {
    await test.client.create('/api/v1/nodes', node('n1', { addresses }));
    await test.client.create(`${NAMESPACE}/pods`, pod('p', 'n1', ['a', 'late']));
    const answer = await test.client.get(`${NAMESPACE}/pods/p/log?container=a&previous=true&limitBytes=9`);
    expect(answer).toMatchObject({ status: 200, text: 'one\ntwo\n' });
    expect(answer.headers['content-type']).toBe('text/plain');
    expect(asked.at(-1)).toMatchObject({ container: 'a', previous: true, follow: false, limitBytes: 9 });
    expect(asked.at(-1)?.pod.metadata?.name).toBe('p');
    const late = await test.client.get(`${NAMESPACE}/pods/p/log?container=late`);
    expect(late.status).toBe(400);
    expect(late.body['message']).toBe('container "late" in pod "p" is waiting to start: ContainerCreating');
  });
});

describe('bindings', () => {
  const test = useServer();
  const binding = (name: string | undefined, target: object) => ({ metadata: { name }, target });

  it.each([
    ['bindings', 'p', { name: 'n1' }, 201, undefined],
    ['bindings', 'none', { name: 'n1' }, 404, 'pods "none" not found'],
    ['bindings', undefined, { name: 'n1' }, 400, 'Name parameter required.'],
    ['bindings', 'p', {}, 500, 'target.name: Required value'],
    [
      'pods/p/binding',
      'p',
      { kind: 'Pod' },
      500,
      '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
    ],
    ['pods/p/binding', 'q', { name: 'n1' }, 400, 'name in URL does not match name in Binding object'],
  ])('%s of %s to %j: %i %s', async (path, name, target, code, message) => {
    await test.client.create(`${NAMESPACE}/pods`, pod('p', undefined));
    const { status, body } = await test.client.create(`${NAMESPACE}/${path}`, binding(name, target));
    expect({ status, message: body['message'] as unknown }).toEqual({ status: code, message });
    if (code !== 201) return;
    const bound = await test.client.get(`${NAMESPACE}/pods/p`);
    expect(bound.body['spec'].nodeName).toBe('n1');
  });
});
