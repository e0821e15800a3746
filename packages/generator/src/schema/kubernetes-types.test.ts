import { validateCustomResourceDefinition } from '@kubewright/apiserver/crd';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { expect, it } from 'vitest';
import { createCoreTypes } from '../core-types/core-types.js';
import { packages } from '../core-types/generated/index.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { finishSchema } from './finish.js';
import { SchemaBuilder } from './schema-builder.js';

/** Those that contain themselves. */
const RECURSIVE = /^(CustomResourceDefinition|CustomResourceValidation|JSONSchema)/;

function verdict(schema: JSONSchemaProps): string[] {
  const findings = validateCustomResourceDefinition({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'as.b.c' },
    spec: {
      group: 'b.c',
      scope: 'Namespaced',
      names: { kind: 'A', plural: 'as' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } },
        },
      ],
    },
  });
  return findings.map(({ path, message }) => `${path}: ${message}`);
}

it('a field may be of any type of Kubernetes: the server takes its schema', () => {
  const coreTypes = createCoreTypes({ registry: createMarkerRegistry() });
  const diagnostics = new Diagnostics();
  const builder = new SchemaBuilder({ diagnostics });
  const refused: string[] = [];
  let count = 0;
  for (const [goPackage, types] of Object.entries(packages)) {
    for (const name of Object.keys(types).filter((one) => !RECURSIVE.test(one))) {
      count++;
      const schema = builder.typeSchema(coreTypes.find(goPackage, name)!);
      const problems = verdict(finishSchema(schema, { origins: builder.origins }));
      refused.push(...problems.map((problem) => `${goPackage} ${name}: ${problem}`));
    }
  }
  expect(diagnostics.all()).toEqual([]);
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan(750);
}, 60_000);
