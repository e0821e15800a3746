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

/**
 * The webhooks of an operator that runs on this machine although manifests name a service of the cluster: the API server
 * calls a port on loopback in place of the service, and trusts a certificate that is made here.
 */
export interface LocalWebhooks {
  /** Where the operator serves them, as `host:port`. */
  readonly address: string;
  /** The same for each service that is named, by `namespace/name`, for the API server. */
  readonly services: Readonly<Record<string, string>>;
  /** Tell an operator that is run by `runOperator` where to serve, and with which certificate. */
  readonly args: readonly string[];
  /** The manifests, with the authority of the certificate where they name a service. */
  trusting(manifests: readonly Manifest[]): Manifest[];
  /** Resolves when somebody listens, or when the signal aborts. */
  whenServed(signal: AbortSignal): Promise<void>;
  /** Removes the certificate. */
  remove(): Promise<void>;
}

interface ClientConfig {
  caBundle?: string;
  service?: { namespace?: string; name?: string };
}

const RETRY_MS = 50;

/** Undefined when no manifest names a service. */
export async function localWebhooks(
  manifests: readonly Manifest[],
  clock: Clock,
): Promise<LocalWebhooks | undefined> {
  const named = new Map(manifests.flatMap(({ object }) => clientConfigsOf(object)).flatMap(serviceOf));
  if (named.size === 0) return undefined;
  const host = '127.0.0.1';
  const port = await freePort(host);
  const address = `${host}:${port}`;
  const { pair, authority } = await makeCertificate([...named.values(), 'localhost', host], clock);
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-webhooks-'));
  await writeFile(path.join(folder, 'tls.crt'), pair.certificate);
  await writeFile(path.join(folder, 'tls.key'), pair.key, { mode: 0o600 });
  const caBundle = Buffer.from(authority).toString('base64');
  return {
    address,
    services: Object.fromEntries([...named.keys()].map((service) => [service, address])),
    args: [`--webhook-bind-address=${address}`, `--webhook-cert-path=${folder}`],
    trusting: (given) =>
      given.map(({ file, object }) => {
        const trusting = structuredClone(object);
        for (const config of clientConfigsOf(trusting))
          if (serviceOf(config).length > 0) config.caBundle = caBundle;
        return { file, object: trusting };
      }),
    whenServed: async (signal) => {
      while (!signal.aborted && !(await accepts(host, port)))
        await sleep(clock, RETRY_MS, signal).catch(() => undefined);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
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
