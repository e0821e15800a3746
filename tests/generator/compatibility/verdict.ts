import { defineKind, isJsonObject } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { isApiError, mergePatch } from '@kubewright/client';
import type { TestEnvironment } from '@kubewright/testing';
import type { SchemaChange } from './cases.js';

const GROUP = 'compatibility.example.com';

type Thing = CustomResource<Record<string, unknown>> & { seen?: number };

/** Both states of a definition whose `.spec` changes; the second has a default that tells when it is in force. */
export function definitionsOf(
  change: SchemaChange,
  index: number,
): [CustomResourceDefinition, CustomResourceDefinition] {
  const plural = `things${index}`;
  const definition = (
    spec: JSONSchemaProps,
    marker: JSONSchemaProps,
    more: Partial<CustomResourceDefinitionVersion> = {},
  ): CustomResourceDefinition => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Cluster',
      names: { plural, kind: `Thing${index}` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          ...change.version,
          ...more,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                seen: marker,
                spec: { ...spec, properties: { ...spec.properties, untouched: { type: 'string' } } },
              },
              ...more.schema?.openAPIV3Schema,
            },
          },
        },
      ],
    },
  });
  const seen = { type: 'integer' as const };
  return [
    definition(change.before, seen),
    definition(change.after, { ...seen, default: 1 }, change.versionAfter),
  ];
}

/** What a server makes of an object that was stored before a change. */
export interface Verdict {
  /** What it held is still there. */
  readonly readable: boolean;
  /** A patch and an apply of something else are accepted. */
  readonly writable: boolean;
  readonly appliable: boolean;
  /** The same object can be created anew. */
  readonly creatable: boolean;
  /** What was refused, in the server's words. */
  readonly refusals: readonly string[];
}

/** Stores an object under the first definition, goes over to the second, and tries. */
export async function serverVerdict(
  env: TestEnvironment,
  change: SchemaChange,
  index: number,
): Promise<Verdict> {
  const [before, after] = definitionsOf(change, index);
  const { client } = env;
  const Kind = defineKind<Thing>({
    group: GROUP,
    version: 'v1',
    kind: before.spec.names.kind,
    plural: before.spec.names.plural,
    namespaced: false,
  });
  await client.create(CustomResourceDefinition(before));
  await env.eventually(() => client.list(Kind));
  const spec = { untouched: 'a', ...change.spec };
  const stored = await client.create(Kind({ metadata: { name: 'stored' }, spec }));
  await client.patch(CustomResourceDefinition, before.metadata?.name ?? '', mergePatch({ spec: after.spec }));
  await env.eventually(
    async () => {
      const read = await client.get(Kind, 'stored');
      if (read.seen !== 1)
        throw new Error(`the second definition is not in force yet: ${change.what} ${JSON.stringify(read)}`);
    },
    { timeoutMs: 10_000 },
  );

  const refusals: string[] = [];
  const accepted = async (write: Promise<unknown>): Promise<boolean> => {
    try {
      await write;
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      refusals.push(error.message);
      return false;
    }
  };
  const read = await client.get(Kind, 'stored');
  const unrelated = mergePatch({
    metadata: { labels: { a: 'b' } },
    spec: { untouched: 'b', ...change.unrelated },
  });
  const applied = Kind({ metadata: { name: 'stored' }, spec: { untouched: 'c' } });
  return {
    readable: holds(read.spec, stored.spec),
    writable: await accepted(client.patch(Kind, 'stored', unrelated, { dryRun: true })),
    appliable: await accepted(client.apply(applied, { dryRun: true, force: true, fieldManager: 'somebody' })),
    creatable: await accepted(client.create(Kind({ metadata: { name: 'new' }, spec }), { dryRun: true })),
    refusals,
  };
}

/** Whether everything in `part` is in `whole`. */
function holds(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((item, i) => holds(whole[i], item));
  if (!isJsonObject(part)) return whole === part;
  return (
    isJsonObject(whole) &&
    Object.entries(part).every(([key, value]) => key in whole && holds(whole[key], value))
  );
}
