import type { CustomResourceDefinitionVersion } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';

const version = (
  name: string,
  rest: Partial<CustomResourceDefinitionVersion> = {},
): CustomResourceDefinitionVersion => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  ...rest,
});

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'deps.e.com' },
  spec: {
    group: 'e.com',
    scope: 'Namespaced',
    names: { plural: 'deps', kind: 'Dep' },
    versions: [
      version('v1alpha1', { deprecated: true, deprecationWarning: 'gone "soon"' }),
      version('v1beta1', { deprecated: true }),
      version('v1beta2'),
      version('v1'),
      version('v2', { deprecated: true }),
      version('v3', { served: false }),
    ],
  },
};

// Texts from kube-apiserver 1.36.1.
const warnings: ReadonlyArray<[version: string, warning: string[] | undefined]> = [
  ['v1alpha1', ['299 - "gone \\"soon\\""']],
  ['v1beta1', ['299 - "e.com/v1beta1 Dep is deprecated; use e.com/v1 Dep"']],
  ['v1beta2', undefined],
  ['v1', undefined],
  ['v2', ['299 - "e.com/v2 Dep is deprecated"']],
];

describe('deprecated versions', () => {
  const test = useServer();

  it.each(warnings)('every request to %s is warned of %s', async (name, warning) => {
    await test.client.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
    const path = `/apis/e.com/${name}/namespaces/default/deps`;
    const object = { apiVersion: `e.com/${name}`, kind: 'Dep', metadata: { name: 'a' } };
    const answers = [
      await test.client.get(path),
      await test.client.get(`${path}/a`),
      await test.client.create(path, object),
      await test.client.create(path, object),
      await test.client.patch('merge', `${path}/a`, { spec: { a: 1 } }),
      await test.client.delete(`${path}/a`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 201, 409, 200, 200]);
    for (const { headers } of answers) expect(headers['warning']).toEqual(warning);
  });
});
