import type { Clock, KubernetesObject, Logger } from '@kubewright/api';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import type { Client } from '@kubewright/client';
import { createWebhookServer, selfSignedCertificates } from '@kubewright/runtime';
import type { Manager, WebhookDefinition } from '@kubewright/runtime';
import { TestEnvironmentError } from '../errors.js';
import { readManifests } from '../manifests.js';
import { configurationsOf, isWebhookConfiguration, withConversion } from './configurations.js';
import type { ServedAt, WebhookConfiguration } from './configurations.js';
import { WebhookProbe } from './installation.js';

/** A folder or file of webhook configurations, or the objects themselves. */
export type WebhookManifests = string | readonly KubernetesObject[];

/** Webhooks that answer on loopback. */
export interface ServedWebhooks {
  withConversion(crd: CustomResourceDefinition): CustomResourceDefinition;
  /** Registers them, and resolves when the server calls them. */
  install(client: Client): Promise<void>;
  stop(): Promise<void>;
}

/** Serves webhooks over TLS on loopback; both kinds of servers call them there. */
export async function serveWebhooks(options: {
  definitions: readonly WebhookDefinition[];
  manifests: WebhookManifests | undefined;
  manager: Manager;
  clock: Clock;
  logger: Logger;
  signal: AbortSignal | undefined;
}): Promise<ServedWebhooks> {
  const { definitions, manifests, manager, clock, logger, signal } = options;
  const given = manifests === undefined ? undefined : await readConfigurations(manifests);
  const certificates = selfSignedCertificates({ clock });
  const probe = new WebhookProbe();
  const server = createWebhookServer({
    handlers: [...definitions, ...probe.definitions],
    client: manager.client,
    apiReader: manager.apiReader,
    host: '127.0.0.1',
    port: 0,
    certificates,
    clock,
    logger,
  });
  const end = new AbortController();
  const ended = server.start(end.signal);
  const stop = async (): Promise<void> => {
    end.abort(new Error('the test environment is stopping'));
    await ended;
  };
  // A failure to start is told by `whenReady`.
  ended.catch(() => undefined);
  await server.whenReady(signal);
  const at: ServedAt = { url: server.address?.url ?? '', caBundle: await certificates.caBundle() };
  return {
    withConversion: (crd) => withConversion(crd, definitions, at),
    install: (client) =>
      probe.install(client, given ?? configurationsOf(definitions, at), { at, clock, signal }),
    stop,
  };
}

async function readConfigurations(manifests: WebhookManifests): Promise<WebhookConfiguration[]> {
  if (typeof manifests !== 'string') return manifests.filter(isWebhookConfiguration);
  const found = (await readManifests(manifests, 'InvalidWebhook')).map(({ object }) => object);
  const configurations = found.filter(isWebhookConfiguration);
  if (configurations.length > 0) return configurations;
  throw new TestEnvironmentError(
    'InvalidWebhook',
    `${manifests}: no webhook configuration of admissionregistration.k8s.io/v1 in it`,
  );
}
