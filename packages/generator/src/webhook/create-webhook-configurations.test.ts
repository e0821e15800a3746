import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/diagnostic.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import type { MarkerValue } from '../model/marker.js';
import type { FileMarker } from '../model/program-model.js';
import { fileMarkers } from '../test-support/markers.js';
import { createWebhookConfigurations } from './create-webhook-configurations.js';

type Arguments = { readonly [argument: string]: MarkerValue };

async function create(markers: readonly FileMarker[]) {
  const diagnostics = new Diagnostics();
  const configurations = await createWebhookConfigurations({ markers, diagnostics });
  return { configurations, messages: diagnostics.all().map((found) => formatDiagnostic(found, '/project')) };
}

const webhook = (...values: Arguments[]) => fileMarkers('kubebuilder:webhook', values);
const named = (file: string, ...values: Arguments[]) =>
  fileMarkers('kubebuilder:webhookconfiguration', values, file);

const greeting = {
  mutating: false,
  failurePolicy: 'fail',
  groups: ['example.com'],
  resources: ['greetings'],
  verbs: ['create', 'update'],
  versions: ['v1'],
  name: 'vgreeting.example.com',
  path: '/validate-example-com-v1-greeting',
  sideEffects: 'none',
  admissionReviewVersions: ['v1'],
} satisfies Arguments;

