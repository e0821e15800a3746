import { describe, expect, it } from 'vitest';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ApiError } from '@kubewright/client';

import { patchOf, WebhookCalls } from '../test-support/webhook-call.js';
import type { AdmissionResponse } from './admission-review.js';
import { admissionHandler, webhookFor } from './builder.js';
import { allowed, denied, errored, patched } from './response.js';

type Widget = CustomResource<{ size?: number }>;
const Widget = defineKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });
const widget = (size?: number) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'default' },
  spec: { ...(size !== undefined && { size }), unknown: 'kept' },
});

const answerTo = (response: AdmissionResponse) =>
  new WebhookCalls(admissionHandler({ path: '/raw', handle: () => response })).ask('/raw', {
    object: widget(),
  });

describe('the answer of a raw handler', () => {
  it.each<[string, AdmissionResponse, object]>([
    ['allowed', allowed(), { allowed: true, status: { code: 200 } }],
    ['allowed with a reason', allowed('fine'), { allowed: true, status: { code: 200, message: 'fine' } }],
    ['denied', denied('no'), { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'no' } }],
    ['errored', errored(400, new Error('bad')), { allowed: false, status: { code: 400, message: 'bad' } }],
    ['errored by no error', errored(500, 'bad'), { allowed: false, status: { code: 500, message: 'bad' } }],
    ['without a status', { allowed: true }, { allowed: true, status: { code: 200 } }],
    [
      'with a status of its own',
      { allowed: false, status: { code: 418, message: 'teapot', reason: 'Gone' } },
      { allowed: false, status: { code: 418, message: 'teapot', reason: 'Gone' } },
    ],
    [
      'with a status without a code',
      { allowed: true, status: { message: 'hi' } },
      { allowed: true, status: { code: 200, message: 'hi' } },
    ],
    ['with warnings', { ...denied('no'), warnings: ['a', 'b'] }, { allowed: false, warnings: ['a', 'b'] }],
  ])('that is %s is sent as it is, with the uid of the request', async (_what, response, expected) => {
    expect(await answerTo(response)).toMatchObject({ uid: 'u1', ...expected });
  });

  it('with patches is sent as one JSON patch, with the reason', async () => {
    const patches = [
      { op: 'add' as const, path: '/a', value: 1 },
      { op: 'replace' as const, path: '/b', value: [2] },
    ];
    const answer = await answerTo(patched(patches, 'filled in'));
    expect(answer).toMatchObject({
      allowed: true,
      patchType: 'JSONPatch',
      status: { code: 200, message: 'filled in' },
    });
    expect(patchOf(answer)).toEqual(patches);
  });
});

describe.each([
  ['CREATE', { object: widget() }],
  ['UPDATE', { object: widget(), oldObject: widget() }],
  ['DELETE', { oldObject: widget() }],
])('a validator of %s', (operation, fields) => {
  const conflict = {
    code: 409,
    reason: 'Conflict' as const,
    message: 'in use',
    details: { name: 'w', kind: 'widgets' },
  };

  it.each<[string, Error | undefined, object]>([
    ['nothing', undefined, { allowed: true, status: { code: 200 } }],
    ['a Status', new ApiError(conflict), { allowed: false, status: conflict }],
    [
      'any error',
      new Error('not today'),
      { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'not today' } },
    ],
  ])('that throws %s is answered for, with warnings and without', async (_what, error, expected) => {
    for (const warnings of [undefined, ['warning message', 'another warning message']]) {
      const judge = (_object: Widget, { warn }: { warn: (text: string) => void }) => {
        for (const text of warnings ?? []) warn(text);
        if (error !== undefined) throw error;
      };
      const calls = new WebhookCalls(
        webhookFor(Widget).validator({ create: judge, update: judge, delete: judge }),
      );
      const answer = await calls.ask('/validate-example-com-v1-widget', { operation, ...fields });
      expect(answer).toMatchObject(expected);
      expect(answer.warnings).toEqual(warnings);
      expect(calls.panics).toBe(0);
    }
  });

  it('is not asked about what is not there, or is something else', async () => {
    let asked = 0;
    const judge = () => void asked++;
    const calls = new WebhookCalls(
      webhookFor(Widget).validator({ create: judge, update: judge, delete: judge }),
    );
    const ask = (more: object) =>
      calls.ask('/validate-example-com-v1-widget', { operation, ...fields, ...more });
    for (const missing of Object.keys(fields))
      expect(await ask({ [missing]: undefined })).toMatchObject({
        allowed: false,
        status: { code: 400, message: 'there is no content to decode' },
      });
    const kind = { group: '', version: 'v1', kind: 'Node' };
    expect(await ask({ kind })).toMatchObject({
      status: { code: 400, message: 'unable to decode v1, Kind=Node into example.com/v1, Kind=Widget' },
    });
    expect(asked).toBe(0);
  });
});

describe('a defaulter that returns what its type knows', () => {
  const known = new WebhookCalls(
    webhookFor(Widget).defaulter(({ spec, ...object }) => ({ ...object, spec: { size: spec.size ?? 2 } })),
  );

  it.each([
    [undefined, [{ op: 'add', path: '/spec/size', value: 2 }]],
    [2, []],
  ])('removes the rest, whether something was filled in or not (size %s)', async (size, added) => {
    const answer = await known.ask('/mutate-example-com-v1-widget', { object: widget(size) });
    expect(answer).toMatchObject({ allowed: true, status: { code: 200 } });
    const patch = patchOf(answer) as object[];
    expect(patch).toHaveLength(added.length + 1);
    expect(patch).toEqual(expect.arrayContaining([{ op: 'remove', path: '/spec/unknown' }, ...added]));
  });
});
