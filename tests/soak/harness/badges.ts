import { isAlreadyExists, isNoKindMatch, isNotFound, listItems } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { ConfigMap } from '@kubewright/api/core/v1';

import { Badge, badgeChild } from '../operator/badge.js';
import { NAMESPACES } from '../operator/tally.js';
import { sleep, within } from './time.js';

const BADGES = 20;
const name = `${Badge.plural}.${Badge.group}`;
/** A real API server takes some seconds to serve a new definition, and to let the objects of an old one go. */
const PATIENCE_MS = 120_000;

const definition = CustomResourceDefinition({
  metadata: { name },
  spec: {
    group: Badge.group,
    scope: 'Namespaced',
    names: { plural: Badge.plural, singular: 'badge', kind: Badge.kind, listKind: 'BadgeList' },
    versions: [
      {
        name: Badge.version,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { text: { type: 'string' } } } },
          },
        },
      },
    ],
  },
});

/** Badges, whose CustomResourceDefinition is deleted with them and made anew. */
export class Badges {
  readonly #client: Client;
  #round = 0;

  /** @param client one that meets no faults. */
  constructor(client: Client) {
    this.#client = client;
  }

  /** Makes the definition, and the badges with a text that they have not had before. */
  async install(): Promise<void> {
    const text = `round ${(this.#round += 1)}`;
    await this.#client.create(definition);
    for (let index = 0; index < BADGES; index++) {
      const badge = Badge({
        metadata: { namespace: NAMESPACES.led, name: `number-${index}` },
        spec: { text },
      });
      await this.#until(`there is badge ${index}`, () =>
        this.#client.create(badge).then(
          () => true,
          (error: unknown) => {
            if (isAlreadyExists(error)) return true;
            if (isNotFound(error) || isNoKindMatch(error)) return false;
            throw error;
          },
        ),
      );
    }
  }

  /** Deletes the definition, and with it all badges; makes both anew after a while. */
  async remake(pauseMs: number): Promise<void> {
    await this.#client.delete(CustomResourceDefinition, name);
    await this.#until('the definition is gone', () =>
      this.#client.get(CustomResourceDefinition, name).then(
        () => false,
        (error: unknown) => {
          if (isNotFound(error)) return true;
          throw error;
        },
      ),
    );
    await sleep(pauseMs);
    await this.install();
  }

  /** What is not as the badges want it. */
  async differences(): Promise<string[]> {
    const found: string[] = [];
    const children = new Map<string, { text?: string | undefined; owner?: string | undefined }>();
    for await (const { metadata, data } of listItems(this.#client, ConfigMap, { namespace: NAMESPACES.led }))
      children.set(metadata.name, { text: data?.['text'], owner: metadata.ownerReferences?.[0]?.uid });
    let badges = 0;
    for await (const { metadata, spec } of listItems(this.#client, Badge, { namespace: NAMESPACES.led })) {
      badges += 1;
      const child = children.get(badgeChild(metadata.name));
      if (child?.text !== spec.text || child.owner !== metadata.uid)
        found.push(
          `badge ${metadata.name} (${metadata.uid}) says "${spec.text}", its child "${child?.text}" for ${child?.owner}`,
        );
    }
    if (badges !== BADGES) found.push(`there are ${badges} badges instead of ${BADGES}`);
    return found;
  }

  async #until(what: string, ask: () => Promise<boolean>): Promise<void> {
    const done = await within(PATIENCE_MS, async () => ((await ask()) ? true : undefined));
    if (done === undefined) throw new Error(`waited ${PATIENCE_MS / 1000} s in vain until ${what}`);
  }
}
