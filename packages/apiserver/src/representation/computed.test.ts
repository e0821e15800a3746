import { describe, expect, it } from 'vitest';
import { deployment } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const SCALE = '/apis/apps/v1/namespaces/default/deployments/web/scale';
const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const as = (shape: string) => ({ accept: `application/json;as=${shape};v=v1;g=meta.k8s.io` });

describe('what is computed and not stored', () => {
  const test = useServer();
  const scale = async (shape: string, query = '') => {
    await test.client.create('/apis/apps/v1/namespaces/default/deployments', deployment('web'));
    return test.client.send('get', `${SCALE}${query}`, undefined, as(shape));
  };

  it('has tables', async () => {
    const { body } = await scale('Table');
    expect(
      body['columnDefinitions'].map(({ name, type }: { name: string; type: string }) => [name, type]),
    ).toEqual([
      ['Name', 'string'],
      ['Desired', 'integer'],
      ['Available', 'integer'],
      ['Age', 'string'],
    ]);
    expect(body['rows'][0].cells.slice(0, 3)).toEqual(['web', 1, 0]);
    expect(body['rows'][0].object.kind).toBe('PartialObjectMetadata');
  });

  it('goes with its table as it is asked for', async () => {
    expect((await scale('Table', '?includeObject=Object')).body['rows'][0].object.kind).toBe('Scale');
  });

  it('has metadata, which is that of no list', async () => {
    const { body } = await scale('PartialObjectMetadata');
    expect([body['kind'], body['metadata'].name, body['spec']]).toEqual([
      'PartialObjectMetadata',
      'web',
      undefined,
    ]);
    const list = await test.client.send('get', SCALE, undefined, as('PartialObjectMetadataList'));
    expect([list.status, list.body['message']]).toEqual([
      406,
      'you requested PartialObjectMetadataList, but the requested object is not a list (*autoscaling.Scale)',
    ]);
  });

  it('has no tables where nobody can read it', async () => {
    const { status } = await test.client.create(REVIEWS, { spec: {} }, as('Table'));
    expect(status).toBe(406);
  });
});
