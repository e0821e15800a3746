import { describe, expect, it } from 'vitest';
import { parseRequestInfo } from './request-info.js';

const describePath = (method: string, path: string): string => {
  const { isResource, verb, group, version, namespace, resource, subresource, name } = parseRequestInfo(
    method,
    path,
  );
  if (!isResource) return `${verb} path`;
  return [verb, `${group}/${version}`, namespace, resource, name, subresource].join('|');
};

// After the table in apiserver `endpoints/request/requestinfo_test.go`.
describe('request info', () => {
  it.each([
    ['GET', '/api/v1/namespaces', 'list|/v1||namespaces||'],
    ['GET', '/api/v1/namespaces/other', 'get|/v1|other|namespaces|other|'],
    ['GET', '/api/v1/namespaces/other/pods', 'list|/v1|other|pods||'],
    ['GET', '/api/v1/namespaces/other/pods/foo', 'get|/v1|other|pods|foo|'],
    ['GET', '/api/v1/namespaces/other/pods/foo/status', 'get|/v1|other|pods|foo|status'],
    ['HEAD', '/api/v1/namespaces/other/pods/foo', 'get|/v1|other|pods|foo|'],
    ['GET', '/api/v1/pods', 'list|/v1||pods||'],
    ['GET', '/api/v1/pods/', 'list|/v1||pods||'],
    ['POST', '/api/v1/namespaces/other/pods', 'create|/v1|other|pods||'],
    ['PUT', '/api/v1/namespaces/other/pods/foo', 'update|/v1|other|pods|foo|'],
    ['PATCH', '/apis/apps/v1/namespaces/other/deployments/foo', 'patch|apps/v1|other|deployments|foo|'],
    ['DELETE', '/api/v1/namespaces/other/pods/foo', 'delete|/v1|other|pods|foo|'],
    ['DELETE', '/api/v1/namespaces/other/pods', 'deletecollection|/v1|other|pods||'],
    ['DELETE', '/api/v1/namespaces', 'deletecollection|/v1||namespaces||'],
    ['PUT', '/api/v1/namespaces/other/finalize', 'update|/v1|other|namespaces|other|finalize'],
    ['GET', '/api/v1/namespaces/other/status', 'get|/v1|other|namespaces|other|status'],
    ['GET', '/api/v1/pods?watch=true', 'watch|/v1||pods||'],
    ['GET', '/api/v1/pods?watch=1', 'watch|/v1||pods||'],
    ['GET', '/api/v1/pods?watch=false', 'list|/v1||pods||'],
    ['GET', '/api/v1/pods?watch=0', 'list|/v1||pods||'],
    ['GET', '/api/v1/namespaces/other/pods/foo?watch=true', 'get|/v1|other|pods|foo|'],
    ['GET', '/api/v1/watch/pods', 'watch|/v1||pods||'],
    ['GET', '/api/v1/watch/namespaces/other/pods', 'watch|/v1|other|pods||'],
    ['GET', '/api/v1/namespaces/other/pods/a%20b', 'get|/v1|other|pods|a b|'],
    ['GET', '/api', 'get path'],
    ['GET', '/api/v1', 'get path'],
    ['GET', '/apis/apps/v1', 'get path'],
    ['GET', '/healthz', 'get path'],
    ['POST', '/', 'post path'],
  ])('of %s %s', (method, path, expected) => {
    expect(describePath(method, path)).toBe(expected);
  });

  it('refuses a path that is not percent-encoded rightly', () => {
    expect(() => parseRequestInfo('GET', '/api/v1/pods/%zz')).toThrow('not valid percent-encoding');
  });

  it('passes over parameters that Go cannot read', () => {
    const { query } = parseRequestInfo('GET', '/api/v1/pods?a=1;b=2&c=%zz&d=%20&e=3');
    expect([...query]).toEqual([
      ['d', ' '],
      ['e', '3'],
    ]);
  });
});
