import type { Node } from '@kubewright/api/core/v1';
import { notFoundError, StatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';

// --kubelet-preferred-address-types
const PREFERRED = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];
const KUBELET_PORT = 10_250;

export interface KubeletAddress {
  readonly host: string;
  readonly port: number;
}

/** Where the kubelet of a node is reached (pkg/kubelet/client). Throws StatusError when the node does not say. */
export function kubeletAddress(node: ApiObject & Node): KubeletAddress {
  const addresses = node.status?.addresses ?? [];
  for (const type of PREFERRED) {
    const found = addresses.find((address) => address.type === type);
    if (found === undefined) continue;
    return {
      host: found.address,
      port: node.status?.daemonEndpoints?.kubeletEndpoint?.Port || KUBELET_PORT,
    };
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
  throw plainError(`no preferred addresses found; known addresses: [${known}]`);
}

/** An error of the server that is no Status by itself: 500 without a reason. */
export const plainError = (message: string): StatusError =>
  new StatusError({ code: 500, reason: '', message });

/** Nobody listens there. */
export const connectionRefused = ({ host, port }: KubeletAddress): string => {
  const at = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return `dial tcp ${at}: connect: connection refused`;
};

export const nodeNotFound = (resource: 'nodes' | 'pods', name: string): StatusError =>
  notFoundError({ group: '', resource }, name);
