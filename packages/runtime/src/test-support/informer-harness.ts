import { formatKey, silentLogger } from '@kubewright/api';
import type { KubernetesObject, Logger } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { createClient } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import { CollectionInformer } from '../cache/collection-informer.js';
import type { InformerEvent } from '../cache/informer-event.js';
import { clientListWatch } from '../cache/list-watch.js';
import { FakeApi } from './fake-api.js';
import { ManualClock, seededRandom, settleMicrotasks } from './manual-clock.js';

const configMaps = '/api/v1/configmaps';

/** A config map to create. */
export function configMap(
  name: string,
  options: { namespace?: string; labels?: Record<string, string>; value?: string } = {},
): ConfigMap {
  const { namespace = 'default', labels, value = '' } = options;
  return ConfigMap({
    metadata: { name, namespace, ...(labels !== undefined && { labels }) },
    data: { value },
  });
}

/** An informer of config maps on a fake server, with a clock that a test moves. */
export class InformerHarness {
  readonly api = new FakeApi();
  readonly clock = new ManualClock();
  readonly client: Client = createClient({ transport: this.api });
  readonly informer: CollectionInformer;
  readonly #stop = new AbortController();
  #run: Promise<void> = Promise.resolve();

  constructor(
    options: {
      pageSize?: number;
      seed?: number;
      namespace?: string;
      streamLists?: boolean;
      logger?: Logger;
      onChange?: () => void;
    } = {},
  ) {
    const { seed = 1, namespace, logger = silentLogger, ...rest } = options;
    const scope = namespace === undefined ? {} : { namespace };
    this.informer = new CollectionInformer({
      kind: ConfigMap,
      ...scope,
      listWatch: clientListWatch(this.client, ConfigMap, scope),
      clock: this.clock,
      random: seededRandom(seed),
      logger,
      ...rest,
    });
  }

  async start(): Promise<void> {
    this.#run = this.informer.run(this.#stop.signal);
    await settleMicrotasks();
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('the test is over'));
    await this.#run;
  }

  /** `key value` of what the informer holds, sorted. */
  held(): string[] {
    return this.informer.list().map(summary).sort();
  }

  /** The same of what the server holds. */
  served(): string[] {
    return [...this.api.objects(configMaps).values()].map(summary).sort();
  }

  /** The lists and watches that were requested. */
  reads(): string[] {
    return this.api.requests
      .filter((request) => request.startsWith('GET'))
      .map((request) => request.replace('GET /api/v1/', ''));
  }
}

function summary(object: KubernetesObject & { data?: Record<string, string> }): string {
  const { namespace = '', name = '' } = object.metadata ?? {};
  return `${formatKey({ namespace, name })} ${object.data?.['value'] ?? ''}`;
}

/** Events as short texts: `add default/a 1`, `update default/a 1 -> 2`, `delete default/a 2 (unknown)`. */
export function recordEvents(informer: CollectionInformer): string[] {
  const seen: string[] = [];
  informer.addHandler((event) => {
    seen.push(describeEvent(event));
  });
  return seen;
}

function describeEvent(event: InformerEvent): string {
  switch (event.type) {
    case 'add':
      return `add ${summary(event.object)}${event.isInInitialList ? ' (initial)' : ''}`.replace('  ', ' ');
    case 'update':
      return `update ${summary(event.oldObject)} -> ${valueOf(event.object)}`;
    case 'delete':
      return `delete ${summary(event.object)}${event.finalStateUnknown ? ' (unknown)' : ''}`;
  }
}

function valueOf(object: KubernetesObject & { data?: Record<string, string> }): string {
  return object.data?.['value'] ?? '';
}
