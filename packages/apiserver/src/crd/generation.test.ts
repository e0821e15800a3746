import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';

const definition = (subresources?: object) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gens.e.com' },
  spec: {
    group: 'e.com',
    scope: 'Cluster',
    names: { plural: 'gens', kind: 'Gen' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        subresources,
      },
    ],
  },
});

describe('the generation of a custom resource', () => {
  const test = useServer();

  async function generations(subresources?: object): Promise<unknown[]> {
    await test.client.create(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      definition(subresources),
    );
    const object = { apiVersion: 'e.com/v1', kind: 'Gen', metadata: { name: 'a' }, status: { a: 1 } };
    const answers = [await test.client.create('/apis/e.com/v1/gens', object)];
    for (const patch of [
      { status: { a: 2 } },
      { metadata: { labels: { a: 'b' } } },
      { status: null },
      { spec: { a: 1 } },
    ])
      answers.push(await test.client.patch('merge', '/apis/e.com/v1/gens/a', patch));
    return answers.map(({ body }) => body['metadata'].generation as unknown);
  }

  it('rises with a change of status too, when that is no subresource', async () => {
    expect(await generations()).toEqual([1, 2, 2, 3, 4]);
  });

  it('does not rise with a change of status that a subresource writes', async () => {
    expect(await generations({ status: {} })).toEqual([1, 1, 1, 1, 2]);
  });
});
