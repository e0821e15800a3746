import path from 'node:path';

import { KubeconfigError } from './errors.js';
import { checkCertificates, checkKey, readData } from './pem.js';
import type { ClusterConfig, Entry, Impersonation, UserEntry } from './types.js';

type UserPart = Pick<
  ClusterConfig,
  'clientCertificatePem' | 'clientKeyPem' | 'token' | 'tokenFile' | 'username' | 'password' | 'impersonate'
>;

/** What a user entry says, checked, with its certificate and key read. */
export async function resolveUser(name: string, entry: Entry<UserEntry>): Promise<UserPart> {
  const { value, directory, source } = entry;
  const what = `the user ${JSON.stringify(name)} of ${source}`;
  refusePlugins(value, what);
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
  return {
    ...(await clientCertificate(entry, what)),
    ...(token === undefined ? {} : { token }),
    ...(tokenFile === undefined ? {} : { tokenFile: path.resolve(directory, tokenFile) }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(impersonate === undefined ? {} : { impersonate }),
  };
}

function refusePlugins(user: UserEntry, what: string): void {
  const plugin =
    user.exec !== undefined
      ? ['exec', user.exec.command]
      : user['auth-provider'] !== undefined
        ? ['auth-provider', user['auth-provider'].name]
        : undefined;
  if (plugin === undefined) return;
  const [kind, name] = plugin;
  throw new KubeconfigError(
    'NotSupported',
    `${what} gets its credentials from the ${kind} plugin ${JSON.stringify(name ?? '')}, which is not supported yet: ` +
      "use a user with a token (for example from 'kubectl create token') or a client certificate",
  );
}

async function clientCertificate(
  entry: Entry<UserEntry>,
  what: string,
): Promise<Pick<ClusterConfig, 'clientCertificatePem' | 'clientKeyPem'>> {
  const clientCertificatePem = await readData(entry, 'client-certificate', what);
  const clientKeyPem = await readData(entry, 'client-key', what);
  if (clientCertificatePem === undefined && clientKeyPem === undefined) return {};
  if (clientCertificatePem === undefined) {
    throw new KubeconfigError('InvalidUser', `${what} has a client-key but no client-certificate: give both`);
  }
  if (clientKeyPem === undefined) {
    throw new KubeconfigError('InvalidUser', `${what} has a client-certificate but no client-key: give both`);
  }
  checkCertificates(clientCertificatePem, `client-certificate of ${what}`);
  checkKey(clientKeyPem, `client-key of ${what}`);
  return { clientCertificatePem, clientKeyPem };
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
