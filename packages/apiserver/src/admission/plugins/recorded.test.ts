import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiServer } from '../../api-server.js';
import type { AdmissionSelection } from '../plugin-selection.js';
import { createApiServer } from '../../create-api-server.js';
import { ManualClock } from '../../test-support/manual-clock.js';
import { seededRandom } from '../../test-support/seeded-random.js';
import { TestClient } from '../../test-support/test-client.js';
import type { Answer } from '../../test-support/test-client.js';

interface Step {
  readonly method: keyof typeof METHODS;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly answer: object;
}

const METHODS = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

// What kube-apiserver 1.36.1 answered, each step on what the ones before left.
const recorded = (name: string): Step[] =>
  JSON.parse(readFileSync(new URL(`./testdata/${name}.json`, import.meta.url), 'utf8')) as Step[];

/** Runs the steps on one server, and compares each of its answers. */
function replay(steps: readonly Step[], admissionPlugins: AdmissionSelection): void {
  let server: ApiServer;
  const answers: Answer[] = [];

  beforeAll(async () => {
    const clock = new ManualClock();
    server = createApiServer({ clock, random: seededRandom(), admissionPlugins });
    const client = new TestClient(server.transport);
    for (const { method, path, body, headers } of steps) {
      const pending = client.send(METHODS[method], path, body, headers);
      answers.push(await moving(clock, pending));
    }
  });

  afterAll(() => server.close());

  it.each(steps.map((step, i) => [i, step.method, step.path, nameOf(step), step] as const))(
    '%i: %s %s %s',
    (i, _method, _path, _name, step) => {
      const { status, body } = answers[i]!;
      expect(comparable(body)).toEqual(comparable(step.answer));
      expect(status).toBe(step.status);
    },
  );
}

describe('default admission plugins', () => {
  replay(recorded('plugins'), { enable: ['ServiceAccount'] });
});

describe('OwnerReferencesPermissionEnforcement', () => {
  replay(recorded('owner-references'), { enable: ['OwnerReferencesPermissionEnforcement'] });
});

const nameOf = ({ body }: Step): string =>
  (body as { metadata?: { name?: string } } | undefined)?.metadata?.name ?? '';

/** Lets time pass until an answer is there. */
async function moving(clock: ManualClock, pending: Promise<Answer>): Promise<Answer> {
  let isOver = false;
  const answer = pending.finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.timers > 0) clock.advance(100);
  }
  return answer;
}

const SYSTEM_FIELDS = new Set([
  'managedFields',
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'lastPhaseTransitionTime',
]);

function comparable(value: unknown): unknown {
  const isOwn = (key: string, field: unknown): boolean =>
    SYSTEM_FIELDS.has(key) && !(typeof field === 'string' && field.startsWith('u-'));
  const text = JSON.stringify(value, (key, field: unknown) => (isOwn(key, field) ? undefined : field));
  return JSON.parse(text.replace(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-$'));
}
