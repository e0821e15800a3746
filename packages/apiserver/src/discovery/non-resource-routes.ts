import { formatApiVersion } from '@kubewright/api';
import { encodeJson } from '../bytes/json.js';
import { pathNotFoundError } from '../errors/status-error.js';
import type { NonResourceHandler } from '../pipeline/route.js';
import type { ServerRequest, ServerResponse } from '../pipeline/server-request.js';
import { negotiate } from '../representation/representation.js';
import { respond } from '../representation/respond.js';
import type { ServedResource } from '../resources/served-resource.js';
import { aggregatedContentType, aggregatedVersion, groupDiscoveryList } from './aggregated-discovery.js';
import { servedGroups } from './group-versions.js';
import type { ServedGroup } from './group-versions.js';
import { healthHandler } from './health.js';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy-discovery.js';
import { serverVersion } from './server-version.js';

export interface RouteParts {
  readonly resources: { all(): readonly ServedResource[] };
  /** Answers `/openapi/v2` and below `/openapi/v3`. */
  readonly openApi: NonResourceHandler;
}

/** What answers the paths that are no resources; undefined for unknown ones. */
export function nonResourceRoutes({
  resources,
  openApi,
}: RouteParts): (path: string) => NonResourceHandler | undefined {
  const groups = (): ServedGroup[] => servedGroups(resources.all());
  return (path) => {
    const [first = '', second, third, fourth] = path.replace(/^\/+|\/+$/g, '').split('/');
    if (first === '') return json(() => ({ paths: rootPaths(groups()) }));
    if (first === 'version' && second === undefined) return json(() => serverVersion);
    if (first === 'openapi' && (second === 'v2' || second === 'v3')) return openApi;
    if (first === 'api' && third === undefined)
      return second === undefined ? coreVersions(groups) : versionResources(groups, '', second);
    if (first === 'apis' && fourth === undefined) {
      if (second === undefined) return groupList(groups);
      return third === undefined ? oneGroup(groups, second) : versionResources(groups, second, third);
    }
    return healthHandler(path);
  };
}

function coreVersions(groups: () => ServedGroup[]): NonResourceHandler {
  return async (request, info) => {
    const aggregated = aggregatedVersion(request.headers['accept'] ?? '');
    if (aggregated !== undefined)
      return discoveryList(
        groups().filter(({ group }) => group === ''),
        aggregated,
      );
    return answer(request, info.query, apiVersions(request.headers['host'] ?? ''));
  };
}

function groupList(groups: () => ServedGroup[]): NonResourceHandler {
  return async (request, info) => {
    const aggregated = aggregatedVersion(request.headers['accept'] ?? '');
    if (aggregated !== undefined)
      return discoveryList(
        groups().filter(({ group }) => group !== ''),
        aggregated,
      );
    return answer(request, info.query, apiGroupList(groups()));
  };
}

function oneGroup(groups: () => ServedGroup[], name: string): NonResourceHandler {
  return json(() => {
    const found = groups().find(({ group }) => group === name);
    return found === undefined ? undefined : apiGroup(found);
  });
}

function versionResources(groups: () => ServedGroup[], name: string, version: string): NonResourceHandler {
  return json(() => {
    const found = groups()
      .find(({ group }) => group === name)
      ?.versions.find((one) => one.version === version);
    return found === undefined
      ? undefined
      : apiResourceList(formatApiVersion(name, version), found.resources);
  });
}

/** Answers GET with a document that is made when it is asked for; 404 when there is none. */
function json(make: () => object | undefined): NonResourceHandler {
  return async (request, info) => {
    const value = make();
    if (value === undefined) throw pathNotFoundError();
    return answer(request, info.query, value);
  };
}

function answer(request: ServerRequest, query: URLSearchParams, value: object): Promise<ServerResponse> {
  // What has no kind, such as the version, has no message either.
  const representation = negotiate(request.headers, query, { protobuf: 'kind' in value });
  return respond({ representation }, 200, value);
}

function discoveryList(groups: readonly ServedGroup[], version: string): ServerResponse {
  const body = [encodeJson(groupDiscoveryList(groups, version))];
  return { status: 200, headers: { 'content-type': aggregatedContentType(version), vary: 'Accept' }, body };
}

function rootPaths(groups: readonly ServedGroup[]): string[] {
  const paths = [
    '/api',
    '/apis',
    '/apis/',
    '/healthz',
    '/livez',
    '/openapi/v2',
    '/openapi/v3',
    '/readyz',
    '/version',
  ];
  for (const { group, versions } of groups) {
    const base = group === '' ? '/api' : `/apis/${group}`;
    if (group !== '') paths.push(base);
    for (const { version } of versions) paths.push(`${base}/${version}`);
  }
  return paths.sort();
}
