import type { TransportRequest } from '@kubewright/api';

import type { ObjectName } from './record.js';

export interface RequestTarget {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `apply`, `delete`, `deletecollection`. */
  readonly verb: string;
  readonly object: ObjectName;
  readonly subresource: string | undefined;
  readonly dryRun: boolean;
}

/** What a request is about; undefined when it is not about objects (discovery, `/version`). */
export function requestTarget(request: TransportRequest): RequestTarget | undefined {
  const mark = request.path.indexOf('?');
  const path = mark < 0 ? request.path : request.path.slice(0, mark);
  const query = mark < 0 ? '' : request.path.slice(mark + 1);
  const parts = path.split('/');
  let at: number;
  let group = '';
  if (parts[1] === 'api') at = 3;
  else if (parts[1] === 'apis') {
    group = parts[2] ?? '';
    at = 4;
  } else return undefined;
  let namespace = '';
  // `/api/v1/namespaces/a` is an object, `/api/v1/namespaces/a/pods` a collection in one.
  if (parts[at] === 'namespaces' && parts.length > at + 2 && !isNamespaceSubresource(parts[at + 2])) {
    namespace = parts[at + 1] ?? '';
    at += 2;
  }
  const plural = parts[at];
  if (plural === undefined || plural === '') return undefined;
  const name = decodeURIComponent(parts[at + 1] ?? '');
  return {
    verb: verbOf(request, name, query),
    object: { resource: group === '' ? plural : `${plural}.${group}`, namespace, name },
    subresource: parts[at + 2],
    dryRun: query.includes('dryRun='),
  };
}

function isNamespaceSubresource(part: string | undefined): boolean {
  return part === 'status' || part === 'finalize';
}

function verbOf({ method, headers }: TransportRequest, name: string, query: string): string {
  const contentType = headers?.['content-type'];
  switch (method) {
    case 'GET':
      if (query.includes('watch=')) return 'watch';
      return name === '' ? 'list' : 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return contentType?.includes('application/apply-patch') === true ? 'apply' : 'patch';
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete';
  }
}
