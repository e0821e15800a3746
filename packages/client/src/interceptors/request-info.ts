import type { TransportRequest } from '@kubewright/api';

/** What a request is about, in the words of RBAC rules (apiserver's `endpoints/request/requestinfo.go`). */
export interface RequestInfo {
  /** Of a resource `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`; else the method. */
  readonly verb: string;
  /** False for `/version`, `/healthz`, discovery and everything else that is no resource; only `path` counts then. */
  readonly isResource: boolean;
  /** Decoded, without the query. */
  readonly path: string;
  readonly group: string;
  readonly version: string;
  /** Plural: `deployments`. */
  readonly resource: string;
  /** `''` for the object itself. */
  readonly subresource: string;
  /** `''` for cluster-scoped requests, and for requests over all namespaces. */
  readonly namespace: string;
  /** `''` for a collection. */
  readonly name: string;
}

const VERBS = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

/** Reads what a request is about from its method and path; for interceptors, which pay for it only when they ask. */
export function requestInfoOf(request: Pick<TransportRequest, 'method' | 'path'>): RequestInfo {
  const question = request.path.indexOf('?');
  const path = decode(question < 0 ? request.path : request.path.slice(0, question));
  const parts = path.split('/');
  // '' first: the path begins with a slash.
  const groupAt = parts[1] === 'apis' ? 2 : 1;
  const isResource = (parts[1] === 'api' || parts[1] === 'apis') && (parts[groupAt + 2] ?? '') !== '';
  if (!isResource) return { ...NO_RESOURCE, verb: request.method.toLowerCase(), path };
  const group = groupAt === 2 ? (parts[2] as string) : '';
  const version = parts[groupAt + 1] as string;
  let at = groupAt + 2;
  let namespace = '';
  if (parts[at] === 'namespaces' && parts[at + 1] !== undefined) {
    namespace = parts[at + 1] as string;
    const next = parts[at + 2];
    if (next !== undefined && next !== 'status' && next !== 'finalize') at += 2;
  }
  const resource = parts[at] as string;
  const name = parts[at + 1] ?? '';
  const subresource = parts.slice(at + 2).join('/');
  let verb: string = VERBS[request.method];
  if (name === '' && verb === 'get') verb = isWatch(request.path, question) ? 'watch' : 'list';
  else if (name === '' && verb === 'delete') verb = 'deletecollection';
  return { verb, isResource, path, group, version, resource, subresource, namespace, name };
}

const NO_RESOURCE = {
  isResource: false,
  group: '',
  version: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
};

function isWatch(path: string, question: number): boolean {
  return question >= 0 && /[?&]watch=(true|1)(&|$)/.test(path.slice(question));
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
