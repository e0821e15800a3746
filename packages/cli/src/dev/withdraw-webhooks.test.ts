import type { KubernetesObject, Stored } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { withdrawWebhooks } from './withdraw-webhooks.js';

const configuration = (name: string): Stored<KubernetesObject> =>
  ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name },
  }) as Stored<KubernetesObject>;

describe('webhooks of a run that ends', () => {
  it('are taken back as far as that goes, and the first failure is told', async () => {
    const done: string[] = [];
    const client = {
      mapper: { kindFor: () => Promise.resolve({}) },
      delete: (_kind: unknown, name: string) => {
        done.push(`delete ${name}`);
        return name === 'a' ? Promise.reject(new Error('a may not be deleted')) : Promise.resolve();
      },
      apply: ({ metadata }: KubernetesObject) => {
        done.push(`apply ${metadata?.name ?? ''}`);
        return Promise.resolve();
      },
    } as unknown as Client;
    const service = { namespace: 'system', name: 'webhook-service' };
    const definition = {
      file: 'crd.yaml',
      object: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'c' },
        ...{ spec: { conversion: { webhook: { clientConfig: { service } } } } },
      },
    };
    const withdrawing = withdrawWebhooks(client, [configuration('a'), configuration('b')], [definition]);
    await expect(withdrawing).rejects.toThrow('a may not be deleted');
    expect(done).toEqual(['delete a', 'delete b', 'apply c']);
  });
});
