import { badRequestError } from '../errors/status-error.js';
import { parseGoDuration } from './go-duration.js';

/** What the path and method of a request say, before anything is looked up (apiserver `endpoints/request/requestinfo.go`). */
export interface RequestInfo {
  readonly method: string;
  /** Decoded path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Resources are under `/api/VERSION/` and `/apis/GROUP/VERSION/`; everything else is served by path. */
  readonly isResource: boolean;
  /** get, list, watch, create, update, patch, delete, deletecollection; the lower-case method for other paths. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  /** `''` for cluster-scoped requests, and for requests over all namespaces. */
  readonly namespace: string;
  /** Plural: `deployments`. */
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const NAMESPACE_SUBRESOURCES: readonly string[] = ['status', 'finalize'];

export function parseRequestInfo(method: string, target: string): RequestInfo {
  const question = target.indexOf('?');
  const rawPath = question < 0 ? target : target.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : readable(target.slice(question + 1)));
  const path = decode(rawPath);
  const plain: RequestInfo = {
    method,
    path,
    query,
    isResource: false,
    verb: method.toLowerCase(),
    group: '',
    version: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
  };
  const parts = segments(path);
  const isCore = parts[0] === 'api';
  if ((!isCore && parts[0] !== 'apis') || parts.length < (isCore ? 3 : 4)) return plain;
  const [group, version, rest] = isCore
    ? ['', parts[1] as string, parts.slice(2)]
    : [parts[1] as string, parts[2] as string, parts.slice(3)];
  return { ...plain, isResource: true, group, version, ...resourceParts(method, rest, query) };
}

/** Whether a query parameter is set to anything but "0" and "false" (conversion of booleans in apimachinery). */
export function queryFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}

/** Throws 400 for a `timeout` that is no duration; requests that go on for long have none (apiserver `endpoints/filters/request_deadline.go`). */
export function checkTimeout({ verb, query }: RequestInfo): void {
  const timeout = query.get('timeout') ?? '';
  if (timeout === '' || verb === 'watch') return;
  try {
    parseGoDuration(timeout);
  } catch (error) {
    throw badRequestError(`invalid timeout specified in the request URL - ${(error as Error).message}`);
  }
}

function resourceParts(
  method: string,
  given: readonly string[],
  query: URLSearchParams,
): Pick<RequestInfo, 'verb' | 'namespace' | 'resource' | 'subresource' | 'name'> {
  let parts = given;
  let verb = VERBS[method] ?? '';
  // The old way to watch: /api/v1/watch/namespaces/default/pods.
  if (parts[0] === 'watch' && parts.length > 1) {
    verb = 'watch';
    parts = parts.slice(1);
  }
  let namespace = '';
  if (parts[0] === 'namespaces' && parts.length > 1) {
    namespace = parts[1] as string;
    if (parts.length > 2 && !NAMESPACE_SUBRESOURCES.includes(parts[2] as string)) parts = parts.slice(2);
  }
  const [resource = '', name = ''] = parts;
  if (name === '' && verb === 'get') verb = queryFlag(query, 'watch') ? 'watch' : 'list';
  if (name === '' && verb === 'delete') verb = 'deletecollection';
  // What comes after a proxy is the path behind it.
  const subresource = parts[2] === 'proxy' ? 'proxy' : parts.slice(2).join('/');
  return { verb, namespace, resource, subresource, name };
}

// Go's url.ParseQuery passes over parameters with a semicolon, and those that are encoded wrongly.
function readable(query: string): string {
  if (!UNREADABLE.test(query)) return query;
  return query
    .split('&')
    .filter((parameter) => !UNREADABLE.test(parameter))
    .join('&');
}

const UNREADABLE = /;|%(?![\da-fA-F]{2})/;

// What is encoded is a part of the path like any other, slashes too, as in Go's URL.Path.
function segments(path: string): string[] {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start++;
  while (end > start && path[end - 1] === '/') end--;
  return path.slice(start, end).split('/');
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequestError(`the path ${JSON.stringify(text)} is not valid percent-encoding`);
  }
}
