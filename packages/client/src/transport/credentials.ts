import type { Clock } from '@kubewright/api';

import { impersonationHeaders } from '../impersonation.js';
import type { ClusterConfig } from '../kubeconfig/types.js';
import { readTlsFiles, readTokenFile } from './credential-files.js';
import { TransportError } from './errors.js';
import { createPlugin } from './exec-plugin.js';
import type { Plugin, PluginCredential } from './exec-plugin.js';
import type { HttpTransportSettings } from './http-options.js';

/** Who is asking, and whom to believe, at one time. Another object means that something of it has changed. */
export interface Identity {
  readonly authorization: string | undefined;
  /** Names and values in turn. */
  readonly impersonation: readonly string[];
  readonly tls: TlsMaterial;
}

export interface TlsMaterial {
  readonly ca: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

export interface Credentials {
  /** A promise only when something must be read or run first. */
  current(): Identity | Promise<Identity>;
  /** The server did not accept this identity: what can be read or run again is, before the next request. */
  refused(identity: Identity): void;
}

/** How long the content of a token file is used before it is read again (client-go's transport/token_source.go). */
const TOKEN_FILE_LIFETIME_MS = 60_000;
/** The same for certificates (client-go's transport/cert_rotation.go and ca_rotation.go). */
const TLS_FILES_LIFETIME_MS = 300_000;
/** A server that refuses everybody must not make each request start a process. client-go has no such limit. */
const PLUGIN_REST_MS = 5_000;

export function createCredentials(
  config: ClusterConfig,
  settings: Pick<HttpTransportSettings, 'clock' | 'runPlugin'>,
): Credentials {
  const { tokenFile, caCertificateFile, clientCertificateFile, exec } = config;
  if ((tokenFile ?? caCertificateFile ?? clientCertificateFile ?? exec) !== undefined) {
    return new ReloadedCredentials(config, settings);
  }
  const identity = {
    authorization: fixedAuthorization(config),
    impersonation: flatImpersonation(config),
    tls: fixedTls(config),
  };
  return { current: () => identity, refused: () => undefined };
}

/** Credentials of which some are read or made again, each in its own time; callers at the same time share one turn. */
class ReloadedCredentials implements Credentials {
  readonly #config: ClusterConfig;
  readonly #clock: Clock;
  readonly #plugin: Plugin | undefined;
  readonly #impersonation: readonly string[];
  #identity: Identity | undefined;
  #refreshing: Promise<Identity> | undefined;
  #token: string | undefined;
  #credential: PluginCredential | undefined;
  #tokenDueAt: number;
  #tlsDueAt: number;
  #pluginDueAt: number;
  #pluginRanAt = -Infinity;
  #dueAt = -Infinity;

  constructor(
    config: ClusterConfig,
    { clock, runPlugin }: Pick<HttpTransportSettings, 'clock' | 'runPlugin'>,
  ) {
    this.#config = config;
    this.#clock = clock;
    this.#token = config.token;
    this.#impersonation = flatImpersonation(config);
    this.#plugin = config.exec === undefined ? undefined : createPlugin(config, config.exec, runPlugin);
    this.#tokenDueAt = config.tokenFile === undefined ? Infinity : -Infinity;
    this.#pluginDueAt = this.#plugin === undefined ? Infinity : -Infinity;
    const files = config.caCertificateFile ?? config.clientCertificateFile;
    // What the configuration was made of was read a moment ago.
    this.#tlsDueAt = files === undefined ? Infinity : clock.now() + TLS_FILES_LIFETIME_MS;
  }

  current(): Identity | Promise<Identity> {
    if (this.#identity !== undefined && this.#clock.now() < this.#dueAt) return this.#identity;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    // A request that was given up meanwhile does not wait for it.
    this.#refreshing.catch(() => undefined);
    return this.#refreshing;
  }

  refused(identity: Identity): void {
    // Many requests may be refused for what has been replaced since.
    if (identity !== this.#identity) return;
    if (this.#tokenDueAt !== Infinity) this.#tokenDueAt = -Infinity;
    if (this.#tlsDueAt !== Infinity) this.#tlsDueAt = -Infinity;
    if (this.#plugin !== undefined) {
      this.#pluginDueAt = Math.min(this.#pluginDueAt, this.#pluginRanAt + PLUGIN_REST_MS);
    }
    this.#dueAt = Math.min(this.#tokenDueAt, this.#tlsDueAt, this.#pluginDueAt);
  }

  async #refresh(): Promise<Identity> {
    const now = this.#clock.now();
    const token = now < this.#tokenDueAt ? this.#token : await this.#readToken();
    const credential = now < this.#pluginDueAt ? this.#credential : await this.#runPlugin();
    const before = this.#identity?.tls ?? fixedTls(this.#config);
    let tls = before;
    if (now >= this.#tlsDueAt) {
      tls = await readTlsFiles(this.#config, before);
      this.#tlsDueAt = now + TLS_FILES_LIFETIME_MS;
    }
    if (credential?.certificate !== undefined) {
      tls = sameTls(tls, { ...tls, certificate: credential.certificate, key: credential.key });
    }
    const bearer = token ?? credential?.token;
    const authorization = bearer === undefined ? fixedAuthorization(this.#config) : `Bearer ${bearer}`;
    this.#dueAt = Math.min(this.#tokenDueAt, this.#tlsDueAt, this.#pluginDueAt);
    if (this.#identity?.tls !== tls || this.#identity.authorization !== authorization) {
      this.#identity = { authorization, impersonation: this.#impersonation, tls };
    }
    return this.#identity;
  }

  /** The token last read is kept when the file cannot be read any more, as it may still be valid. */
  async #readToken(): Promise<string> {
    const { tokenFile = '', server } = this.#config;
    try {
      this.#token = await readTokenFile(tokenFile);
      this.#tokenDueAt = this.#clock.now() + TOKEN_FILE_LIFETIME_MS;
    } catch (error) {
      if (this.#token !== undefined) return this.#token;
      throw new TransportError('CredentialUnreadable', (error as Error).message, {
        host: server,
        cause: error,
      });
    }
    return this.#token;
  }

  /** A credential that has not expired is kept when the plugin fails. */
  async #runPlugin(): Promise<PluginCredential> {
    this.#pluginRanAt = this.#clock.now();
    try {
      this.#credential = await (this.#plugin as Plugin)();
      this.#pluginDueAt = this.#credential.expiresAt ?? Infinity;
    } catch (error) {
      const last = this.#credential;
      if (last === undefined || (last.expiresAt ?? Infinity) <= this.#clock.now()) throw error;
      this.#pluginDueAt = this.#pluginRanAt + PLUGIN_REST_MS;
      return last;
    }
    return this.#credential;
  }
}

/** The first, when they say the same. */
function sameTls(one: TlsMaterial, other: TlsMaterial): TlsMaterial {
  return one.ca === other.ca && one.certificate === other.certificate && one.key === other.key ? one : other;
}

function fixedTls({ caCertificatePem, clientCertificatePem, clientKeyPem }: ClusterConfig): TlsMaterial {
  return { ca: caCertificatePem, certificate: clientCertificatePem, key: clientKeyPem };
}

function fixedAuthorization({ token, username, password }: ClusterConfig): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  if (username === undefined && password === undefined) return undefined;
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`;
}

function flatImpersonation({ impersonate }: ClusterConfig): string[] {
  return Object.entries(impersonationHeaders(impersonate)).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, value]),
  );
}
