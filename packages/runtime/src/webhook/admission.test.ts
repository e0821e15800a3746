import { describe, expect, it } from 'vitest';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ApiError } from '@kubewright/client';

import { ServerError } from '../server/server-error.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { patchOf, WebhookCalls } from '../test-support/webhook-call.js';
import { admissionHandler, webhookFor } from './builder.js';
import { multiMutatingHandler, multiValidatingHandler } from './multi-handler.js';
import { allowed, denied, patched } from './response.js';

interface WidgetSpec {
  size?: number;
  color?: string;
}
type Widget = CustomResource<WidgetSpec>;
const Widget = defineKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });

const MUTATE = '/mutate-example-com-v1-widget';
const VALIDATE = '/validate-example-com-v1-widget';
const widget = (spec: object) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'default' },
  spec,
});

describe('the paths of webhooks', () => {
  it.each([
    ['app.example.com', 'v1alpha1', 'AppService', '/mutate-app-example-com-v1alpha1-appservice'],
    ['', 'v1', 'Pod', '/mutate--v1-pod'],
  ])('of group %j, version %s, kind %s is %s', (group, version, kind, path) => {
    const { endpoints } = webhookFor(defineKind<Widget>({ group, version, kind })).defaulter(() => undefined);
    expect(endpoints).toMatchObject([{ type: 'mutating', path }]);
  });

  it('may be chosen, within what controller-runtime takes', () => {
    const { endpoints } = webhookFor(Widget).validator({}, { path: '/my/own_path' });
    expect(endpoints).toMatchObject([{ type: 'validating', path: '/my/own_path' }]);
    expect(() => webhookFor(Widget).validator({}, { path: '/with?query' })).toThrow(
      'customPath "/with?query" does not match this regex: ^((/[a-zA-Z0-9-_]+)+|/)$',
    );
  });
});

describe('a review', () => {
  const calls = new WebhookCalls(webhookFor(Widget).validator({}));

  it.each([
    ['nothing', '', {}, 400, 'request body is empty'],
    [
      'another content type',
      '{}',
      { headers: { 'content-type': 'application/foo' } },
      400,
      'contentType=application/foo, expected application/json',
    ],
    ['no JSON', '{', {}, 400, /^couldn't get version\/kind; json parse error: /],
    [
      'another kind',
      { apiVersion: 'v1', kind: 'Pod' },
      {},
      400,
      'no kind "Pod" is registered for version "v1"',
    ],
    ['no request', {}, {}, 400, 'the review has no request'],
    [
      'too much',
      '{}',
      {
        body: () =>
          Promise.reject(
            new ServerError('BodyTooLarge', 'request entity is too large; limit is 7340032 bytes'),
          ),
      },
      413,
      'request entity is too large; limit is 7340032 bytes',
    ],
  ])(
    'that is %s is refused in the words of controller-runtime',
    async (_name, body, request, code, message) => {
      const { status, text } = await calls.raw(VALIDATE, body, request);
      expect(status).toBe(code);
      expect(JSON.parse(text)).toMatchObject({
        response: {
          uid: '',
          allowed: false,
          status: { code, message: expect.stringMatching(message) as string },
        },
      });
    },
  );

  it('that leaves out what API servers always say is answered, and not with an error of the server', async () => {
    const { status, text } = await calls.raw(VALIDATE, { request: { uid: 'u9' } });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      response: { uid: 'u9', allowed: false, status: { code: 400, message: 'unknown operation ""' } },
    });
  });

  it.each(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'])(
    'of %s is answered in kind, with its uid',
    async (apiVersion) => {
      const kind = { group: 'example.com', version: 'v1', kind: 'Widget' };
      const request = {
        uid: 'u7',
        kind,
        resource: {},
        operation: 'CREATE',
        userInfo: {},
        object: widget({}),
      };
      const { status, text } = await calls.raw(VALIDATE, { apiVersion, kind: 'AdmissionReview', request });
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({
        apiVersion,
        kind: 'AdmissionReview',
        response: { uid: 'u7', allowed: true, status: { metadata: {}, code: 200 } },
      });
    },
  );

  it('without an apiVersion is answered as v1', async () => {
    const { text } = await calls.raw(VALIDATE, { request: { uid: 'u8', operation: 'CONNECT' } });
    expect(JSON.parse(text)).toMatchObject({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'u8', allowed: true },
    });
  });

  it.each([
    ['without an object', {}, 'there is no content to decode'],
    [
      'of another kind',
      { kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, object: {} },
      'unable to decode autoscaling/v1, Kind=Scale into example.com/v1, Kind=Widget',
    ],
    ['of an unknown operation', { operation: 'FLY', object: widget({}) }, 'unknown operation "FLY"'],
    [
      'of an update without the object before',
      { operation: 'UPDATE', object: widget({}) },
      'there is no content to decode',
    ],
  ])('%s is an error of the caller', async (_name, fields, message) => {
    expect(await calls.ask(VALIDATE, fields)).toMatchObject({
      allowed: false,
      status: { code: 400, message },
    });
  });
});

