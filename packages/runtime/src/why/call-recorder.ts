import type { Clock, TransportRequest, TransportResponse } from '@kubewright/api';
import type { Interceptor } from '@kubewright/client';

import { messageOf } from '../internal/errors.js';
import { resourceVersionIn } from './answer-fields.js';
import { ObjectStates } from './object-states.js';
import type { ObjectName, RecordedCall, ReconcileRecord } from './record.js';
import { requestTarget } from './request-target.js';
import type { RequestTarget } from './request-target.js';

/** What is kept of the requests of one reconcile. */
const MAX_CALLS = 64;

export interface CallRecorderOptions {
  clock: Clock;
  /** The state of an object before a write, as JSON; undefined when nobody knows. */
  before: (record: ReconcileRecord, object: ObjectName) => Uint8Array | undefined;
  /** A write was carried out and changed something. */
  wrote: (record: ReconcileRecord, call: RecordedCall) => void;
  /** A request begins; what is returned is called at its end. */
  onCall?: ((record: ReconcileRecord, call: RecordedCall) => () => void) | undefined;
}

/** Writes each request of a reconcile into its record. */
export function recordCalls(record: ReconcileRecord, options: CallRecorderOptions): Interceptor {
  return async (request, next) => {
    const target = requestTarget(request);
    if (target === undefined) return next(request);
    if (record.calls.length >= MAX_CALLS) {
      record.moreCalls += 1;
      return next(request);
    }
    return send(record, { request, next, target, options });
  };
}

interface Sending {
  request: TransportRequest;
  next: Parameters<Interceptor>[1];
  target: RequestTarget;
  options: CallRecorderOptions;
}

async function send(
  record: ReconcileRecord,
  { request, next, target, options }: Sending,
): Promise<TransportResponse> {
  const { clock } = options;
  const { verb, object, subresource, dryRun } = target;
  const call: RecordedCall = {
    verb,
    object,
    subresource,
    dryRun,
    startedAt: clock.now(),
    durationMs: 0,
    status: 0,
    noOp: false,
    states: undefined,
    resourceVersion: undefined,
    error: undefined,
  };
  record.calls.push(call);
  const ended = options.onCall?.(record, call);
  const isWrite = request.method !== 'GET' && !call.dryRun;
  const before = isWrite && call.verb !== 'create' ? options.before(record, target.object) : undefined;
  try {
    const response = await next(request);
    call.status = response.status;
    call.durationMs = clock.now() - call.startedAt;
    if (!isWrite || response.status >= 300) return response;
    const { status, headers } = response;
    return { status, headers, body: readWrite(response, { record, call, before, options }) };
  } catch (error) {
    call.error = messageOf(error);
    call.durationMs = clock.now() - call.startedAt;
    throw error;
  } finally {
    ended?.();
  }
}

interface Written {
  record: ReconcileRecord;
  call: RecordedCall;
  before: Uint8Array | undefined;
  options: CallRecorderOptions;
}

/** The body of the answer to a write, which tells what the write has changed when it is read. */
function readWrite({ body }: TransportResponse, written: Written): TransportResponse['body'] {
  return {
    bytes: async () => {
      const bytes = await body.bytes();
      note(written, bytes);
      return bytes;
    },
    cancel: () => {
      body.cancel();
    },
    [Symbol.asyncIterator]: () => body[Symbol.asyncIterator](),
  };
}

function note({ record, call, before, options }: Written, bytes: Uint8Array): void {
  // Subresources that are objects of their own kind (scale, token, eviction) say nothing of the object.
  if (call.subresource !== undefined && call.subresource !== 'status' && call.subresource !== 'finalize')
    return;
  const sensitive = call.object.resource === 'secrets';
  const gone = call.verb === 'delete' || call.verb === 'deletecollection';
  if (gone) {
    if (before !== undefined) call.states = new ObjectStates(before, undefined, { sensitive });
    return;
  }
  call.resourceVersion = resourceVersionIn(bytes);
  if (call.resourceVersion === undefined) return;
  if (call.verb === 'create') {
    (call as { object: ObjectName }).object = { ...call.object, name: createdName(bytes) };
    call.states = new ObjectStates(undefined, bytes, { sensitive });
  } else {
    call.noOp = before !== undefined && resourceVersionIn(before) === call.resourceVersion;
    if (call.noOp) return;
    if (before !== undefined) call.states = new ObjectStates(before, bytes, { sensitive });
  }
  options.wrote(record, call);
}

/** The path of a create does not name the object. */
function createdName(bytes: Uint8Array): string {
  const { metadata } = JSON.parse(new TextDecoder().decode(bytes)) as { metadata?: { name?: string } };
  return metadata?.name ?? '';
}
