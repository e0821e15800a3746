import { decodeObject } from '../../bytes/stored-object.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { Storage } from '../../storage/storage.js';
import { compileWebhooks } from './compiled-webhook.js';
import type { CompiledWebhook, Webhook } from './compiled-webhook.js';
import type { CompileMatchConditions } from './match-conditions-evaluator.js';

interface Configuration extends ApiObject {
  webhooks?: Webhook[];
}

/** The webhooks of one kind of configuration: by the names of their configurations, as they are at this moment. */
export interface WebhookConfigurations {
  readonly webhooks: readonly CompiledWebhook[];
}

/** Follows the writes of webhook configurations; each is compiled once. */
export function followWebhookConfigurations(
  storage: Storage,
  plural: 'mutatingwebhookconfigurations' | 'validatingwebhookconfigurations',
  compileMatchConditions: CompileMatchConditions,
): WebhookConfigurations {
  const prefix = `/registry/admissionregistration.k8s.io/${plural}/`;
  const compiled = new Map<string, readonly CompiledWebhook[]>();
  let webhooks: readonly CompiledWebhook[] = [];
  const put = (name: string, bytes: Uint8Array): void => {
    const { webhooks: given = [] } = decodeObject(bytes) as Configuration;
    compiled.set(name, compileWebhooks(name, given, compileMatchConditions));
  };
  const arrange = (): void => {
    webhooks = [...compiled].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, ofOne]) => ofOne);
  };
  for (const { key, bytes } of storage.list(prefix).entries) put(key.slice(prefix.length), bytes);
  arrange();
  // For as long as the storage lives: it belongs to the server.
  storage.watch(prefix, storage.revision, {
    onEvent({ type, entry }) {
      const name = entry.key.slice(prefix.length);
      if (type === 'delete') compiled.delete(name);
      else put(name, entry.bytes);
      arrange();
    },
  });
  return {
    get webhooks() {
      return webhooks;
    },
  };
}
