import type { Endpoints, Node, Service } from '@kubewright/api/core/v1';
import { badRequestError, notFoundError, StatusError } from '../../errors/status-error.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import { ipFamily, isPublicAddress } from '../../kinds/shared/ip-address.js';
import { connectionRefused, kubeletAddress, nodeNotFound } from '../../nodes/kubelet-address.js';
import { objectReader } from '../../registry/object-reader.js';
import type { ResourceCall, ResourceHandler } from '../resource-call.js';

// The server proxies to pods, services and nodes. Nothing listens behind the addresses of this one, and so it answers
// like a real one whose backends are not running.

/** `pods/NAME/proxy`: `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT` (registry/core/pod/strategy.go, ResourceLocation). */
export const podProxyHandler: ResourceHandler = async (call) => {
  const { name, port } = target(call, 'pod');
  const pod = objectReader(call.server).get('', 'pods', call.info.namespace, name);
  if (pod === undefined) throw notFoundError({ group: '', resource: 'pods' }, name);
  const { podIPs = [] } = (pod['status'] ?? {}) as { podIPs?: Array<{ ip?: string }> };
  const containers = (
    (pod['spec'] ?? {}) as { containers?: Array<{ ports?: Array<{ containerPort: number }> }> }
  ).containers;
  const first = containers?.flatMap(({ ports }) => ports ?? [])[0]?.containerPort;
  return unreachable(podIPs[0]?.ip ?? '', port === '' ? String(first ?? 80) : port);
};

/** `nodes/NAME/proxy` (registry/core/node/strategy.go, ResourceLocation). */
export const nodeProxyHandler: ResourceHandler = async (call) => {
  const { name, port } = target(call, 'node');
  const node = objectReader(call.server).get('', 'nodes', undefined, name);
  if (node === undefined) throw nodeNotFound('nodes', name);
  const address = kubeletAddress(node as ApiObject & Node);
  if (ipFamily(address.host) === undefined) throw badRequestError(`lookup ${address.host}: no such host`);
  return unreachable(address.host, port === '' ? String(address.port) : port);
};

/** `services/NAME/proxy` (registry/core/service/storage/storage.go, ResourceLocation). */
export const serviceProxyHandler: ResourceHandler = async (call) => {
  const { name, port } = target(call, 'service');
  const objects = objectReader(call.server);
  const { namespace } = call.info;
  const service = objects.get('', 'services', namespace, name) as (ApiObject & Service) | undefined;
  if (service === undefined) throw notFoundError({ group: '', resource: 'services' }, name);
  const portName = /^\d+$/.test(port) ? portNameOf(service, Number(port)) : port;
  const endpoints = objects.get('', 'endpoints', namespace, name) as (ApiObject & Endpoints) | undefined;
  if (endpoints === undefined) throw notFoundError({ group: '', resource: 'services' }, name);
  for (const { addresses, ports } of endpoints.subsets ?? []) {
    const found = ports?.find((one) => (one.name ?? '') === portName);
    const ip = addresses?.[0]?.ip;
    if (found !== undefined && ip !== undefined) return unreachable(ip, String(found.port));
  }
  throw unavailable(`no endpoints available for service ${JSON.stringify(name)}`);
};

function portNameOf({ metadata, spec }: ApiObject & Service, port: number): string {
  const found = spec?.ports?.find((one) => one.port === port);
  if (found !== undefined) return found.name ?? '';
  throw unavailable(`no service port ${port} found for service ${JSON.stringify(metadata.name)}`);
}

const SCHEMES = new Set(['', 'http', 'https']);

/** apimachinery `util/net`, SplitSchemeNamePort. */
function target({ info }: ResourceCall, what: string): { name: string; port: string } {
  const parts = info.name.split(':');
  const [scheme, name, port] =
    parts.length === 3 ? parts : ['', parts[0], parts.length === 2 ? parts[1] : ''];
  const isValid = parts.length <= 3 && SCHEMES.has(scheme ?? '') && (name ?? '') !== '';
  if (!isValid) throw badRequestError(`invalid ${what} request ${JSON.stringify(info.name)}`);
  return { name: name ?? '', port: port ?? '' };
}

function unreachable(host: string, port: string): never {
  if (!isPublicAddress(host)) throw badRequestError('address not allowed');
  throw unavailable(`error trying to reach service: ${connectionRefused({ host, port: Number(port) })}`);
}

const unavailable = (message: string): StatusError =>
  new StatusError({ code: 503, reason: 'ServiceUnavailable', message });