describe('a defaulter', () => {
  const calls = new WebhookCalls(
    webhookFor(Widget).defaulter((object, { operation, oldObject, user, dryRun, options, subresource }) => {
      object.spec.size ??= 1;
      object.spec.color ??= [
        operation,
        oldObject?.spec.color,
        user.username,
        dryRun,
        options?.['fieldManager'],
        subresource,
      ].join();
    }),
  );

  it('changes what it was given; fields that its type does not know stay as they are', async () => {
    const object = widget({ size: 3, unknown: { deep: [1, null] } });
    const response = await calls.ask(MUTATE, { object });
    expect(response).toMatchObject({
      uid: 'u1',
      allowed: true,
      patchType: 'JSONPatch',
      status: { code: 200 },
    });
    expect(patchOf(response)).toEqual([
      { op: 'add', path: '/spec/color', value: 'CREATE,,jane,false,kubectl,' },
    ]);
  });

  it('is told of the request: operation, object before, user, dry run, options, subresource', async () => {
    const fields = {
      operation: 'UPDATE',
      object: widget({ size: 1 }),
      oldObject: widget({ color: 'red' }),
      dryRun: true,
      subResource: 'status',
    };
    expect(patchOf(await calls.ask(MUTATE, fields))).toEqual([
      { op: 'add', path: '/spec/color', value: 'UPDATE,red,jane,true,kubectl,status' },
    ]);
  });

  it('sends no patch when nothing changed, and is not asked about deletions', async () => {
    for (const fields of [
      { object: widget({ size: 1, color: 'red' }) },
      { operation: 'DELETE', oldObject: widget({}) },
    ]) {
      const response = await calls.ask(MUTATE, fields);
      expect([response.allowed, response.patch, response.patchType]).toEqual([true, undefined, undefined]);
    }
  });

  it('may return another object, wait, warn, and refuse', async () => {
    const { ask } = recipe(
      webhookFor(Widget).defaulter(async (object, { warn, fields }) => {
        await Promise.resolve();
        warn('size is\nignored ');
        if (object.spec.color === 'none') fields.required('spec.color', 'must be a color');
        return { ...object, spec: {} };
      }),
    );
    const response = await ask(MUTATE, { object: widget({ size: 3 }) });
    expect(response.warnings).toEqual(['size is ignored']);
    expect(patchOf(response)).toEqual([{ op: 'remove', path: '/spec/size' }]);
    expect(await ask(MUTATE, { object: widget({ color: 'none' }) })).toMatchObject({
      allowed: false,
      status: {
        code: 422,
        message: 'Widget.example.com "w" is invalid: spec.color: Required value: must be a color',
      },
      warnings: ['size is ignored'],
    });
  });
});

/** The webhooks with their methods at hand. */
function recipe(definition: ConstructorParameters<typeof WebhookCalls>[0]) {
  const calls = new WebhookCalls(definition);
  return { calls, ask: calls.ask.bind(calls) };
}

