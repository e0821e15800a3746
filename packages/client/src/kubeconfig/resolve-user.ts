import path from 'node:path';

import { KubeconfigError } from './errors.js';
import { checkPair, expiredSince, fileOf, readData } from './pem.js';
import { resolveExec } from './resolve-exec.js';
import type { ClusterConfig, ClusterEntry, Entry, Impersonation, UserEntry } from './types.js';

type UserPart = Pick<
  ClusterConfig,
  | 'clientCertificatePem'
  | 'clientKeyPem'
  | 'clientCertificateFile'
  | 'clientKeyFile'
  | 'token'
  | 'tokenFile'
  | 'username'
  | 'password'
  | 'exec'
  | 'impersonate'
>;

/** What a user entry says, checked, with its certificate and key read. */
export async function resolveUser(
  name: string,
  entry: Entry<UserEntry>,
  { cluster, now }: { cluster: ClusterEntry; now: number },
): Promise<UserPart> {
  const { value, directory, source } = entry;
  const what = `the user ${JSON.stringify(name)} of ${source}`;
  refuseAuthProvider(value, what);
  const { token, tokenFile, username, password } = value;
  if (
    (token !== undefined || tokenFile !== undefined) &&
    (username !== undefined || password !== undefined)
  ) {
    throw new KubeconfigError(
      'InvalidUser',
      `${what} has a token and a user name with password: keep one of them`,
    );
  }
  const impersonate = impersonation(value, what);
  const certificate = await clientCertificate(entry, what, now);
  const exec = resolveExec(entry, cluster, what);
  // As in client-go: a credential that stands in the file makes the plugin superfluous.
  const execUsed =
    (token ?? tokenFile ?? username ?? password ?? certificate.clientCertificatePem) === undefined;
  return {
    ...certificate,
    ...(exec === undefined || !execUsed ? {} : { exec }),
    ...(token === undefined ? {} : { token }),
    ...(tokenFile === undefined ? {} : { tokenFile: path.resolve(directory, tokenFile) }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(impersonate === undefined ? {} : { impersonate }),
  };
}

/** client-go knows no auth-provider any more (removed in Kubernetes 1.26); others need a plugin of their own. */
function refuseAuthProvider(user: UserEntry, what: string): void {
  const provider = user['auth-provider'];
  if (provider === undefined) return;
  throw new KubeconfigError(
    'NotSupported',
    `${what} gets its credentials from the auth-provider ${JSON.stringify(provider.name ?? '')}, which Kubernetes has ` +
      "removed: let the vendor's tool write the kubeconfig again, with an exec plugin",
  );
}

async function clientCertificate(
  entry: Entry<UserEntry>,
  what: string,
  now: number,
): Promise<
  Pick<UserPart, 'clientCertificatePem' | 'clientKeyPem' | 'clientCertificateFile' | 'clientKeyFile'>
> {
  const clientCertificatePem = await readData(entry, 'client-certificate', what);
  const clientKeyPem = await readData(entry, 'client-key', what);
  if (clientCertificatePem === undefined && clientKeyPem === undefined) return {};
  if (clientCertificatePem === undefined) {
    throw new KubeconfigError('InvalidUser', `${what} has a client-key but no client-certificate: give both`);
  }
  if (clientKeyPem === undefined) {
    throw new KubeconfigError('InvalidUser', `${what} has a client-certificate but no client-key: give both`);
  }
  checkPair(clientCertificatePem, clientKeyPem, {
    certificate: `client-certificate of ${what}`,
    key: `client-key of ${what}`,
  });
  const expired = expiredSince(clientCertificatePem, now);
  if (expired !== undefined) {
    throw new KubeconfigError(
      'InvalidCertificate',
      `client-certificate of ${what} has expired on ${expired}: get a new one, or check the clock of this machine`,
    );
  }
  const certificateFile = fileOf(entry, 'client-certificate');
  const keyFile = fileOf(entry, 'client-key');
  return {
    clientCertificatePem,
    clientKeyPem,
    // Both or none is read again: one without the other could not match.
    ...(certificateFile === undefined || keyFile === undefined
      ? {}
      : { clientCertificateFile: certificateFile, clientKeyFile: keyFile }),
  };
}

function impersonation(user: UserEntry, what: string): Impersonation | undefined {
  const { as: username, 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = user;
  if (username === undefined) {
    if (uid === undefined && groups === undefined && extra === undefined) return undefined;
    throw new KubeconfigError(
      'InvalidUser',
      `${what} impersonates a uid, groups or extra without a user: set as`,
    );
  }
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    ...(groups === undefined ? {} : { groups }),
    ...(extra === undefined ? {} : { extra }),
  };
}
