import { defineKind } from '@kubewright/api';
import type { CustomResource, ObjectMeta, Stored } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Namespace } from '@kubewright/api/core/v1';
import { isNotFound } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerBuilder, ControllerDefinition, Manager } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';

/* What the suites of small operators share: a kind with a status, and a namespace for each situation. */

export const sampleGroup = 'samples.example.com';

/** A kind whose spec and status are whatever an operator makes of them. */
export interface Sample extends CustomResource<
  Record<string, string | number | boolean | string[]>,
  Record<string, unknown>
> {}
export const Sample = defineKind<Sample>({ group: sampleGroup, version: 'v1', kind: 'Sample' });

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** The definition of a kind of that sort; the first version is the one that is stored. */
export function sampleCrd(
  kind: string,
  { scope = 'Namespaced', versions = ['v1'] }: { scope?: string; versions?: string[] } = {},
): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  return CustomResourceDefinition({
    metadata: { name: `${plural}.${sampleGroup}` },
    spec: {
      group: sampleGroup,
      scope,
      names: { plural, kind },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
      })),
    },
  });
}

/** A promise, and what resolves it. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Where something waits until it is let on, and tells that it has come. */
export class Gate {
  readonly #reached = deferred();
  readonly #opened = deferred();
  readonly reached = this.#reached.promise;

  pass(): Promise<void> {
    this.#reached.resolve();
    return this.#opened.promise;
  }

  open(): void {
    this.#opened.resolve();
  }
}

/** The environment of a suite, in which each test has a namespace, and controllers that end with it. */
export class Samples {
  readonly #managers: Manager[] = [];
  #env: TestEnvironment | undefined;

  /** To be called once, in the body of the suite. */
  constructor(crds: readonly CustomResourceDefinition[] = []) {
    beforeAll(async () => {
      this.#env = await startTestEnvironment({ crds: [sampleCrd('Sample'), ...crds] });
    }, 90_000);
    afterEach(async () => {
      await Promise.all(this.#managers.splice(0).map((manager) => manager.stop()));
    });
    afterAll(() => this.env.stop());
  }

  get env(): TestEnvironment {
    if (this.#env === undefined) throw new Error('the environment has not started');
    return this.#env;
  }

  /** The one that was started last. */
  get manager(): Manager {
    return this.#managers.at(-1) ?? this.env.manager;
  }

  get client(): TestEnvironment['client'] {
    return this.env.client;
  }

  async namespace(name: string): Promise<string> {
    await this.client.create(Namespace({ metadata: { name } }));
    return name;
  }

  async start(...controllers: ControllerDefinition[]): Promise<Manager> {
    const manager = await this.env.startManager(controllers);
    this.#managers.push(manager);
    return manager;
  }

  create(namespace: string, name: string, draft: Partial<Sample> = {}): Promise<Stored<Sample>> {
    const metadata: ObjectMeta = { ...draft.metadata, namespace, name };
    return this.client.create(Sample({ spec: {}, ...draft, metadata }));
  }

  async find(namespace: string, name: string): Promise<Stored<Sample> | undefined> {
    try {
      return await this.client.get(Sample, { namespace, name });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Looks often: what is waited for comes soon. */
  eventually<T>(check: () => T | Promise<T>): Promise<T> {
    return this.env.eventually(check, { intervalMs: 15 });
  }

  /** Deletes a sample, and waits until it is gone. */
  async remove(namespace: string, name: string): Promise<void> {
    await this.client.delete(Sample, { namespace, name });
    await this.gone(namespace, name);
  }

  async gone(namespace: string, name: string): Promise<void> {
    await this.eventually(async () => {
      if ((await this.find(namespace, name)) !== undefined) throw new Error(`${name} is still there`);
    });
  }
}

/** A controller of samples that sees one namespace alone. */
export function sampleController(namespace: string, name = namespace): ControllerBuilder<Sample> {
  return controllerFor(Sample)
    .named(name)
    .withPredicates((event) => event.meta.namespace === namespace);
}