describe('a validator', () => {
  const judge = recipe(
    webhookFor(Widget).validator({
      create: ({ spec }, { warn }) => {
        if (spec.color === 'puce') warn('puce is deprecated');
        if ((spec.size ?? 0) > 10) throw new Error('size must be at most 10');
      },
      update: ({ spec }, { oldObject, fields }) => {
        if (spec.color !== oldObject.spec.color) fields.forbidden('spec.color', 'may not be changed');
        if ((spec.size ?? 0) < 0) fields.invalid('spec.size', spec.size, 'must not be negative');
      },
      delete: ({ metadata }) => {
        throw new ApiError({
          code: 409,
          reason: 'Conflict',
          message: `${metadata.name} is in use`,
          details: { name: 'w' },
        });
      },
    }),
  );

  it('lets pass what it does not object to, with warnings', async () => {
    expect(await judge.ask(VALIDATE, { object: widget({ color: 'puce' }) })).toMatchObject({
      allowed: true,
      warnings: ['puce is deprecated'],
    });
  });

  it('refuses with the message of an error and code 403; warnings are kept', async () => {
    expect(await judge.ask(VALIDATE, { object: widget({ size: 11, color: 'puce' }) })).toMatchObject({
      allowed: false,
      status: { code: 403, reason: 'Forbidden', message: 'size must be at most 10' },
      warnings: ['puce is deprecated'],
    });
  });

  it('refuses with all errors of fields, as the API server does', async () => {
    const fields = { operation: 'UPDATE', object: widget({ size: -1, color: 'red' }), oldObject: widget({}) };
    expect(await judge.ask(VALIDATE, fields)).toMatchObject({
      status: {
        code: 422,
        reason: 'Invalid',
        message:
          'Widget.example.com "w" is invalid: [spec.color: Forbidden: may not be changed, spec.size: Invalid value: -1: must not be negative]',
        details: {
          name: 'w',
          group: 'example.com',
          kind: 'Widget',
          causes: [
            { reason: 'FieldValueForbidden', field: 'spec.color', message: 'Forbidden: may not be changed' },
            {
              reason: 'FieldValueInvalid',
              field: 'spec.size',
              message: 'Invalid value: -1: must not be negative',
            },
          ],
        },
      },
    });
  });

  it('refuses with the Status of an API error; of a deletion it sees the object before', async () => {
    expect(await judge.ask(VALIDATE, { operation: 'DELETE', oldObject: widget({}) })).toMatchObject({
      allowed: false,
      status: { code: 409, reason: 'Conflict', message: 'w is in use', details: { name: 'w' } },
    });
  });

  it('lets connections pass, and operations it has no function for', async () => {
    expect(await judge.ask(VALIDATE, { operation: 'CONNECT', object: {} })).toMatchObject({ allowed: true });
    const { ask } = recipe(webhookFor(Widget).validator({}));
    expect(await ask(VALIDATE, { object: widget({}) })).toMatchObject({ allowed: true });
  });

  it('that is a function judges creates and updates', async () => {
    const seen: string[] = [];
    const definition = webhookFor(Widget).validator((_object, { operation }) => void seen.push(operation));
    const { ask } = recipe(definition);
    for (const operation of ['CREATE', 'UPDATE', 'DELETE'])
      await ask(VALIDATE, { operation, object: widget({}), oldObject: widget({}) });
    expect(seen).toEqual(['CREATE', 'UPDATE']);
    expect(definition.endpoints).toMatchObject([{ operations: ['CREATE', 'UPDATE'] }]);
  });

  it('that has a bug is answered for with code 500, logged and counted', async () => {
    const { calls, ask } = recipe(
      webhookFor(Widget).validator(
        ({ spec }) => void (spec as unknown as { size: { of: string } }).size.of.trim(),
      ),
    );
    expect(await ask(VALIDATE, { object: widget({}) })).toMatchObject({
      uid: 'u1',
      allowed: false,
      status: {
        code: 500,
        message: expect.stringMatching(/^panic: Cannot read properties .* \[recovered\]$/) as string,
      },
    });
    expect(calls.panics).toBe(1);
    expect(calls.records).toMatchObject([
      {
        level: 'error',
        message: 'webhook failed',
        fields: { namespace: 'default', name: 'w', user: 'jane' },
      },
      { level: 'debug' },
    ]);
  });

  it('is told when the API server waits no longer, or has gone', async () => {
    const reasons: unknown[] = [];
    const { calls, ask } = recipe(
      webhookFor(Widget).validator(
        (_object, { signal }) =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => {
              reasons.push((signal.reason as Error).message);
              resolve();
            });
          }),
      ),
    );
    const slow = ask(VALIDATE, { object: widget({}) }, { query: new URLSearchParams('timeout=1m30s') });
    await calls.clock.advance(89_999);
    expect(reasons).toEqual([]);
    await calls.clock.advance(1);
    await slow;
    const client = new AbortController();
    const gone = ask(VALIDATE, { object: widget({}) }, { signal: client.signal });
    await settleMicrotasks();
    client.abort(new Error('the client has gone'));
    await gone;
    expect(reasons).toEqual(['the API server waits no longer than 1m30s', 'the client has gone']);
    expect(calls.clock.pending).toBe(0);
  });
});

