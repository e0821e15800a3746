import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Unstructured } from '@kubewright/api';
import { isApiError } from '@kubewright/client';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/**
 * What the generator makes of a construct (`crd.yaml`), before the server: it takes the definition without a warning,
 * objects that must pass, and refuses those that must not, with the words of `message`.
 */
const constructs = path.join(import.meta.dirname, 'goldens', 'constructs');
const cases = readdirSync(constructs).sort();

interface Objects {
  readonly valid: ReadonlyArray<{ spec: unknown; stored?: unknown }>;
  readonly invalid: ReadonlyArray<{ spec: unknown; message: string }>;
  /** Without a message the update must pass. */
  readonly updates?: ReadonlyArray<{ from: unknown; to: unknown; message?: string }>;
}

interface Definition {
  metadata: { name: string };
  spec: {
    group: string;
    scope: string;
    names: { kind: string; plural: string };
    versions: Array<{ name: string; served: boolean; storage: boolean }>;
  };
}

const read = <T>(name: string, file: string): T =>
  parse(readFileSync(path.join(constructs, name, file), 'utf8')) as T;

describe('generated definitions', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds: cases.map((name) => path.join(constructs, name, 'crd.yaml')) });
  }, 90_000);
  afterAll(() => env.stop());

  it.each(cases)('%s', async (name) => {
    const { spec } = read<Definition>(name, 'crd.yaml');
    const { valid, invalid, updates = [] } = read<Objects>(name, 'objects.yaml');
    let count = 0;
    const object = (objectSpec: unknown): Unstructured => ({
      apiVersion: `${spec.group}/${spec.versions.find(({ storage }) => storage)?.name}`,
      kind: spec.names.kind,
      metadata: {
        name: `object-${count++}`,
        ...(spec.scope === 'Namespaced' ? { namespace: 'default' } : {}),
      },
      spec: objectSpec,
    });
    const refusal = async (attempt: Promise<unknown>): Promise<string> => {
      try {
        return `accepted: ${JSON.stringify(await attempt)}`;
      } catch (error) {
        if (!isApiError(error)) throw error;
        expect(error.reason).toBe('Invalid');
        return error.message;
      }
    };
    for (const { spec: objectSpec, stored = objectSpec } of valid) {
      const created = await env.client.create(object(objectSpec));
      expect(created).toMatchObject({ spec: stored });
    }
    for (const { spec: objectSpec, message } of invalid) {
      expect(await refusal(env.client.create(object(objectSpec)))).toContain(message);
    }
    for (const { from, to, message } of updates) {
      const update = env.client
        .create(object(from))
        .then((created) => env.client.update({ ...created, spec: to }));
      if (message === undefined) expect(await update).toMatchObject({ spec: to });
      else expect(await refusal(update)).toContain(message);
    }
  });
});
