import { describe, expect, it } from 'vitest';
import { silentLogger } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';
import { Event } from '@kubewright/api/core/v1';
import { createClient } from '@kubewright/client';

import { FakeApi, failure } from '../test-support/fake-api.js';
import { ManualClock, seededRandom, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { EventBroadcaster } from './event-broadcaster.js';
import type { EventRecorder } from './event-recorder.js';

const pod: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'x', name: 'web', uid: 'uid-1', resourceVersion: '7' },
};

function setUp(): {
  api: FakeApi;
  clock: ManualClock;
  broadcaster: EventBroadcaster;
  recorder: EventRecorder;
  events: () => Array<Record<string, unknown>>;
  records: ReturnType<typeof recordingLogger>['records'];
} {
  const api = new FakeApi();
  const clock = new ManualClock();
  const { logger, records } = recordingLogger();
  const client = createClient({ transport: api, kinds: [Event] });
  const broadcaster = new EventBroadcaster({
    client,
    clock,
    random: seededRandom(1),
    logger,
    apiVersion: 'v1',
  });
  const events = () =>
    [...api.objects('/api/v1/events').values()] as unknown as Array<Record<string, unknown>>;
  return { api, clock, broadcaster, recorder: broadcaster.recorder('tester'), events, records };
}

describe('the recorder of events of the core API', () => {
  it('creates an Event that names the object, the source and the time', async () => {
    const { recorder, events } = setUp();
    recorder.event(pod, { reason: 'Created', message: 'made it', action: 'Make' });
    await settleMicrotasks();
    expect(events()).toEqual([
      expect.objectContaining({
        apiVersion: 'v1',
        kind: 'Event',
        type: 'Normal',
        reason: 'Created',
        message: 'made it',
        action: 'Make',
        count: 1,
        source: { component: 'tester' },
        reportingComponent: 'tester',
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
        involvedObject: {
          apiVersion: 'v1',
          kind: 'Pod',
          namespace: 'x',
          name: 'web',
          uid: 'uid-1',
          resourceVersion: '7',
        },
        metadata: expect.objectContaining({
          namespace: 'x',
          name: expect.stringMatching(/^web\.[0-9a-f]{16}$/),
        }),
      }),
    ]);
  });

  it('puts events about cluster-scoped objects into the namespace default', async () => {
    const { recorder, events } = setUp();
    recorder.event(
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
      { type: 'Warning', reason: 'Lost', message: 'gone' },
    );
    await settleMicrotasks();
    expect(events()).toMatchObject([{ type: 'Warning', metadata: { namespace: 'default' } }]);
  });

  it('counts the same event instead of repeating it', async () => {
    const { recorder, events, clock, api } = setUp();
    for (let time = 0; time < 3; time += 1) {
      recorder.event(pod, { reason: 'Created', message: 'made it' });
      await clock.advance(60_000);
    }
    recorder.event(pod, { reason: 'Created', message: 'made another' });
    await settleMicrotasks();
    expect(events()).toMatchObject([
      {
        message: 'made it',
        count: 3,
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:02:00Z',
      },
      { message: 'made another', count: 1 },
    ]);
    expect(api.requests.map((request) => request.split(' ')[0])).toEqual(['POST', 'PATCH', 'PATCH', 'POST']);
  });

  it('creates an event anew that the server has forgotten meanwhile', async () => {
    const { recorder, events, api } = setUp();
    recorder.event(pod, { reason: 'Created', message: 'made it' });
    await settleMicrotasks();
    const client = createClient({ transport: api, kinds: [Event] });
    await client.delete({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { ...(events()[0] as KubernetesObject).metadata },
    });
    recorder.event(pod, { reason: 'Created', message: 'made it' });
    await settleMicrotasks();
    expect(events()).toMatchObject([{ count: 2 }]);
  });

  it('sends events in the order in which they were recorded, one at a time', async () => {
    const { recorder, api, events } = setUp();
    let sending = 0;
    api.intercept = async () => {
      sending += 1;
      expect(sending).toBe(1);
      await settleMicrotasks();
      sending -= 1;
      return undefined;
    };
    for (const reason of ['First', 'Second', 'Third']) recorder.event(pod, { reason, message: 'm' });
    for (let round = 0; round < 4; round += 1) await settleMicrotasks();
    expect(events().map((event) => event['reason'])).toEqual(['First', 'Second', 'Third']);
  });

  it('joins events that differ by their message alone, from the tenth in ten minutes', async () => {
    const { recorder, clock, events } = setUp();
    for (let number = 1; number <= 12; number += 1)
      recorder.event(pod, { reason: 'Noise', message: `number ${number}` });
    await clock.advance(1);
    expect(events()).toHaveLength(10);
    expect(events().at(-1)).toMatchObject({
      message: '(combined from similar events): number 12',
      count: 3,
    });
    await clock.advance(600_001);
    recorder.event(pod, { reason: 'Noise', message: 'number 13' });
    await clock.advance(1);
    expect(events().at(-1)).toMatchObject({ message: 'number 13', count: 1 });
  });

  it('cuts off a source that talks too much about one object, and lets others speak', async () => {
    const { recorder, clock, api } = setUp();
    const noise = (message: string) => {
      recorder.event(pod, { reason: 'Noise', message });
    };
    for (let number = 0; number < 40; number += 1) noise(`number ${number}`);
    recorder.event(
      { ...pod, metadata: { ...pod.metadata, name: 'other' } },
      { reason: 'Calm', message: 'm' },
    );
    await clock.advance(1);
    expect(api.requests).toHaveLength(26);
    await clock.advance(300_000);
    noise('later');
    noise('and later');
    await clock.advance(1);
    expect(api.requests).toHaveLength(27);
  });

  it('logs what it could not send, and never throws', async () => {
    const { recorder, api, records, events } = setUp();
    api.intercept = () => failure(403, 'Forbidden', 'not for you');
    recorder.event(pod, { reason: 'Created', message: 'made it' });
    recorder.event({ metadata: { name: 'nameless kind' } }, { reason: 'Created', message: 'made it' });
    await settleMicrotasks();
    expect(records.map(({ level, message }) => `${level}: ${message}`).sort()).toEqual([
      'warn: event not recorded',
      'warn: event not sent',
    ]);
    api.intercept = undefined;
    recorder.event(pod, { reason: 'Deleted', message: 'm' });
    await settleMicrotasks();
    expect(events()).toHaveLength(1);
  });

  it('is idle when all events are sent, and sends what is waiting when it stops', async () => {
    const { recorder, broadcaster, events, records } = setUp();
    for (const reason of ['First', 'Second']) recorder.event(pod, { reason, message: 'm' });
    expect(broadcaster.isIdle()).toBe(false);
    await broadcaster.stop();
    expect([events().length, broadcaster.isIdle()]).toEqual([2, true]);
    recorder.event(pod, { reason: 'TooLate', message: 'm' });
    expect(records.map(({ message, fields }) => [message, fields['why']])).toEqual([
      ['event dropped', 'the manager has stopped'],
    ]);
  });

  it('gives up on the event it is sending when it is abandoned', async () => {
    const api = new FakeApi();
    const broadcaster = new EventBroadcaster({
      client: createClient({ transport: api, kinds: [Event] }),
      clock: new ManualClock(),
      random: seededRandom(1),
      logger: silentLogger,
    });
    api.intercept = (request) =>
      new Promise((_resolve, reject) => {
        request.signal?.addEventListener(
          'abort',
          () => {
            reject(request.signal?.reason as Error);
          },
          { once: true },
        );
      });
    broadcaster.recorder('tester').event(pod, { reason: 'Stuck', message: 'm' });
    await settleMicrotasks();
    const stopped = broadcaster.stop();
    broadcaster.abandon(new Error('enough'));
    await stopped;
    expect(broadcaster.isIdle()).toBe(true);
  });
});
