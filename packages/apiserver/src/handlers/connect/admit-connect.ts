import { badRequestError } from '../../errors/status-error.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import { queryFlag } from '../../pipeline/request-info.js';
import type { ResourceHandler } from '../resource-call.js';
import { admitConnection } from '../write-call.js';

/** Reads the options of a connection from the query, without their type. */
export type ConnectOptions = (query: URLSearchParams) => Record<string, unknown>;

const flags = (query: URLSearchParams, names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.filter((name) => queryFlag(query, name)).map((name) => [name, true as const]));

const text = (query: URLSearchParams, name: string): Record<string, string> => {
  const value = query.get(name) ?? '';
  return value === '' ? {} : { [name]: value };
};

/** PodExecOptions and PodAttachOptions. */
export const streamOptions: ConnectOptions = (query) => {
  const command = query.getAll('command');
  return {
    ...flags(query, ['stdin', 'stdout', 'stderr', 'tty']),
    ...text(query, 'container'),
    ...(command.length === 0 ? {} : { command }),
  };
};

/** PodPortForwardOptions. */
export const portForwardOptions: ConnectOptions = (query) => {
  const ports = query.getAll('ports').flatMap((list) => list.split(','));
  return ports.length === 0 ? {} : { ports: ports.map(Number) };
};

/** PodProxyOptions and those of services and nodes. */
export const proxyOptions: ConnectOptions = (query) => text(query, 'path');

/**
 * Asks admission before a connection is made, with the options as the object (apiserver `endpoints/handlers/rest.go`,
 * ConnectResource).
 */
export function admitted(options: ConnectOptions, connect: ResourceHandler): ResourceHandler {
  return async (call) => {
    if (call.info.query.getAll('dryRun').some((directive) => directive !== ''))
      throw badRequestError('dryRun is not supported');
    const { kind } = call.resource.subresources.find(({ name }) => name === call.info.subresource) ?? {};
    const object = { kind, apiVersion: 'v1', ...options(call.info.query) };
    // It has no metadata, and no name or labels by which it could be chosen.
    await admitConnection(call, object as unknown as ApiObject);
    return connect(call);
  };
}
