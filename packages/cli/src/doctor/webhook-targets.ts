import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import type { Kind, KubernetesObject } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import type { ClusterContext } from './check.js';
import { installedDefinition } from './checks/definitions.js';
import { definitionsIn } from './project-objects.js';

/** Whom the API server calls because of an object of the project. */
export interface WebhookTarget {
  /** The object, as `validatingwebhookconfiguration shop` or `conversion of carts.shop.example.com`. */
  readonly caller: string;
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number };
  /** PEM; empty where it trusts nobody. */
  readonly caBundle: string;
  /** Whether requests fail while nobody answers. */
  readonly blocks: boolean;
}

interface ClientConfig {
  caBundle?: string;
  service?: { namespace?: string; name?: string; port?: number };
}

/** The services that installed webhook configurations and CRDs of the project name; those that are not installed are left out. */
export async function webhookTargets(context: ClusterContext): Promise<WebhookTarget[]> {
  const targets: WebhookTarget[] = [];
  for (const object of context.objects)
    for (const kind of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration])
      if (object.kind === kind.kind) targets.push(...(await configured(kind as Kind, object, context)));
  for (const { metadata } of definitionsIn(context.objects)) {
    const installed = await installedDefinition(metadata?.name ?? '', context);
    const { strategy, webhook } = installed?.spec.conversion ?? {};
    if (strategy === 'Webhook')
      targets.push(...targetOf(`conversion of ${metadata?.name ?? ''}`, webhook?.clientConfig, true));
  }
  return targets;
}

async function configured(
  kind: Kind,
  { metadata }: KubernetesObject,
  { client, io }: ClusterContext,
): Promise<WebhookTarget[]> {
  const name = metadata?.name ?? '';
  try {
    const found = (await client.get(kind, name, { signal: io.signal })) as {
      webhooks?: Array<{ name?: string; failurePolicy?: string; clientConfig?: ClientConfig }>;
    };
    return (found.webhooks ?? []).flatMap((webhook) =>
      targetOf(
        `${kind.kind} ${name}, ${webhook.name ?? ''}`,
        webhook.clientConfig,
        webhook.failurePolicy !== 'Ignore',
      ),
    );
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

function targetOf(caller: string, config: ClientConfig | undefined, blocks: boolean): WebhookTarget[] {
  const { namespace = '', name = '', port = 443 } = config?.service ?? {};
  if (name === '') return [];
  const caBundle = Buffer.from(config?.caBundle ?? '', 'base64').toString('utf8');
  return [{ caller, service: { namespace, name, port }, caBundle, blocks }];
}
