import { sleep } from '@kubewright/api';
import type { Clock, Kind } from '@kubewright/api';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { ApiError, isAlreadyExists } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { admissionHandler, allowed } from '@kubewright/runtime';
import type { WebhookDefinition } from '@kubewright/runtime';
import { redirected } from './configurations.js';
import type { ServedAt, WebhookConfiguration } from './configurations.js';

const POLL_MS = 20;
const PROBE = 'kubewright-webhook-probe';
const LABELS = { [PROBE]: 'true' };

/** Tells when an API server has taken notice of the configurations before it: it is registered last, and called. */
export class WebhookProbe {
  readonly #seen = new Set<string>();
  readonly definitions: readonly WebhookDefinition[] = (['mutating', 'validating'] as const).map((type) =>
    admissionHandler({
      path: `/${PROBE}-${type}`,
      type,
      handle: () => {
        this.#seen.add(type);
        return allowed();
      },
    }),
  );

  /** Registers the configurations, and resolves when the server calls what they name. */
  async install(
    client: Client,
    configurations: readonly WebhookConfiguration[],
    { at, clock, signal }: { at: ServedAt; clock: Clock; signal?: AbortSignal | undefined },
  ): Promise<void> {
    for (const configuration of configurations) await createOrReplace(client, redirected(configuration, at));
    const probes = [
      redirected(MutatingWebhookConfiguration(probe('mutating')), at),
      redirected(ValidatingWebhookConfiguration(probe('validating')), at),
    ];
    for (const one of probes) await createOrReplace(client, one);
    // Of a kind that webhooks under test hardly judge.
    const object = Lease({ metadata: { name: PROBE, namespace: 'default', labels: LABELS } });
    for (;;) {
      const isRefused = await client.create(object, { dryRun: true }).then(() => false, refusedByWebhook);
      // One that refuses everything, the probe too, is called already.
      if (this.#seen.size === 2 || isRefused) break;
      await sleep(clock, POLL_MS, signal);
    }
    for (const one of probes) await client.delete(one);
  }
}

function refusedByWebhook(error: unknown): true {
  if (error instanceof ApiError && /^admission webhook ".*" denied the request/.test(error.message))
    return true;
  throw error;
}

function probe(type: 'mutating' | 'validating') {
  return {
    metadata: { name: `${PROBE}-${type}` },
    webhooks: [
      {
        name: `${type}.probe.kubewright.dev`,
        admissionReviewVersions: ['v1'],
        clientConfig: { service: { namespace: 'default', name: PROBE, path: `/${PROBE}-${type}` } },
        objectSelector: { matchLabels: LABELS },
        rules: [
          {
            apiGroups: ['coordination.k8s.io'],
            apiVersions: ['v1'],
            operations: ['CREATE' as const],
            resources: ['leases'],
          },
        ],
        sideEffects: 'None' as const,
      },
    ],
  };
}

async function createOrReplace(client: Client, configuration: WebhookConfiguration): Promise<void> {
  try {
    await client.create(configuration);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const kind =
      configuration.kind === 'MutatingWebhookConfiguration'
        ? MutatingWebhookConfiguration
        : ValidatingWebhookConfiguration;
    const current = await client.get<WebhookConfiguration>(
      kind as Kind<WebhookConfiguration>,
      configuration.metadata?.name ?? '',
    );
    await client.update({ ...current, webhooks: configuration.webhooks } as WebhookConfiguration);
  }
}
