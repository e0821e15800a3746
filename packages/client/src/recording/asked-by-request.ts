import type { TransportRequest } from '@kubewright/api';

import { requestInfoOf } from '../interceptors/request-info.js';
import type { RequestInfo } from '../interceptors/request-info.js';
import type { Impersonation } from '../kubeconfig/types.js';
import type { RecordedCall } from './recorded-call.js';

export type AskingRequest = Pick<TransportRequest, 'method' | 'path' | 'headers'>;

/** What a server asks about a request before it carries it out. */
export function askedByRequest(request: AskingRequest): RecordedCall[] {
  const info = requestInfoOf(request);
  const impersonate = impersonationOf(request.headers ?? {});
  const call: RecordedCall = {
    ...callOf(info, info.name === '' ? selectedName(info, request.path) : info.name),
    ...(impersonate !== undefined && { impersonate }),
  };
  // What cannot be streamed is listed: a cache that may only watch fails on servers without streaming lists.
  if (info.verb === 'watch' && /[?&]sendInitialEvents=true(&|$)/.test(request.path))
    return [{ ...call, verb: 'list' }, call];
  return [call];
}

/** What it asks about a GET that switches protocols: streams of pods take `create` too (pkg/registry/core/pod/rest/subresources.go, since 1.35). */
export function askedByUpgrade(request: Omit<AskingRequest, 'method'>): RecordedCall[] {
  const calls = askedByRequest({ ...request, method: 'GET' });
  return calls.flatMap((call) => {
    const { group, resource, subresource } = call;
    const isStream =
      group === '' && resource === 'pods' && ['exec', 'attach', 'portforward'].includes(subresource);
    return isStream ? [call, { ...call, verb: 'create' }] : [call];
  });
}

export function callOf(info: RequestInfo, name: string): RecordedCall {
  const { verb, isResource, group, resource, subresource, namespace, path } = info;
  return { verb, group, resource, subresource, namespace, name, path: isResource ? '' : path };
}

/** Who lists or watches one object by its name asks for that one (apiserver `endpoints/request/requestinfo.go`). */
function selectedName({ verb }: RequestInfo, path: string): string {
  if (verb !== 'list' && verb !== 'watch') return '';
  const question = path.indexOf('?');
  const selector = question < 0 ? null : new URLSearchParams(path.slice(question)).get('fieldSelector');
  const [, name = ''] = /(?:^|,)metadata\.name==?([^,=]+)(?:,|$)/.exec(selector ?? '') ?? [];
  return name;
}

const EXTRA = 'impersonate-extra-';

function impersonationOf(headers: NonNullable<TransportRequest['headers']>): Impersonation | undefined {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.[0];
  };
  const many = (name: string): string[] => [headers[name] ?? []].flat();
  const username = one('impersonate-user');
  if (username === undefined) return undefined;
  const uid = one('impersonate-uid');
  const groups = many('impersonate-group');
  const extra = Object.keys(headers)
    .filter((name) => name.startsWith(EXTRA))
    .map((name) => [decodeURIComponent(name.slice(EXTRA.length)), many(name)] as const);
  return {
    username,
    ...(uid !== undefined && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  };
}
