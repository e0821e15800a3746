import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';

const NOT_FOUND = 'the server could not find the requested resource';
const PAGE = '404 page not found\n';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

// What a kube-apiserver 1.36.1 answers to these.
describe('paths and methods', () => {
  const test = useServer();
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await test.server.transport.request({ method: method as 'GET', path, headers });
    const text = Buffer.from(await response.body.bytes()).toString();
    return { status: response.status, headers: response.headers, text };
  };

  it.each([
    '/nothing',
    '/openapi',
    '/openapi/v2/',
    '/readyz/',
    '/livez/nothing',
    '/apis/foo',
    '/apis/foo/v1/x',
    '//',
  ])('%s is no page', async (path) => {
    const { status, headers, text } = await ask('GET', path);
    expect([status, headers['content-type'], text]).toEqual([404, 'text/plain; charset=utf-8', PAGE]);
  });

  it.each([
    '/api/v2',
    '/api/v1/nothing',
    '/apis/apps/v2',
    '/apis/apps/v1/nothing',
    '/api/v1//namespaces',
    '/api//v1/namespaces',
    `${CONFIG_MAPS}/a/b`,
    `${CONFIG_MAPS}/a%2fb`,
    '/api/v1/namespaces/default/nodes',
    '/api/v1/configmaps/x',
  ])('%s is no resource', async (path) => {
    const { status, text } = await ask('GET', path);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ message: NOT_FOUND, reason: 'NotFound', details: {} });
  });

  it.each([
    ['HEAD', '/api/v1/namespaces', 405],
    ['OPTIONS', '/api/v1/namespaces', 405],
    ['HEAD', '/version', 405],
    ['POST', '/version', 405],
    ['POST', '/apis/apps/v1', 405],
    ['POST', '/apis', 200],
    ['HEAD', '/readyz', 200],
    ['POST', '/healthz', 200],
  ])('%s %s has status %i', async (method, path, status) => {
    expect((await ask(method, path)).status).toBe(status);
  });

  it.each([
    ['..', "may not be '..'"],
    ['%2e', "may not be '.'"],
    ['a%25b', "may not contain '%'"],
  ])('the name %s is refused', async (name, fault) => {
    const { status, text } = await ask('GET', `${CONFIG_MAPS}/${name}`);
    expect(status).toBe(400);
    expect((JSON.parse(text) as { message: string }).message).toBe(
      `Name parameter invalid: ${JSON.stringify(decodeURIComponent(name))}: ${fault}`,
    );
  });

  it('refuses a timeout that is none, except where requests go on', async () => {
    const { status, text } = await ask('GET', '/readyz?timeout=foo');
    expect(status).toBe(400);
    expect((JSON.parse(text) as { message: string }).message).toBe(
      'invalid timeout specified in the request URL - time: invalid duration "foo"',
    );
    expect((await ask('GET', '/readyz?timeout=32s')).status).toBe(200);
    const watch = await test.server.transport.request({
      method: 'GET',
      path: `${CONFIG_MAPS}?watch=1&timeout=foo`,
    });
    expect(watch.status).toBe(200);
    watch.body.cancel();
  });

  it('leaves checks out of a health report that asks for it', async () => {
    const { text } = await ask('GET', '/readyz?verbose&exclude=etcd&exclude=foo');
    expect(text).toContain('[+]etcd excluded: ok\n');
    expect(text).toContain('warn: some health checks cannot be excluded: no matches for "foo"\n');
  });

  it('tells an error to those who accept nothing that there is, so that people can read it', async () => {
    const { status, headers, text } = await ask('GET', '/api/v1/namespaces', { accept: 'text/html' });
    expect([status, headers['content-type']]).toEqual([406, 'application/json']);
    expect(text).toContain(
      '\n  "message": "406: Not Acceptable\\n\\nAvailable representations: application/json, ',
    );
  });

  it('metadata is asked for as what it is of', async () => {
    const accept = (as: string) => ({ accept: `application/json;as=${as};g=meta.k8s.io;v=v1` });
    const list = await ask('GET', CONFIG_MAPS, accept('PartialObjectMetadata'));
    expect(list.text).toContain(
      'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
    );
    const one = await ask('GET', '/api/v1/namespaces/default', accept('PartialObjectMetadataList'));
    expect(one.text).toContain('the requested object is not a list (*core.Namespace)');
    expect((await ask('GET', CONFIG_MAPS, accept('PartialObjectMetadataList'))).status).toBe(200);
  });

  it('a body of JSON is a line', async () => {
    for (const path of [CONFIG_MAPS, '/api/v1/namespaces/default', '/apis'])
      expect((await ask('GET', path)).text).toMatch(/^\{.*\}\n$/);
  });
});
