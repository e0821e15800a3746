import type { KubernetesObject } from '@kubewright/api';
import { Event } from '@kubewright/api/events/v1';
import { createClient, TransportError } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { FakeApi, failure } from '../test-support/fake-api.js';
import { ManualClock, seededRandom, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { EventBroadcaster } from './event-broadcaster.js';

const pod: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'x', name: 'web', uid: 'uid-1', resourceVersion: '7' },
};
const MINUTE = 60_000;

function setUp() {
  const api = new FakeApi();
  const clock = new ManualClock();
  const { logger, records } = recordingLogger();
  const client = createClient({ transport: api, kinds: [Event] });
  const options = { client, clock, random: seededRandom(1), logger, host: 'host-1' };
  const broadcaster = new EventBroadcaster(options);
  const recorder = broadcaster.recorder('tester');
  const events = () =>
    [...api.objects('/apis/events.k8s.io/v1/events').values()] as unknown as Array<Record<string, unknown>>;
  const made = (message = 'made it') => {
    recorder.event(pod, { reason: 'Created', message });
  };
  return { api, clock, broadcaster, recorder, events, made, records, client };
}

describe('the recorder of events', () => {
  it('creates an Event of events.k8s.io, with all that the server demands', async () => {
    const { recorder, events, clock } = setUp();
    const related: KubernetesObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
    recorder.event(pod, {
      type: 'Warning',
      reason: 'Created',
      message: 'made it',
      related,
      annotations: { a: 'b' },
    });
    await clock.advance(1);
    expect(events()).toEqual([
      expect.objectContaining({
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        eventTime: '2026-01-01T00:00:00.000000Z',
        type: 'Warning',
        reason: 'Created',
        action: 'Created',
        note: 'made it',
        reportingController: 'tester',
        reportingInstance: 'tester-host-1',
        regarding: {
          apiVersion: 'v1',
          kind: 'Pod',
          namespace: 'x',
          name: 'web',
          uid: 'uid-1',
          resourceVersion: '7',
        },
        related: { apiVersion: 'v1', kind: 'Node', name: 'n' },
        metadata: expect.objectContaining({
          namespace: 'x',
          name: expect.stringMatching(/^web\.[0-9a-f]{16}$/),
          annotations: { a: 'b' },
        }),
      }),
    ]);
  });

  it('names an event by a UUID where the name of the object is none for an Event, and cuts what is too long', async () => {
    const { recorder, events, clock } = setUp();
    const role = { ...pod, metadata: { ...pod.metadata, name: 'system:node' } };
    recorder.event(role, { reason: 'Long', message: 'ä'.repeat(1000) });
    await clock.advance(1);
    const [event] = events() as [{ note: string; metadata: { name: string } }];
    expect(event.metadata.name).toMatch(/^[0-9a-f]{8}-/);
    expect(new TextEncoder().encode(event.note).length).toBeLessThanOrEqual(1024);
    expect(event.note).toMatch(/^ä{500,}…$/);
  });

  it('names a controller as a label may be named, however long the name of the source is', async () => {
    const { broadcaster, events, clock } = setUp();
    const long = `${'a'.repeat(62)}_${'b'.repeat(90)}`;
    broadcaster.recorder(long).event(pod, { reason: 'R', message: 'm' });
    await clock.advance(1);
    expect(events()).toMatchObject([
      { reportingController: 'a'.repeat(62), reportingInstance: `${long}-host-1`.slice(0, 128) },
    ]);
  });

  it('makes a series of what repeats: the second is written, then the count every 30 minutes, and the end', async () => {
    const { made, events, clock, api } = setUp();
    made();
    await clock.advance(MINUTE);
    made('in other words');
    await clock.advance(1);
    expect(events()).toMatchObject([
      { note: 'made it', series: { count: 2, lastObservedTime: '2026-01-01T00:01:00.000000Z' } },
    ]);
    expect(api.requests).toHaveLength(2);
    for (let minute = 0; minute < 35; minute++) {
      made();
      await clock.advance(MINUTE);
    }
    expect(api.requests).toHaveLength(3);
    await clock.advance(15 * MINUTE);
    expect(events()).toMatchObject([{ series: { count: 37 } }]);
    expect([api.requests.length, clock.pending]).toEqual([4, 0]);
    made();
    await clock.advance(1);
    expect(events()).toHaveLength(2);
  });

  it('creates a series anew that the server has forgotten meanwhile', async () => {
    const { made, events, clock, client } = setUp();
    made();
    await clock.advance(1);
    const { name } = (events()[0] as { metadata: { name: string } }).metadata;
    await client.delete(Event, { namespace: 'x', name });
    made();
    await clock.advance(1);
    expect(events()).toMatchObject([{ metadata: { name }, series: { count: 2 } }]);
  });

  it('tells events apart by object and state, type, reason and action', async () => {
    const { recorder, events, clock } = setUp();
    const say = (object: KubernetesObject, details = {}) => {
      recorder.event(object, { reason: 'R', message: 'm', ...details });
    };
    say(pod);
    say({ ...pod, metadata: { ...pod.metadata, resourceVersion: '8' } });
    say({ ...pod, metadata: { ...pod.metadata, uid: 'uid-2' } });
    for (const details of [{ type: 'Warning' }, { reason: 'S' }, { action: 'A' }, { related: pod }])
      say(pod, details);
    await clock.advance(1);
    expect(events()).toHaveLength(7);
  });

  it('drops quietly what cannot be in a namespace that is being deleted, and says what else was refused', async () => {
    const { made, api, records, clock, recorder } = setUp();
    const terminating = failure(403, 'Forbidden', 'being terminated');
    const causes = [{ reason: 'NamespaceTerminating', message: '', field: 'metadata.namespace' }];
    Object.assign(terminating.body as object, { details: { causes } });
    api.intercept = () => terminating;
    made();
    await clock.advance(1);
    expect(records.map(({ level }) => level)).toEqual(['debug']);
    api.intercept = () => failure(422, 'Invalid', 'no');
    recorder.event(pod, { reason: 'Other', message: 'm' });
    await clock.advance(MINUTE);
    expect(records.map(({ level }) => level)).toEqual(['debug', 'warn']);
    expect(api.requests).toHaveLength(2);
  });

  it('tries again while the server cannot be reached, is idle meanwhile, and keeps the order', async () => {
    const { recorder, api, events, clock, broadcaster, records } = setUp();
    api.intercept = () => {
      throw new TransportError('ConnectionFailed', 'no route');
    };
    for (const reason of ['First', 'Second']) recorder.event(pod, { reason, message: 'm' });
    await clock.advance(25_000);
    expect(broadcaster.isIdle()).toBe(true);
    api.intercept = undefined;
    await clock.advance(10_000);
    expect(events().map((event) => event['reason'])).toEqual(['First', 'Second']);
    expect(records.filter(({ level }) => level === 'warn')).toEqual([]);

    api.intercept = () => {
      throw new TransportError('ConnectionFailed', 'no route');
    };
    const before = api.requests.length;
    recorder.event(pod, { reason: 'Third', message: 'm' });
    await clock.advance(5 * MINUTE);
    expect(api.requests.length - before).toBe(12);
    expect(records.filter(({ level }) => level === 'warn')).toMatchObject([{ message: 'event not sent' }]);
  });

  it('writes what waits, and the last counts, when it stops, and tries nothing twice then', async () => {
    const { made, events, broadcaster, api, clock, recorder } = setUp();
    for (let time = 0; time < 5; time++) made();
    await broadcaster.stop();
    expect(events()).toMatchObject([{ series: { count: 5 } }]);
    expect(clock.pending).toBe(0);

    const other = setUp();
    other.api.intercept = () => {
      throw new TransportError('ConnectionFailed', 'no route');
    };
    other.made();
    await settleMicrotasks();
    await other.broadcaster.stop();
    expect([other.api.requests.length, other.clock.pending]).toEqual([2, 0]);
    recorder.event(pod, { reason: 'TooLate', message: 'm' });
    expect(api.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('keeps a bounded part of a hundred thousand events, and cuts off who talks too much', async () => {
    const { recorder, api, clock, records } = setUp();
    api.intercept = () => ({ status: 201, body: {} });
    for (let number = 0; number < 100_000; number++) {
      const name = `pod-${number % 20_000}`;
      recorder.event({ ...pod, metadata: { ...pod.metadata, name } }, { reason: 'R', message: 'm' });
    }
    // One is being sent, a thousand wait; the rest was dropped and told of in one line, the sum in another.
    for (let turn = 0; turn < 50; turn++) await settleMicrotasks();
    await clock.advance(1);
    expect(api.requests).toHaveLength(1001);
    expect(records.map(({ message, fields }) => [message, fields['count']])).toEqual([
      ['event dropped', undefined],
      ['events dropped', 98_999],
    ]);

    api.requests.length = 0;
    for (let version = 0; version < 100; version++) {
      const changed = { ...pod, metadata: { ...pod.metadata, resourceVersion: String(version) } };
      recorder.event(changed, { reason: 'Noise', message: 'm' });
    }
    for (let turn = 0; turn < 20; turn++) await settleMicrotasks();
    expect(api.requests).toHaveLength(25);
  });
});