describe('createWebhookConfigurations', () => {
  it('makes nothing of nothing', async () => {
    expect(await create(named('a.ts', { mutating: true, name: 'mine' }))).toEqual({
      configurations: [],
      messages: [],
    });
  });

  it('makes the mutating configuration, then the validating one, webhooks by their names', async () => {
    const { configurations, messages } = await create(
      webhook(
        { ...greeting, name: 'b.greeting.example.com' },
        { ...greeting, name: 'a.greeting.example.com' },
        { ...greeting, mutating: true, name: 'm.greeting.example.com', reinvocationPolicy: 'ifneeded' },
      ),
    );
    expect(messages).toEqual([]);
    expect(
      configurations.map(({ kind, metadata, webhooks }) => [
        kind,
        metadata?.name,
        webhooks?.map(({ name }) => name),
      ]),
    ).toEqual([
      ['MutatingWebhookConfiguration', 'mutating-webhook-configuration', ['m.greeting.example.com']],
      [
        'ValidatingWebhookConfiguration',
        'validating-webhook-configuration',
        ['a.greeting.example.com', 'b.greeting.example.com'],
      ],
    ]);
    expect(configurations[0]?.webhooks?.[0]).toEqual({
      admissionReviewVersions: ['v1'],
      clientConfig: {
        service: { name: 'webhook-service', namespace: 'system', path: '/validate-example-com-v1-greeting' },
      },
      failurePolicy: 'Fail',
      name: 'm.greeting.example.com',
      reinvocationPolicy: 'IfNeeded',
      rules: [
        {
          apiGroups: ['example.com'],
          apiVersions: ['v1'],
          operations: ['CREATE', 'UPDATE'],
          resources: ['greetings'],
        },
      ],
      sideEffects: 'None',
    });
  });

  it('takes names, service and everything else from the markers', async () => {
    const { configurations, messages } = await create([
      ...named('/project/a/webhook.ts', { mutating: false, name: 'guard' }),
      ...webhook({
        ...greeting,
        groups: ['core', 'apps'],
        verbs: ['*', 'Connect'],
        failurePolicy: 'IGNORE',
        matchPolicy: 'exact',
        timeoutSeconds: 7,
        serviceName: 'hooks',
        serviceNamespace: 'ops',
        servicePort: 9443,
        patch: '{"matchConditions":[{"name":"big","expression":"object.spec.size > 3"}],"timeoutSeconds":8}',
      }),
    ]);
    expect(messages).toEqual([
      'src/controller.ts:1:4: error InvalidMarker: the API server would refuse webhook vgreeting.example.com: ' +
        'rules[0].operations: Invalid value: ["*","CONNECT"]: if \'*\' is present, must not specify other operations',
    ]);
    expect(configurations).toEqual([]);
    const right = await create([
      ...named('/project/a/webhook.ts', { mutating: false, name: 'guard' }),
      ...webhook({
        ...greeting,
        groups: ['core', 'apps'],
        verbs: ['*'],
        failurePolicy: 'IGNORE',
        matchPolicy: 'exact',
        timeoutSeconds: 7,
        serviceName: 'hooks',
        serviceNamespace: 'ops',
        servicePort: 9443,
        patch: '{"matchConditions":[{"name":"big","expression":"object.spec.size > 3"}],"timeoutSeconds":8}',
      }),
    ]);
    expect(right.messages).toEqual([]);
    expect(right.configurations[0]?.metadata?.name).toBe('guard');
    expect(right.configurations[0]?.webhooks?.[0]).toMatchObject({
      clientConfig: { service: { name: 'hooks', namespace: 'ops', port: 9443 } },
      failurePolicy: 'Ignore',
      matchConditions: [{ name: 'big', expression: 'object.spec.size > 3' }],
      matchPolicy: 'Exact',
      rules: [{ apiGroups: ['', 'apps'], operations: ['*'] }],
      timeoutSeconds: 8,
    });
  });

  it.each<[string, Arguments, string]>([
    [
      'webhookVersions',
      { webhookVersions: ['v1beta1'] },
      'unsupported webhook version: v1beta1 (webhookVersions is v1, and may be left out)',
    ],
    [
      'path and url',
      { url: 'https://a.b/c' },
      '`url` or `path` markers are required and mutually exclusive (leave out path or url)',
    ],
    [
      'neither',
      { path: '' },
      '`url` or `path` markers are required and mutually exclusive (path is where the operator serves it)',
    ],
    [
      'matchPolicy',
      { matchPolicy: 'Exactly' },
      'unknown value "Exactly" for matchPolicy (it is Exact or Equivalent; without it, Equivalent)',
    ],
    [
      'reinvocationPolicy',
      { mutating: true, reinvocationPolicy: 'Always' },
      'unknown value "Always" for reinvocationPolicy (it is Never or IfNeeded; without it, Never)',
    ],
    [
      'no side effects',
      { sideEffects: '' },
      'SideEffects is required for creating v1 {Mutating,Validating}WebhookConfiguration (write sideEffects=None or sideEffects=NoneOnDryRun)',
    ],
    [
      'unknown side effects',
      { sideEffects: 'Nothing' },
      'SideEffects is required for creating v1 {Mutating,Validating}WebhookConfiguration (there is no side effect "Nothing": write sideEffects=None or sideEffects=NoneOnDryRun)',
    ],
    [
      'some side effects',
      { sideEffects: 'Some' },
      'SideEffects should not be set to `Some` or `Unknown` for v1 {Mutating,Validating}WebhookConfiguration (write sideEffects=None, or sideEffects=NoneOnDryRun for a webhook that honours dryRun)',
    ],
    [
      'timeout',
      { timeoutSeconds: 40 },
      'TimeoutSeconds must be between 1 and 30 seconds (it is 40; without it, the API server waits 10)',
    ],
    [
      'timeout by patch',
      { patch: '{"timeoutSeconds":0}' },
      'TimeoutSeconds must be between 1 and 30 seconds (it is 0; without it, the API server waits 10)',
    ],
    [
      'review versions',
      { admissionReviewVersions: [] },
      'AdmissionReviewVersions is mandatory for v1 {Mutating,Validating}WebhookConfiguration (write admissionReviewVersions=v1)',
    ],
    [
      'patch that is no JSON',
      { patch: '{invalid' },
      'failed to apply patch: failed to apply strategic merge patch: ',
    ],
    [
      'patch of an unknown object',
      { patch: '{"namespaceSelectors":{}}' },
      'the API server would refuse webhook vgreeting.example.com: unknown field "namespaceSelectors"',
    ],
    [
      'patch of an unknown value',
      { patch: '{"timeout":3}' },
      'the API server would refuse webhook vgreeting.example.com: unknown field "timeout"',
    ],
    [
      'patch of a wrong type',
      { patch: '{"timeoutSeconds":"3"}' },
      'the API server would refuse webhook vgreeting.example.com: json: cannot unmarshal string into Go struct field ValidatingWebhook.webhooks.timeoutSeconds of type int32',
    ],
    [
      'name',
      { name: 'vgreeting' },
      'the API server would refuse webhook vgreeting: name: Invalid value: "vgreeting": should be a domain with at least three segments separated by dots',
    ],
    [
      'failurePolicy',
      { failurePolicy: 'panic' },
      'the API server would refuse webhook vgreeting.example.com: failurePolicy: Unsupported value: "panic": supported values: "Fail", "Ignore"',
    ],
    [
      'verb',
      { verbs: ['get'] },
      'the API server would refuse webhook vgreeting.example.com: rules[0].operations[0]: Unsupported value: "get": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
    ],
    [
      'path',
      { path: 'validate' },
      'the API server would refuse webhook vgreeting.example.com: clientConfig.service.path: Invalid value: "validate": must start with a \'/\'',
    ],
    [
      'match condition',
      { patch: '{"matchConditions":[{"name":"x","expression":"1 +"}]}' },
      'the API server would refuse webhook vgreeting.example.com: matchConditions[0].expression: Invalid value',
    ],
  ])('leaves out a webhook with a wrong %s, and says what is wrong', async (_, wrong, message) => {
    const { configurations, messages } = await create(webhook({ ...greeting, ...wrong }));
    expect(configurations).toEqual([]);
    expect(messages).toEqual([
      expect.stringContaining(`src/controller.ts:1:4: error InvalidMarker: ${message}`),
    ]);
  });

  it('warns of two webhooks of one name, which only the API server refuses', async () => {
    const { configurations, messages } = await create(webhook(greeting, greeting));
    expect(configurations[0]?.webhooks).toHaveLength(2);
    expect(messages).toEqual([
      'src/controller.ts:2:4: warning ConflictingMarkers: another validating webhook is named ' +
        'vgreeting.example.com too, and the API server refuses a configuration with both (give each a name of its own)',
    ]);
  });

  it('takes one name for a configuration, in a folder and in all', async () => {
    const twice = await create([
      ...named('/project/a/x.ts', { mutating: true, name: 'foo' }),
      ...named('/project/a/y.ts', { mutating: true, name: 'bar' }, { mutating: false, name: 'other' }),
    ]);
    expect(twice.messages).toEqual([
      'a/y.ts:1:4: error ConflictingMarkers: duplicate mutating kubebuilder:webhookconfiguration with name bar ' +
        '(a folder has at most one for mutating=true and one for mutating=false)',
    ]);
    const apart = await create([
      ...named('/project/a/x.ts', { mutating: true, name: 'foo' }),
      ...named('/project/b/x.ts', { mutating: true, name: 'foo' }),
      ...named('/project/c/x.ts', { mutating: true, name: 'bar' }),
    ]);
    expect(apart.messages).toEqual([
      'c/x.ts:1:4: error ConflictingMarkers: the mutating webhook configuration is named bar here and foo elsewhere ' +
        '(there is one of it: keep one of the markers)',
    ]);
  });
});
