import { Secret, ServiceAccount } from '@kubewright/api/core/v1';
import { TokenReview } from '@kubewright/api/authentication/v1';
import { isNotFound } from '@kubewright/client';
import { describe, expect, it } from 'vitest';
import { useControlPlane } from '../../test-support/use-control-plane.js';

const namespace = 'default';
const type = 'kubernetes.io/service-account-token';
const tokenSecret = (name: string, account: string) =>
  Secret({
    metadata: { namespace, name, annotations: { 'kubernetes.io/service-account.name': account } },
    type,
  });

describe('the service account token controller', () => {
  const current = useControlPlane({ controllers: ['serviceaccount-token-controller'] });
  const text = (data: string | undefined): string => Buffer.from(data ?? '', 'base64').toString();
  const review = async (token: string) =>
    (await current().client.create(TokenReview({ spec: { token } }))).status;

  it('fills a secret with a token of the account that it names, which the server knows', async () => {
    const { client, settle } = current();
    const account = await client.create(ServiceAccount({ metadata: { namespace, name: 'till' } }));
    await client.create(tokenSecret('till-token', 'till'));
    await settle();
    const { metadata, data } = await client.get(Secret, { namespace, name: 'till-token' });
    expect(metadata.annotations?.['kubernetes.io/service-account.uid']).toBe(account.metadata.uid);
    expect(text(data?.['namespace'])).toBe('default');
    const token = text(data?.['token']);
    expect(await review(token)).toMatchObject({
      authenticated: true,
      user: {
        username: 'system:serviceaccount:default:till',
        uid: account.metadata.uid,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
      },
    });
    await client.delete(Secret, { namespace, name: 'till-token' });
    expect(await review(token)).toMatchObject({
      error: '[invalid bearer token, Token has been invalidated]',
    });
  });

  it('removes the secrets of an account that goes', async () => {
    const { client, settle } = current();
    await client.create(ServiceAccount({ metadata: { namespace, name: 'till' } }));
    await client.create(tokenSecret('till-token', 'till'));
    await settle();
    await client.delete(ServiceAccount, { namespace, name: 'till' });
    await settle();
    await expect(client.get(Secret, { namespace, name: 'till-token' })).rejects.toSatisfy(isNotFound);
  });

  it('leaves other secrets alone', async () => {
    const { client, settle } = current();
    await client.create(Secret({ metadata: { namespace, name: 'plain' }, stringData: { a: 'b' } }));
    await settle();
    expect((await client.get(Secret, { namespace, name: 'plain' })).data).toEqual({ a: 'Yg==' });
  });
});
