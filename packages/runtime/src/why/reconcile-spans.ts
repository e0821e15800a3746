import type { Logger } from '@kubewright/api';

import { messageOf } from '../internal/errors.js';
import { explain } from './explanation.js';
import type { ExplainedCall, ReconcileExplanation } from './explanation.js';
import type { ReconcileRecord } from './record.js';
import { whySentence } from './sentence.js';

type OpenTelemetry = typeof import('@opentelemetry/api');
type SpanContext = import('@opentelemetry/api').SpanContext;
type Tracer = import('@opentelemetry/api').Tracer;

/** What is used of an OpenTelemetry tracer, so that the types of this package do not need that one. */
export interface SpanTracer {
  startSpan(name: string, options?: object, context?: object): object;
}

export interface TracingOptions {
  /** Defaults to the tracer `kubewright` of the global provider. */
  tracer?: SpanTracer | undefined;
}

/** Reconciles whose spans others may be linked to. */
const MAX_LINKED = 1024;
/** Reconciles that wait for the library to be loaded. */
const MAX_WAITING = 256;

/**
 * Writes reconciles as OpenTelemetry spans when they have ended: one for each, with its reasons, and below it one for
 * each request. A reconcile that a write of another led to is linked to that one. `@opentelemetry/api` is loaded when
 * the first has ended.
 */
export class ReconcileSpans {
  readonly #options: TracingOptions;
  readonly #logger: Logger;
  readonly #contexts = new Map<number, SpanContext>();
  readonly #waiting: ReconcileRecord[] = [];
  #api: OpenTelemetry | undefined;
  #loading: Promise<void> | undefined;

  constructor(options: TracingOptions, logger: Logger) {
    this.#options = options;
    this.#logger = logger;
  }

  finished(record: ReconcileRecord): void {
    if (this.#api !== undefined) {
      this.#write(this.#api, record);
      return;
    }
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(record);
    this.#loading ??= this.#load();
  }

  /** Resolves when spans of all that have ended are written. */
  async flush(): Promise<void> {
    await this.#loading;
  }

  async #load(): Promise<void> {
    try {
      this.#api = await import('@opentelemetry/api');
      for (const record of this.#waiting.splice(0)) this.#write(this.#api, record);
    } catch (error) {
      this.#logger.warn('no spans of reconciles: @opentelemetry/api cannot be loaded, install it', {
        reason: messageOf(error),
      });
    }
  }

  #write(api: OpenTelemetry, record: ReconcileRecord): void {
    const tracer = (this.#options.tracer as Tracer | undefined) ?? api.trace.getTracer('kubewright');
    const { startedAt } = record;
    const links = [...linkedTo(record)].flatMap((id) => {
      const context = this.#contexts.get(id);
      return context === undefined ? [] : [{ context, attributes: { 'kubewright.reconcile.id': id } }];
    });
    const span = tracer.startSpan(
      `reconcile ${record.controller}`,
      { startTime: new Date(startedAt), kind: api.SpanKind.INTERNAL, links, root: true },
      api.ROOT_CONTEXT,
    );
    this.#remember(record.id, span.spanContext());
    const { durationMs = 0 } = record;
    if (span.isRecording()) {
      const explanation = explain(record, { values: false });
      span.setAttributes(reconcileAttributes(explanation));
      const { error } = explanation.outcome;
      if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error });
      const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
      for (const call of explanation.calls) {
        const from = startedAt + call.afterMs;
        const name = `${call.verb} ${call.resource}${call.subresource === undefined ? '' : `/${call.subresource}`}`;
        const attributes = callAttributes(call);
        const child = tracer.startSpan(
          name,
          { startTime: new Date(from), kind: api.SpanKind.CLIENT, attributes },
          context,
        );
        if (call.status === 0 || call.status >= 400)
          child.setStatus({
            code: api.SpanStatusCode.ERROR,
            ...(call.error !== undefined && { message: call.error }),
          });
        child.end(new Date(from + call.durationMs));
      }
    }
    span.end(new Date(startedAt + durationMs));
  }

  #remember(id: number, context: SpanContext): void {
    this.#contexts.set(id, context);
    if (this.#contexts.size > MAX_LINKED) {
      const [oldest] = this.#contexts.keys();
      if (oldest !== undefined) this.#contexts.delete(oldest);
    }
  }
}

/** The reconciles whose writes led to this one. */
function linkedTo({ reasons }: ReconcileRecord): Set<number> {
  const ids = new Set<number>();
  for (const { cause } of reasons)
    if (cause.type === 'event' && cause.ownWrite !== undefined) ids.add(cause.ownWrite.reconcile);
  return ids;
}

function reconcileAttributes(explanation: ReconcileExplanation): Record<string, string | number | string[]> {
  const { id, controller, namespace, name, outcome, reasons } = explanation;
  return {
    'kubewright.controller': controller,
    'kubewright.reconcile.id': id,
    'kubewright.object.name': name,
    ...(namespace !== undefined && { 'k8s.namespace.name': namespace }),
    'kubewright.outcome': outcome.type,
    ...(outcome.delayMs !== undefined && { 'kubewright.outcome.delay_ms': outcome.delayMs }),
    'kubewright.reasons': reasons.map((reason) => whySentence({ reasons: [reason] })),
  };
}

function callAttributes(call: ExplainedCall): Record<string, string | number | boolean | string[]> {
  const { verb, resource, namespace, name, status, noOp, changes } = call;
  return {
    'kubewright.verb': verb,
    'kubewright.resource': resource,
    ...(namespace !== undefined && { 'k8s.namespace.name': namespace }),
    ...(name !== undefined && { 'kubewright.object.name': name }),
    ...(status !== 0 && { 'http.response.status_code': status }),
    ...(noOp === true && { 'kubewright.no_op': true }),
    ...(changes !== undefined && { 'kubewright.changes': changes.map(({ op, path }) => `${op} ${path}`) }),
  };
}
