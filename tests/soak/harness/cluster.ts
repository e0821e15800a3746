import type { Client } from '@kubewright/client';
import type { KubernetesObject } from '@kubewright/api';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Namespace } from '@kubewright/api/core/v1';

import { NAMESPACES, Tally } from '../operator/tally.js';
import { within } from './time.js';

const integer = { type: 'integer', format: 'int64' };

const definition = CustomResourceDefinition({
  metadata: { name: `${Tally.plural}.${Tally.group}` },
  spec: {
    group: Tally.group,
    scope: 'Namespaced',
    names: { plural: Tally.plural, singular: 'tally', kind: Tally.kind, listKind: 'TallyList' },
    versions: [
      {
        name: Tally.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['total', 'writers'],
                properties: {
                  total: integer,
                  writers: { type: 'object', additionalProperties: integer },
                  unit: { type: 'string' },
                },
              },
              status: {
                type: 'object',
                properties: {
                  observedGeneration: integer,
                  total: integer,
                  term: integer,
                  by: { type: 'string' },
                },
              },
            },
          },
        },
      },
    ],
  },
});

/** Namespaces, the CustomResourceDefinition, and its webhooks at `url`. */
export async function install(client: Client, webhooks: { url: string; caBundle: string }): Promise<void> {
  for (const name of Object.values(NAMESPACES)) await client.create(Namespace({ metadata: { name } }));
  await client.create(definition);
  await within(30_000, () =>
    client.list(Tally, { namespace: 'default' }).then(
      () => true,
      () => undefined,
    ),
  );
  const path = `${Tally.group.replaceAll('.', '-')}-${Tally.version}-tally`;
  const webhook = (verb: string) => ({
    name: `${verb}.${Tally.group}`,
    clientConfig: {
      url: `${webhooks.url}/${verb}-${path}`,
      caBundle: Buffer.from(webhooks.caBundle).toString('base64'),
    },
    rules: [
      {
        apiGroups: [Tally.group],
        apiVersions: [Tally.version],
        operations: ['CREATE' as const, 'UPDATE' as const],
        resources: [Tally.plural],
      },
    ],
    admissionReviewVersions: ['v1'],
    sideEffects: 'None' as const,
    timeoutSeconds: 3,
    failurePolicy: 'Fail' as const,
  });
  const metadata = { name: 'soak' };
  const configurations: KubernetesObject[] = [
    MutatingWebhookConfiguration({ metadata, webhooks: [webhook('mutate')] }),
    ValidatingWebhookConfiguration({ metadata, webhooks: [webhook('validate')] }),
  ];
  for (const configuration of configurations) await client.create(configuration);
}
