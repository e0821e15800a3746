import type { ObjectKey } from '@kubewright/api';

import type { AbortOptions } from '../client/options.js';
import { toApiError } from '../client/status-of-response.js';
import { podPath } from './pod-path.js';
import type { StreamClient } from './pod-path.js';

/** core/v1 `PodLogOptions`. */
export interface PodLogOptions extends AbortOptions {
  /** Defaults to the only container; a pod with several needs one. */
  container?: string | undefined;
  /** Stays open and hands out what is logged from then on. Defaults to false. */
  follow?: boolean | undefined;
  /** Of the container's last run, not of this one. Defaults to false. */
  previous?: boolean | undefined;
  /** Only so many lines from the end. */
  tailLines?: number | undefined;
  /** Only what was logged so many seconds ago or later; or since that time. */
  sinceSeconds?: number | undefined;
  sinceTime?: Date | undefined;
  /** Each line begins with its time. Defaults to false. */
  timestamps?: boolean | undefined;
  /** Ends after so many bytes, be it within a line. */
  limitBytes?: number | undefined;
  /** Which output; needs a server that can tell them apart. Defaults to `All`. */
  stream?: 'All' | 'Stdout' | 'Stderr' | undefined;
}

/**
 * The log of a container, in pieces as they arrive; one that is read slowly is sent slowly. Nothing is sent before
 * iteration begins; leaving the loop ends it.
 *
 * @throws ApiError when the server refuses, for example because the container is still waiting to start.
 */
export async function* podLogs(
  client: StreamClient,
  pod: string | ObjectKey,
  options: PodLogOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal, sinceTime, ...rest } = options;
  const path = podPath(client, pod, 'log', { ...rest, sinceTime: sinceTime?.toISOString() });
  const response = await client.transport.request({
    method: 'GET',
    path,
    headers: { accept: '*/*' },
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.status !== 200) {
    throw toApiError(response, await response.body.bytes(), { method: 'GET', path });
  }
  try {
    yield* response.body;
  } finally {
    response.body.cancel();
  }
}

/** The same line by line, without line ends; what follows the last line end is a line, too. */
export async function* podLogLines(
  client: StreamClient,
  pod: string | ObjectKey,
  options: PodLogOptions = {},
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of podLogs(client, pod, options)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
