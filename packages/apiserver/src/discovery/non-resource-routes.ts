import { formatApiVersion } from '@kubewright/api';
import { encodeJson } from '../bytes/json.js';
import { methodNotAllowedError, pathNotFoundError } from '../errors/status-error.js';
import { pageNotFound } from '../pipeline/page-not-found.js';
import type { RequestInfo } from '../pipeline/request-info.js';
import type { NonResourceHandler } from '../pipeline/route.js';
import type { ServerRequest, ServerResponse } from '../pipeline/server-request.js';
import { negotiate, PRETTY_JSON, PRODUCES_OBJECTS } from '../representation/representation.js';
import type { NegotiateOptions } from '../representation/representation.js';
import { respond } from '../representation/respond.js';
import type { ServedResource } from '../resources/served-resource.js';
import { aggregatedContentType, aggregatedVersion, groupDiscoveryList } from './aggregated-discovery.js';
import { servedGroups } from './group-versions.js';
import type { ServedGroup } from './group-versions.js';
import { HEALTH_PATHS, healthHandler } from './health.js';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy-discovery.js';
import { serverVersion } from './server-version.js';

export interface RouteParts {
  readonly resources: { all(): readonly ServedResource[] };
  /** Answers `/openapi/v2` and below `/openapi/v3`. */
  readonly openApi: NonResourceHandler;
  /** Answers what tells others of the keys of tokens. */
  readonly openId: (path: string) => NonResourceHandler | undefined;
}

/** What answers the paths that are no resources; undefined for unknown ones. */
export function nonResourceRoutes({
  resources,
  openApi,
  openId,
}: RouteParts): (path: string) => NonResourceHandler | undefined {
  const groups = (): ServedGroup[] => servedGroups(resources.all());
  return (path) => {
    const [first = '', second, third, fourth] = path.replace(/^\/+|\/+$/g, '').split('/');
    if (path === '/' || path === '/index.html') return prettyJson(() => ({ paths: rootPaths(groups()) }));
    if (first === 'version' && second === undefined)
      return onlyGet(prettyJson(() => serverVersion, VERSION_OFFERS));
    if (path === '/openapi/v2' || path.startsWith('/openapi/v3')) return openApi;
    if (first === 'api' && third === undefined)
      return second === undefined ? coreVersions(groups) : versionResources(groups, '', second);
    if (first === 'apis' && fourth === undefined) {
      if (second === undefined) return groupList(groups);
      return third === undefined ? oneGroup(groups, second) : versionResources(groups, second, third);
    }
    return openId(path) ?? healthHandler(path);
  };
}

const VERSION_OFFERS: NegotiateOptions = { protobuf: false, produces: ['application/json'] };
const RESTFUL_OFFERS: NegotiateOptions = { transforms: false, produces: PRODUCES_OBJECTS };
const OTHER_OFFERS: NegotiateOptions = { transforms: false };

function coreVersions(groups: () => ServedGroup[]): NonResourceHandler {
  return onlyGet(async (request, info) => {
    const aggregated = aggregatedVersion(request.headers['accept'] ?? '');
    if (aggregated !== undefined)
      return discoveryList(
        groups().filter(({ group }) => group === ''),
        aggregated,
      );
    return answer(request, info.query, apiVersions(request.headers['host'] ?? ''), RESTFUL_OFFERS);
  });
}

function groupList(groups: () => ServedGroup[]): NonResourceHandler {
  return async (request, info) => {
    const aggregated = aggregatedVersion(request.headers['accept'] ?? '');
    if (aggregated !== undefined)
      return discoveryList(
        groups().filter(({ group }) => group !== ''),
        aggregated,
      );
    return answer(request, info.query, apiGroupList(groups()), OTHER_OFFERS);
  };
}

function oneGroup(groups: () => ServedGroup[], name: string): NonResourceHandler {
  return async (request, info) => {
    const found = groups().find(({ group }) => group === name);
    return found === undefined ? pageNotFound : answer(request, info.query, apiGroup(found), OTHER_OFFERS);
  };
}

/** Built-in groups are served by go-restful, custom ones by a handler of their own, which shows in the details. */
function versionResources(groups: () => ServedGroup[], name: string, version: string): NonResourceHandler {
  return (request, info) => {
    const group = groups().find((one) => one.group === name);
    const isBuiltin =
      group?.versions.some(({ resources }) => resources.some(({ custom }) => !custom)) === true;
    const found = group?.versions.find((one) => one.version === version);
    if (found === undefined) {
      if (isBuiltin) throw pathNotFoundError();
      return Promise.resolve(pageNotFound);
    }
    if (isBuiltin) checkGet(info);
    const list = apiResourceList(formatApiVersion(name, version), found.resources);
    return answer(request, info.query, list, isBuiltin ? RESTFUL_OFFERS : OTHER_OFFERS);
  };
}

/** Answers with a document for people, whatever they accept unless `offers` is given. */
function prettyJson(make: () => object, offers?: NegotiateOptions): NonResourceHandler {
  return (request, info) => {
    if (offers !== undefined) negotiate(request.headers, info.query, offers);
    return respond({ representation: PRETTY_JSON }, 200, make());
  };
}

const onlyGet =
  (handler: NonResourceHandler): NonResourceHandler =>
  async (request, info) => {
    checkGet(info);
    return handler(request, info);
  };

function checkGet({ method }: RequestInfo): void {
  if (method !== 'GET') throw methodNotAllowedError();
}

async function answer(
  request: ServerRequest,
  query: URLSearchParams,
  value: object,
  offers: NegotiateOptions,
): Promise<ServerResponse> {
  return respond({ representation: negotiate(request.headers, query, offers) }, 200, value);
}

function discoveryList(groups: readonly ServedGroup[], version: string): ServerResponse {
  const body = [encodeJson(groupDiscoveryList(groups, version))];
  return { status: 200, headers: { 'content-type': aggregatedContentType(version), vary: 'Accept' }, body };
}

function rootPaths(groups: readonly ServedGroup[]): string[] {
  const paths = [
    '/.well-known/openid-configuration',
    '/api',
    '/apis',
    '/apis/',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/',
    '/openid/v1/jwks',
    '/version',
    ...HEALTH_PATHS,
  ];
  for (const { group, versions } of groups) {
    const base = group === '' ? '/api' : `/apis/${group}`;
    if (group !== '') paths.push(base);
    for (const { version } of versions) paths.push(`${base}/${version}`);
  }
  return paths.sort();
}
