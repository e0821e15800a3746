import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';

import { controllerFor } from '../controller/builder.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { ReconcileSpans } from './reconcile-spans.js';
import { ReconcileRecorder } from './why.js';

describe('spans of reconciles', () => {
  it('are written to the tracer, one for each request below them, linked to what led to them', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    const clock = new ManualClock();
    const { logger } = recordingLogger();
    const spans = new ReconcileSpans({ tracer: provider.getTracer('test') }, logger);
    const why = new ReconcileRecorder({ clock, logger, onRecord: (record) => spans.finished(record) });
    let runs = 0;
    const controller = controllerFor(ConfigMap).reconcileRequest(async (request, { client }) => {
      runs += 1;
      clock.advanceSync(20);
      if (runs === 1) await client.patch(ConfigMap, request, mergePatch({ data: { value: 'x' } }));
      else if (runs === 2)
        await client.get(ConfigMap, request).then(() => client.delete(ConfigMap, 'default/no'));
    });
    const harness = new ManagerHarness({ controllers: [controller], clock, logger, observers: [why] });
    await harness.client.create(configMap('a'));
    const startedAt = clock.now();
    await harness.start();
    await clock.advance(1000);
    await settleMicrotasks();
    await spans.flush();
    const finished = exporter.getFinishedSpans();
    const [first, second, third] = finished.filter(({ name }) => name === 'reconcile configmap');
    expect(first?.attributes).toEqual({
      'kubewright.controller': 'configmap',
      'kubewright.reconcile.id': 1,
      'kubewright.object.name': 'a',
      'k8s.namespace.name': 'default',
      'kubewright.outcome': 'success',
      'kubewright.reasons': ['ConfigMap default/a was there'],
    });
    expect(first?.startTime).toEqual([startedAt / 1000, 0]);
    expect(first?.duration).toEqual([0, 20e6]);
    const patch = finished.find(({ name }) => name === 'patch configmaps');
    expect(patch?.parentSpanContext?.spanId).toBe(first?.spanContext().spanId);
    expect(patch?.attributes).toMatchObject({
      'http.response.status_code': 200,
      'kubewright.object.name': 'a',
    });
    expect(second?.links.map(({ context }) => context.spanId)).toEqual([first?.spanContext().spanId]);
    expect(second?.attributes['kubewright.reasons']).toEqual(['ConfigMap default/a changed: data.value']);
    // A delete of what is not there is answered 404, and ends as a failure.
    expect([second?.status.code, third?.status.code]).toContain(2);
    await harness.stop();
    await provider.shutdown();
  });
});
