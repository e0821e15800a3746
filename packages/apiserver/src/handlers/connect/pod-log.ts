import type { ByteStream, ServerResponse } from '../../pipeline/server-request.js';
import { queryFlag } from '../../pipeline/request-info.js';
import { forbidden, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { badRequestError, invalidError } from '../../errors/status-error.js';
import { connectionRefused, plainError } from '../../nodes/kubelet-address.js';
import type { ContainerLogRequest } from '../../nodes/node-connector.js';
import { normalizeTime, TimeParseError } from '../../schema/go-time.js';
import type { ResourceCall, ResourceHandler } from '../resource-call.js';
import { containerOf, kubeletOf, podOf } from './pod-target.js';

/** `kubectl logs`: what a container wrote, as its kubelet has it (registry/core/pod/rest/log.go). */
export const podLogHandler: ResourceHandler = async (call) => {
  const options = parseOptions(call);
  const pod = podOf(call);
  const container = containerOf(pod, call.info.query.get('container') ?? '');
  const nodeName = pod.spec?.nodeName ?? '';
  // A pod that nobody runs yet has written nothing.
  if (nodeName === '') return { status: 204, headers: {}, body: [] };
  const { name: podName = '', namespace = '' } = pod.metadata;
  const address = kubeletOf(call, nodeName);
  const { connector } = call.server;
  if (connector === undefined) {
    const url = `https://${address.host}:${address.port}/containerLogs/${namespace}/${podName}/${container}${kubeletQuery(call.info.query)}`;
    throw plainError(`Get ${JSON.stringify(url)}: ${connectionRefused(address)}`);
  }
  const { signal } = call.request;
  const log = connector.containerLog({ ...options, pod, container, signal });
  if (log === undefined) {
    throw badRequestError(
      `container ${JSON.stringify(container)} in pod ${JSON.stringify(podName)} is waiting to start: ContainerCreating`,
    );
  }
  return textResponse(log);
};

type LogOptions = Omit<ContainerLogRequest, 'pod' | 'container' | 'signal'>;

/** core validation, ValidatePodLogOptions. */
function parseOptions({ info, server }: ResourceCall): LogOptions {
  const { query } = info;
  const sinceSeconds = integer(query, 'sinceSeconds');
  const sinceTime = time(query, 'sinceTime');
  const tailLines = integer(query, 'tailLines');
  const limitBytes = integer(query, 'limitBytes');
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalid('tailLines', tailLines, 'must be greater than or equal to 0'));
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalid('limitBytes', limitBytes, 'must be greater than 0'));
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    errors.push(forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalid('sinceSeconds', sinceSeconds, 'must be greater than 0'));
  // The feature PodLogsQuerySplitStreams is off by default.
  if (query.has('stream')) errors.push(forbidden('stream', 'may not be specified'));
  if (errors.length > 0) throw invalidError({ group: '', resource: 'PodLogOptions' }, info.name, errors);
  const sinceMs = sinceSeconds === undefined ? sinceTime : server.clock.now() - sinceSeconds * 1000;
  return {
    follow: queryFlag(query, 'follow'),
    previous: queryFlag(query, 'previous'),
    timestamps: queryFlag(query, 'timestamps'),
    ...(tailLines === undefined ? {} : { tailLines }),
    ...(limitBytes === undefined ? {} : { limitBytes }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  };
}

function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^[+-]?\d+$/.test(text)) {
    throw badRequestError(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  return Number(text);
}

function time(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  try {
    return Date.parse(normalizeTime(text, 'time'));
  } catch (error) {
    if (error instanceof TimeParseError) throw badRequestError(error.message);
    throw error;
  }
}

const FORWARDED = [
  'follow',
  'limitBytes',
  'previous',
  'sinceSeconds',
  'sinceTime',
  'tailLines',
  'timestamps',
];
const FLAGS = new Set(['follow', 'previous', 'timestamps']);

/** What the server asks the kubelet, in the order in which Go writes a query. */
function kubeletQuery(query: URLSearchParams): string {
  const asked = new URLSearchParams();
  for (const name of FORWARDED) {
    const value = query.get(name);
    if (value === null || value === '') continue;
    if (!FLAGS.has(name)) asked.append(name, value);
    else if (queryFlag(query, name)) asked.append(name, 'true');
  }
  return asked.size === 0 ? '' : `?${asked.toString()}`;
}

function textResponse(log: AsyncIterable<Uint8Array>): ServerResponse {
  const iterator = log[Symbol.asyncIterator]();
  const body: ByteStream = {
    [Symbol.asyncIterator]: () => iterator,
    cancel: () => void iterator.return?.(),
  };
  return { status: 200, headers: { 'content-type': 'text/plain' }, body };
}
