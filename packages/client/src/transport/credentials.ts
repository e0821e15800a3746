import { readFile } from 'node:fs/promises';

import type { Clock } from '@kubewright/api';

import { fileProblem } from '../kubeconfig/errors.js';
import type { ClusterConfig, Impersonation } from '../kubeconfig/types.js';
import { TransportError } from './errors.js';

/** The headers that say who is asking. */
export interface Credentials {
  headers(): Promise<Readonly<Record<string, string | readonly string[]>>>;
  /** The server did not accept them: what was read from a file is read again. */
  refused(): void;
}

/** How long the content of a token file is used before it is read again (client-go's transport/token_source.go). */
const TOKEN_FILE_LIFETIME_MS = 60_000;

export function createCredentials(config: ClusterConfig, clock: Clock): Credentials {
  const impersonation = impersonationHeaders(config.impersonate);
  const token = config.tokenFile === undefined ? undefined : createTokenFile(config.tokenFile, config, clock);
  const fixed = { ...impersonation, ...fixedAuthorization(config) };
  return {
    headers: async () =>
      token === undefined ? fixed : { ...fixed, authorization: `Bearer ${await token.read()}` },
    refused: () => token?.expire(),
  };
}

function fixedAuthorization({ token, username, password }: ClusterConfig): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined && password === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}` };
}

/** The token last read is kept when the file cannot be read any more, as it may still be valid. */
function createTokenFile(
  file: string,
  config: ClusterConfig,
  clock: Clock,
): { read(): Promise<string>; expire(): void } {
  let current = config.token;
  let validUntil = -Infinity;
  const read = async (): Promise<string> => {
    if (current !== undefined && clock.now() < validUntil) return current;
    try {
      const text = (await readFile(file, 'utf8')).trim();
      if (text === '') throw new Error('it is empty');
      current = text;
      validUntil = clock.now() + TOKEN_FILE_LIFETIME_MS;
    } catch (error) {
      if (current !== undefined) return current;
      throw new TransportError(
        'CredentialUnreadable',
        `the token file ${file} cannot be read: ${fileProblem(error)}`,
        {
          host: config.server,
          cause: error,
        },
      );
    }
    return current;
  };
  return {
    read,
    expire: () => {
      validUntil = -Infinity;
    },
  };
}

/** client-go's transport/round_trippers.go, `impersonatingRoundTripper`. */
function impersonationHeaders(
  impersonate: Impersonation | undefined,
): Record<string, string | readonly string[]> {
  if (impersonate === undefined) return {};
  const { username, uid, groups, extra } = impersonate;
  return {
    'impersonate-user': username,
    ...(uid === undefined ? {} : { 'impersonate-uid': uid }),
    ...(groups === undefined ? {} : { 'impersonate-group': groups }),
    ...Object.fromEntries(
      Object.entries(extra ?? {}).map(([key, values]) => [
        `impersonate-extra-${encodeURIComponent(key.toLowerCase())}`,
        values,
      ]),
    ),
  };
}
