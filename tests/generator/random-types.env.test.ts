import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KubernetesObject, Unstructured } from '@kubewright/api';
import { isApiError } from '@kubewright/client';
import { formatDiagnostic, generate } from '@kubewright/generator';
import { startTestEnvironment } from '@kubewright/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomType } from './random/random-type.js';

/**
 * For any type: the server takes the definition that is made of it, every object of the type, and no object that is not
 * of it. `KUBEWRIGHT_SEED` repeats a run.
 */
const KINDS = 24;
const OBJECTS = 6;
const seed = Number(process.env['KUBEWRIGHT_SEED'] ?? Date.now() % 2 ** 31);
const GROUP = 'random.kubewright.dev';

it('random types take their values and refuse others', { timeout: 120_000 }, async () => {
  const types = fc.sample(randomType, { seed, numRuns: KINDS });
  const crds = await definitionsOf(types.map(({ text, tags }, index) => source(`Kind${index}`, text, tags)));
  const env = await startTestEnvironment({ crds });
  try {
    for (const [index, type] of types.entries()) {
      const about = `KUBEWRIGHT_SEED=${seed}, Kind${index}: ${type.tags.join(' ')} ${type.text}`;
      const create = async (value: unknown, count: number): Promise<string> => {
        const object: Unstructured = {
          apiVersion: `${GROUP}/v1`,
          kind: `Kind${index}`,
          metadata: { name: `object-${count}`, namespace: 'default' },
          spec: { value },
        };
        try {
          await env.client.create(object);
          return 'accepted';
        } catch (error) {
          if (!isApiError(error) || error.reason !== 'Invalid') throw error;
          return error.message;
        }
      };
      const valid = fc.sample(type.valid, { seed, numRuns: OBJECTS });
      for (const [count, value] of valid.entries())
        expect(await create(value, count), `${about}\n${JSON.stringify(value)}`).toBe('accepted');
      const invalid = type.invalid === undefined ? [] : fc.sample(type.invalid, { seed, numRuns: OBJECTS });
      for (const value of invalid)
        expect(await create(value, OBJECTS), `${about}\n${JSON.stringify(value)}`).toContain('spec.value');
    }
  } finally {
    await env.stop();
  }
});

const source = (kind: string, text: string, tags: readonly string[]): string => `
export interface ${kind} extends CustomResource<{
  /**
   * A value.
   * ${tags.join('\n   * ')}
   */
  value: ${text};
}> {}
export const ${kind} = defineKind<${kind}>({ group: '${GROUP}', version: 'v1', kind: '${kind}' });
`;

async function definitionsOf(kinds: readonly string[]): Promise<KubernetesObject[]> {
  const caches = path.resolve(import.meta.dirname, '../../node_modules/.cache');
  await mkdir(caches, { recursive: true });
  // Within the tree, so that the packages are found.
  const folder = await mkdtemp(path.join(caches, 'random-types-'));
  try {
    const imports = `import { defineKind } from '@kubewright/api';
import type { CustomResource, dateTime, int32, Quantity } from '@kubewright/api';
`;
    await writeFile(path.join(folder, 'types.ts'), imports + kinds.join(''));
    const { crds, diagnostics } = await generate({ folder, files: ['types.ts'] });
    expect(
      diagnostics.map((one) => formatDiagnostic(one, folder)),
      `KUBEWRIGHT_SEED=${seed}${kinds.join('')}`,
    ).toEqual([]);
    return crds.map(({ crd }) => crd as KubernetesObject);
  } finally {
    await rm(folder, { recursive: true });
  }
}
