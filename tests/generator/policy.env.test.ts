import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { KubernetesObject } from '@kubewright/api';
import { Namespace } from '@kubewright/api/core/v1';
import { ClusterRole, Role } from '@kubewright/api/rbac/v1';
import { isInvalid } from '@kubewright/client';
import { createRoles, Diagnostics } from '@kubewright/generator';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPolicies } from './read-policies.js';

const root = path.join(import.meta.dirname, 'policy');
const cases = ['controller-gen', 'errors'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
);

describe('roles and webhook configurations', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment();
    for (const name of ['here', 'infrastructure', 'observability', 'park', 'users', 'zoo'])
      await env.client.create(Namespace({ metadata: { name } }));
  }, 90_000);
  afterAll(() => env.stop());

  it.each(cases)('are accepted by the server, but for two webhooks of one name: %s', async (name) => {
    const { documents, diagnostics } = await readPolicies(path.join(root, name));
    const dryRun = env.client.with({ dryRun: true });
    for (const document of documents) {
      const created = dryRun.create<KubernetesObject>(document);
      const webhooks = 'webhooks' in document ? (document.webhooks ?? []) : [];
      if (new Set(webhooks.map((webhook) => webhook.name)).size === webhooks.length) {
        await created;
        continue;
      }
      await expect(created).rejects.toSatisfy(isInvalid);
      expect(diagnostics.all().map(({ code }) => code)).toContain('ConflictingMarkers');
    }
  });

  it.each<[string, Partial<RbacMarker>]>([
    ['without verbs', { groups: [''], resources: ['pods'] }],
    ['without groups', { resources: ['pods'], verbs: ['get'] }],
    ['without resources', { groups: [''], verbs: ['get'] }],
    ['about resources and paths', { groups: [''], resources: ['pods'], urls: ['/x'], verbs: ['get'] }],
    ['about paths in a namespace', { urls: ['/x'], verbs: ['get'], namespace: 'default' }],
  ])('are left out where the server would refuse the rule: %s', async (_, marker) => {
    const { groups, resources, urls, verbs = [], namespace } = marker;
    const role = {
      metadata: { name: 'role', ...(namespace !== undefined && { namespace }) },
      rules: [
        {
          verbs: [...verbs],
          ...(groups !== undefined && { apiGroups: [...groups] }),
          ...(resources !== undefined && { resources: [...resources] }),
          ...(urls !== undefined && { nonResourceURLs: [...urls] }),
        },
      ],
    };
    const created = env.client
      .with({ dryRun: true })
      .create(namespace === undefined ? ClusterRole(role) : Role(role));
    await expect(created).rejects.toSatisfy(isInvalid);
    const diagnostics = new Diagnostics();
    const value = { ...marker, verbs };
    const made = createRoles({ markers: [{ name: 'kubebuilder:rbac', value }], diagnostics });
    expect(made).toEqual([]);
    expect(diagnostics.hasErrors).toBe(true);
  });
});

interface RbacMarker {
  readonly [argument: string]: string | readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
  readonly namespace: string;
}