describe('the webhooks of one kind', () => {
  it.each([
    ['of their own', '/custom-defaulting', '/custom-validating'],
    ['that kubebuilder generates', MUTATE, VALIDATE],
  ])('are served side by side at paths %s', async (_which, mutate, validate) => {
    const { ask } = recipe(
      webhookFor(Widget)
        .defaulter(({ spec }) => void (spec.size ??= 2), { path: mutate })
        .validator(
          ({ spec }) => {
            if (spec.size === undefined) throw new Error('spec.size is required');
          },
          { path: validate },
        ),
    );
    expect(patchOf(await ask(mutate, { object: widget({}) }))).toEqual([
      { op: 'add', path: '/spec/size', value: 2 },
    ]);
    const judged = [widget({}), widget({ size: 2 })].map((object) => ask(validate, { object }));
    expect((await Promise.all(judged)).map(({ allowed }) => allowed)).toEqual([false, true]);
  });

  it('judge deletions by the object that goes, and nothing else where only those are judged', async () => {
    const definition = webhookFor(Widget).validator({
      delete: ({ spec }) => {
        if (spec.size === 0) throw new Error('size 0 stays');
      },
    });
    const { ask } = recipe(definition);
    expect(definition.endpoints).toMatchObject([{ operations: ['DELETE'] }]);
    expect(await ask(VALIDATE, { object: widget({ size: 0 }) })).toMatchObject({ allowed: true });
    for (const size of [0, 1]) {
      expect(await ask(VALIDATE, { operation: 'DELETE', oldObject: widget({ size }) })).toMatchObject({
        allowed: size > 0,
      });
    }
  });

  it('fail with code 500 when a defaulter has a bug, which is logged and counted', async () => {
    const { calls, ask } = recipe(
      webhookFor(Widget).defaulter(
        ({ spec }) => void (spec as unknown as { size: { of: string } }).size.of.trim(),
      ),
    );
    expect(await ask(MUTATE, { object: widget({}) })).toMatchObject({
      allowed: false,
      status: { code: 500, message: expect.stringMatching(/^panic: .* \[recovered\]$/) as string },
    });
    expect([calls.panics, calls.records[0]?.message]).toEqual([1, 'webhook failed']);
  });
});

describe('a raw handler', () => {
  it('answers by itself', async () => {
    const { ask } = recipe(
      admissionHandler({
        path: '/raw',
        handle: ({ name }) => ({ ...denied(`not ${name}`), auditAnnotations: { why: 'because' } }),
      }),
    );
    expect(await ask('/raw', { object: { any: 'thing' } })).toMatchObject({
      allowed: false,
      status: { code: 403, message: 'not w' },
      auditAnnotations: { why: 'because' },
    });
  });

  it('of several asks one after the other: each sees what those before it changed', async () => {
    const add =
      (key: string) =>
      ({ object }: { object?: unknown }) =>
        patched([{ op: 'add', path: `/spec/${key}`, value: Object.keys((object as Widget).spec).length }]);
    const handle = multiMutatingHandler(add('a'), () => ({ ...allowed(), warnings: ['careful'] }), add('b'));
    const { ask } = recipe(admissionHandler({ path: '/raw', type: 'mutating', handle }));
    const response = await ask('/raw', { object: widget({}) });
    expect(patchOf(response)).toEqual([
      { op: 'add', path: '/spec/a', value: 0 },
      { op: 'add', path: '/spec/b', value: 1 },
    ]);
    expect(response.warnings).toEqual(['careful']);
  });

  it('of several that judge lets pass what all let pass, with the warnings of all', async () => {
    const warns = (text: string) => () => ({ ...allowed(), warnings: [text] });
    const handle = multiValidatingHandler(warns('a'), () => allowed(), warns('b'));
    const { ask } = recipe(admissionHandler({ path: '/raw', handle }));
    const response = await ask('/raw', { object: {} });
    expect([response.allowed, response.status.code, response.warnings]).toEqual([true, 200, ['a', 'b']]);
  });

  it('of several ends at the first refusal', async () => {
    const asked: string[] = [];
    const says =
      (name: string, response = allowed()) =>
      () => {
        asked.push(name);
        return response;
      };
    for (const multi of [multiMutatingHandler, multiValidatingHandler]) {
      const handle = multi(says('a'), says('b', denied('no')), says('c'));
      const { ask } = recipe(admissionHandler({ path: '/raw', handle }));
      expect(await ask('/raw', { object: {} })).toMatchObject({ allowed: false, status: { message: 'no' } });
    }
    expect(asked).toEqual(['a', 'b', 'a', 'b']);
  });
});
