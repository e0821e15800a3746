import type { Transport, TransportRequest, TransportResponse } from '@kubewright/api';
import type { PolicyRule, RoleRef } from '@kubewright/api/rbac/v1';

import { createClient } from '../client/create-client.js';
import { interceptTransport } from '../transport/interceptors.js';
import type { NextRequest } from '../transport/interceptors.js';
import { askedByRequest, askedByUpgrade } from './asked-by-request.js';
import { askedByWrite } from './asked-by-write.js';
import type { WriteContext } from './asked-by-write.js';
import { jsonOf } from './json-of.js';
import { formatCall } from './recorded-call.js';
import type { RecordedCall } from './recorded-call.js';

export interface RecordCallsOptions {
  /** Where requests go; stays the caller's. */
  transport: Transport;
  /** Called with each distinct call when it is first made, and rarely again. */
  onCall: (call: RecordedCall) => void;
}

export interface CallRecording {
  /** The same transport, recorded: give it to the client whose permissions are of interest. Closing it closes the transport. */
  readonly transport: Transport;
  /** Resolves when every call of the requests that were answered has been told; rejects with what `onCall` threw. */
  whenTold(): Promise<void>;
}

type Upgrade = NonNullable<Transport['upgrade']>;

/** So many distinct calls are remembered; then telling begins anew, so that a long run does not grow. */
const REMEMBERED_CALLS = 20_000;

/**
 * Tells what an API server asks its authorizer about the requests that pass: evidence of the permissions that a program
 * needs. Works with every server; record as somebody who may do everything, or what comes after a refusal is missed.
 * What a server asks about roles and owners takes a look at what was written, and at roles by requests of its own that
 * are not recorded.
 */
export function recordCalls({ transport, onCall }: RecordCallsOptions): CallRecording {
  const seen = new Set<string>();
  const pending = new Set<Promise<void>>();
  let failure: Error | undefined;
  const tell = (call: RecordedCall): void => {
    const line = formatCall(call);
    if (seen.has(line)) return;
    if (seen.size >= REMEMBERED_CALLS) seen.clear();
    seen.add(line);
    onCall(call);
  };
  const context = unrecorded(transport);
  const written = (request: TransportRequest, status: number, object: unknown): void => {
    const telling = askedByWrite({ request, status, object }, context)
      .then((calls) => calls.forEach(tell))
      .catch((error: unknown) => {
        failure ??= toError(error);
      })
      .finally(() => pending.delete(telling));
    pending.add(telling);
  };
  const recorded = interceptTransport(transport, [
    async (request, next) => {
      for (const call of askedByRequest(request)) tell(call);
      return observeWrite(request, next, written);
    },
  ]);
  return {
    transport:
      transport.upgrade === undefined
        ? recorded
        : {
            ...recorded,
            upgrade: (request) => {
              for (const call of askedByUpgrade(request)) tell(call);
              return (transport.upgrade as Upgrade).call(transport, request);
            },
          },
    whenTold: async () => {
      while (pending.size > 0) await Promise.all(pending);
      if (failure !== undefined) throw failure;
    },
  };
}

/** Tells of a write that was carried out once its answer has been read. Who acts as another is asked nothing more themselves. */
async function observeWrite(
  request: TransportRequest,
  next: NextRequest,
  written: (request: TransportRequest, status: number, object: unknown) => void,
): Promise<TransportResponse> {
  const response = await next(request);
  const { status, body } = response;
  const isOwn = request.headers?.['impersonate-user'] === undefined;
  if (request.method === 'GET' || !isOwn || (status !== 200 && status !== 201)) return response;
  return {
    ...response,
    body: {
      bytes: async () => {
        const bytes = await body.bytes();
        written(request, status, jsonOf(bytes));
        return bytes;
      },
      cancel: () => {
        written(request, status, undefined);
        body.cancel();
      },
      [Symbol.asyncIterator]: () => body[Symbol.asyncIterator](),
    },
  };
}

/** Lookups past the recording. What cannot be looked up is not known, which is no failure of the program's request. */
function unrecorded(transport: Transport): WriteContext {
  const client = createClient({ transport });
  return {
    resourceOf: async (apiVersion, kind) => {
      try {
        const { plural, namespaced } = await client.mapper.kindFor(apiVersion, kind);
        return { plural, namespaced };
      } catch {
        return undefined;
      }
    },
    rulesOf: async ({ kind, name }: RoleRef, namespace): Promise<readonly PolicyRule[] | undefined> => {
      const { ClusterRole, Role } = await import('@kubewright/api/rbac/v1');
      try {
        const role =
          kind === 'Role' ? await client.get(Role, { namespace, name }) : await client.get(ClusterRole, name);
        return role.rules ?? [];
      } catch {
        return undefined;
      }
    },
  };
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
