import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import { selfSignedCertificates } from '@kubewright/runtime';
import type { CertificatePair } from '@kubewright/runtime';
import type { Manifest } from '../io/manifests.js';

interface ClientConfig {
  caBundle?: string;
  url?: string;
  service?: { namespace?: string; name?: string; path?: string };
}

export interface LocalWebhooksOptions {
  readonly clock: Clock;
  /**
   * Under what name or address the API server reaches this machine. Absent: the API server is told where the services
   * are, by `services`, on loopback.
   */
  readonly host?: string;
}

const RETRY_MS = 50;
const LOOPBACK = '127.0.0.1';

/**
 * The webhooks of an operator that runs on this machine although manifests name a service of the cluster: the API server
 * calls a port of this machine in place of the service, and trusts a certificate that is made here. Nothing is made, and
 * no port is chosen, before manifests name a service.
 */
export class LocalWebhooks {
  /** Where the operator serves them, as `host:port`, by `namespace/name` of the service: for an API server that can be told. */
  readonly services: Record<string, string> = {};
  readonly #options: LocalWebhooksOptions;
  readonly #names = new Set<string>();
  #folder: string | undefined;
  #port = 0;
  #caBundle = '';

  constructor(options: LocalWebhooksOptions) {
    this.#options = options;
  }

  /** Where the operator serves them; undefined while no manifest names a service. */
  get address(): string | undefined {
    if (this.#folder === undefined) return undefined;
    return `${this.#options.host === undefined ? LOOPBACK : '0.0.0.0'}:${this.#port}`;
  }

  /** Tell an operator that is run by `runOperator` where to serve, and with which certificate. */
  get args(): readonly string[] {
    if (this.#folder === undefined) return [];
    return [`--webhook-bind-address=${this.address ?? ''}`, `--webhook-cert-path=${this.#folder}`];
  }

  /** Makes what the services need that the manifests name: a port, and a certificate that is valid for them. */
  async serve(manifests: readonly Manifest[]): Promise<void> {
    const named = new Map(manifests.flatMap(({ object }) => clientConfigsOf(object)).flatMap(serviceOf));
    const added = [...named.values()].filter((name) => !this.#names.has(name));
    if (added.length === 0) return;
    for (const name of added) this.#names.add(name);
    const { clock, host } = this.#options;
    if (this.#port === 0) this.#port = await freePort(host === undefined ? LOOPBACK : '0.0.0.0');
    for (const service of named.keys()) this.services[service] = `${LOOPBACK}:${this.#port}`;
    const names = [...this.#names, 'localhost', LOOPBACK, ...(host === undefined ? [] : [host])];
    const { pair, authority } = await makeCertificate(names, clock);
    this.#folder ??= await mkdtemp(path.join(tmpdir(), 'kubewright-webhooks-'));
    await writeFile(path.join(this.#folder, 'tls.crt'), pair.certificate);
    await writeFile(path.join(this.#folder, 'tls.key'), pair.key, { mode: 0o600 });
    this.#caBundle = Buffer.from(authority).toString('base64');
  }

  /** The manifest, with the authority of the certificate where it names a service, and the address where that is needed. */
  trusting({ file, object }: Manifest): Manifest {
    const trusting = structuredClone(object);
    const { host } = this.#options;
    for (const config of clientConfigsOf(trusting)) {
      if (serviceOf(config).length === 0) continue;
      config.caBundle = this.#caBundle;
      if (host === undefined) continue;
      const authority = host.includes(':') ? `[${host}]` : host;
      config.url = `https://${authority}:${this.#port}${config.service?.path ?? '/'}`;
      delete config.service;
    }
    return { file, object: trusting };
  }

  /** Resolves when somebody listens, or when the signal aborts. */
  async whenServed(signal: AbortSignal): Promise<void> {
    if (this.#folder === undefined) return;
    while (!signal.aborted && !(await accepts(LOOPBACK, this.#port)))
      await sleep(this.#options.clock, RETRY_MS, signal).catch(() => undefined);
  }

  /** Removes the certificate. */
  async remove(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Whether the manifest has the API server call a service. */
export function callsService({ object }: Manifest): boolean {
  return clientConfigsOf(object).some((config) => serviceOf(config).length > 0);
}

/** Whom a webhook configuration, or the conversion of a CustomResourceDefinition, has the API server call. */
function clientConfigsOf(object: object): ClientConfig[] {
  const { webhooks = [], spec } = object as {
    webhooks?: Array<{ clientConfig?: ClientConfig }>;
    spec?: { conversion?: { webhook?: { clientConfig?: ClientConfig } } };
  };
  return [...webhooks, spec?.conversion?.webhook].flatMap((webhook) => webhook?.clientConfig ?? []);
}

/** Its key and its name on certificates. */
function serviceOf({ service }: ClientConfig): Array<[string, string]> {
  if (service?.name === undefined || service.namespace === undefined) return [];
  return [[`${service.namespace}/${service.name}`, `${service.name}.${service.namespace}.svc`]];
}

async function makeCertificate(
  names: readonly string[],
  clock: Clock,
): Promise<{ pair: CertificatePair; authority: string }> {
  const certificates = selfSignedCertificates({ names, clock });
  const done = new AbortController();
  let pair: CertificatePair | undefined;
  await certificates.follow((made) => {
    pair = made;
    done.abort();
  }, done.signal);
  if (pair === undefined) throw new Error('no certificate was made');
  return { pair, authority: await certificates.caBundle() };
}

async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (accepted: boolean) => () => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });
}
