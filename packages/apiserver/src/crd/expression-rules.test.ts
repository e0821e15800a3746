import { readFileSync } from 'node:fs';
import type { StatusCause } from '@kubewright/api';
import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';
import type { Answer } from '../test-support/test-client.js';

// What kube-apiserver 1.36.1 answered (tools/recordings/expression-rules.mjs). The name of the type of self is a new one
// each time and was cut to `selfType`.
interface Verdict {
  readonly status: number;
  readonly message?: string;
  readonly causes?: readonly StatusCause[];
  readonly warnings?: readonly string[];
}
interface Step {
  readonly verb: 'create' | 'update' | 'status';
  readonly object: { metadata: { name: string; resourceVersion?: string } };
  readonly verdict: Verdict;
}
interface Recording {
  readonly name: string;
  readonly crd: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: ReadonlyArray<{
      schema: { openAPIV3Schema: { properties: Record<string, unknown> } };
    }>;
  };
  readonly verdict: Verdict;
  readonly objects: readonly Step[];
  readonly later?: { readonly spec: unknown; readonly verdict: Verdict; readonly objects: readonly Step[] };
}

const recordings = JSON.parse(
  readFileSync(new URL('./testdata/expression-rules.json', import.meta.url), 'utf8'),
) as Recording[];

/** Rules with syntax errors after which ANTLR goes on in its own way; ours stops, and says less. */
const RECOVERY = 'recovery';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** What is compared: the order of fields is random in the real server, and so is that of messages. */
function comparable({ status, causes, warnings }: Verdict): unknown {
  const sorted = (texts: readonly string[] = []): string[] => [...texts].sort();
  return {
    status,
    causes: sorted(causes?.map(({ reason, message, field }) => `${field ?? ''}: ${reason}: ${message}`)),
    warnings: sorted(warnings),
  };
}

function verdictOf({ status, body, headers }: Answer): Verdict {
  const { causes } = (body['details'] ?? {}) as { causes?: StatusCause[] };
  const warnings = [headers['warning'] ?? []].flat().map((text) => unquoted(String(text)));
  const text = JSON.stringify({ status, causes, warnings });
  return JSON.parse(text.replace(/selfType\d+/g, 'selfType')) as Verdict;
}

const unquoted = (warning: string): string =>
  (/^299 - "(.*)"$/s.exec(warning)?.[1] ?? warning).replace(/\\(.)/g, '$1');

describe('rules of x-kubernetes-validations', () => {
  const tested = useServer();

  const play = async (resources: string, steps: readonly Step[]): Promise<void> => {
    for (const { verb, object: recorded, verdict } of steps) {
      const object = structuredClone(recorded);
      const path = `${resources}/${object.metadata.name}`;
      if (verb !== 'create') {
        const { body } = await tested.client.get(path);
        object.metadata.resourceVersion = (body['metadata'] as { resourceVersion: string }).resourceVersion;
      }
      const answer =
        verb === 'create'
          ? await tested.client.create(resources, object)
          : await tested.client.update(verb === 'status' ? `${path}/status` : path, object);
      expect(comparable(verdictOf(answer)), JSON.stringify(recorded).slice(0, 300)).toEqual(
        comparable(verdict),
      );
    }
  };

  it.each(recordings.filter(({ name }) => name !== RECOVERY))(
    'are answered as recorded: $name',
    async ({ crd, verdict, objects, later }) => {
      const name = `${crd.names.plural}.${crd.group}`;
      const created = await tested.client.create(CRDS, {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name },
        spec: crd,
      });
      expect(comparable(verdictOf(created))).toEqual(comparable(verdict));
      const resources = `/apis/${crd.group}/v1/${crd.names.plural}`;
      await play(resources, objects);
      if (later === undefined) return;
      const { body } = await tested.client.get(`${CRDS}/${name}`);
      const current = body as unknown as { spec: Recording['crd'] };
      current.spec.versions[0]!.schema.openAPIV3Schema.properties['spec'] = later.spec;
      const updated = await tested.client.update(`${CRDS}/${name}`, current);
      expect(comparable(verdictOf(updated))).toEqual(comparable(later.verdict));
      await play(resources, later.objects);
    },
  );
});
