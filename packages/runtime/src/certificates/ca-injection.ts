import type { Kind, KubernetesObject, Logger, Stored } from '@kubewright/api';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { isNotFound } from '@kubewright/client';
import type { Client } from '@kubewright/client';

/** Where the bundle of authorities goes. */
export interface InjectionTargets {
  /** The service by which API servers reach the webhooks; what names another one is left alone. */
  readonly service: { readonly namespace: string; readonly name: string };
  /** Names of MutatingWebhookConfigurations; undefined means all. */
  readonly mutating: readonly string[] | undefined;
  /** Names of ValidatingWebhookConfigurations; undefined means all. */
  readonly validating: readonly string[] | undefined;
  readonly crds: readonly string[];
}

interface ClientConfig {
  caBundle?: string;
  service?: { namespace: string; name: string };
}

/**
 * Puts the bundle wherever the service is named with another one, so that API servers trust what is served. Writes
 * nothing that is right already. What does not exist yet is left for the next time.
 */
export async function injectCaBundle(
  client: Client,
  bundle: string,
  targets: InjectionTargets,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  const caBundle = Buffer.from(bundle).toString('base64');
  const { service, mutating, validating, crds } = targets;
  type Configuration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;
  const configsOf = (object: Configuration): ClientConfig[] =>
    (object.webhooks ?? []).map(({ clientConfig }) => clientConfig);
  await inject(MutatingWebhookConfiguration, mutating, configsOf);
  await inject(ValidatingWebhookConfiguration, validating, configsOf);
  await inject(CustomResourceDefinition, crds, ({ spec }) => {
    const { clientConfig } = spec.conversion?.webhook ?? {};
    return clientConfig === undefined ? [] : [clientConfig];
  });

  async function inject<T extends KubernetesObject>(
    kind: Kind<T>,
    names: readonly string[] | undefined,
    configs: (object: T) => ClientConfig[],
  ): Promise<void> {
    const objects =
      names === undefined
        ? (await client.list(kind, { signal })).items
        : await Promise.all(names.map((name) => read(kind, name)));
    for (const object of objects) {
      if (object === undefined) continue;
      const stale = configs(object).filter(
        (config) =>
          config.service?.name === service.name &&
          config.service.namespace === service.namespace &&
          config.caBundle !== caBundle,
      );
      if (stale.length === 0) continue;
      for (const config of stale) config.caBundle = caBundle;
      const { apiVersion, kind: name } = kind;
      await client.update({ ...object, apiVersion, kind: name }, { signal });
      logger.info('CA bundle injected', { kind: kind.kind, name: object.metadata.name });
    }
  }

  async function read<T extends KubernetesObject>(
    kind: Kind<T>,
    name: string,
  ): Promise<Stored<T> | undefined> {
    try {
      return await client.get(kind, name, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      logger.warn('there is nothing to inject the CA bundle into: install it', { kind: kind.kind, name });
      return undefined;
    }
  }
}
