import { builtinSchema, builtinSchemaNames } from '@kubewright/api/schema';
import { describe, expect, it } from 'vitest';
import { createMarkerRegistry } from '../markers/registry.js';
import { lastMarker } from '../model/marker.js';
import type { Field, ObjectType, SchemaType } from '../model/schema-type.js';
import { createCoreTypes } from './core-types.js';
import { packages } from './generated/index.js';

const core = createCoreTypes({ registry: createMarkerRegistry() });

describe('the types of Kubernetes', () => {
  it('can all be read, with all that they refer to', () => {
    const types = Object.entries(packages).flatMap(([goPackage, of]) =>
      Object.keys(of).map((name) => [goPackage, name] as const),
    );
    expect(types.length).toBeGreaterThan(750);
    for (const [goPackage, name] of types) expect(() => declared(core.find(goPackage, name))).not.toThrow();
  });

  it('have the fields of Kubernetes’ OpenAPI, where that tells fields', () => {
    const missing: string[] = [];
    let compared = 0;
    for (const name of builtinSchemaNames()) {
      const properties = builtinSchema(name)?.properties;
      const type = core.find(...goNameOf(name));
      if (properties === undefined || type === undefined || type.type === 'known') continue;
      compared++;
      const fields = namesOf(declared(type));
      for (const property of Object.keys(properties))
        if (!fields.includes(property)) missing.push(`${name}: ${property}`);
    }
    expect(compared).toBeGreaterThan(450);
    expect(missing).toEqual([]);
  });

  it('keep their comments with their line breaks, and the markers on fields', () => {
    const port = core.find('k8s.io/api/core/v1', 'ContainerPort');
    const protocol = fieldOf(port, 'protocol');
    expect(protocol.documentation).toBe('Protocol for port. Must be UDP, TCP, or SCTP.\nDefaults to "TCP".');
    expect(lastMarker(protocol.markers, 'default')?.value).toBe('TCP');
    expect(protocol.optional).toBe(true);
    expect(fieldOf(port, 'containerPort')).toMatchObject({
      optional: false,
      fieldType: { type: 'scalar', scalar: 'integer', format: 'int32' },
    });
    expect(
      lastMarker(fieldOf(core.find('k8s.io/api/core/v1', 'PodSpec'), 'containers').markers, 'listMapKey')
        ?.value,
    ).toBe('name');
  });

  it('tell embedded structs as inline fields', () => {
    const probe = declared(core.find('k8s.io/api/core/v1', 'Probe'));
    expect(probe.fields.find(({ inline }) => inline === true)?.fieldType).toMatchObject({
      type: 'reference',
      declaration: { name: 'ProbeHandler' },
    });
  });

  it('are the known ones where JSON is fixed, whatever the fields', () => {
    expect(core.find('k8s.io/apimachinery/pkg/apis/meta/v1', 'Time')).toEqual({
      type: 'known',
      known: 'Time',
    });
    expect(core.find('k8s.io/apimachinery/pkg/api/resource', 'Quantity')).toEqual({
      type: 'known',
      known: 'Quantity',
    });
    expect(core.find('k8s.io/api/core/v1', 'Containr')).toBeUndefined();
  });
});

/** `io.k8s.api.core.v1.Pod` -> the Go package and the name. */
function goNameOf(schema: string): [string, string] {
  const parts = schema.replace(/^io\.k8s\./, '').split('.');
  const name = parts.pop() ?? '';
  return [`k8s.io/${parts.join('/')}`, name];
}

function declared(type: SchemaType | undefined): ObjectType {
  let found = type;
  while (found?.type === 'reference') found = found.declaration.declared;
  return found?.type === 'object' ? found : { type: 'object', fields: [] };
}

function namesOf(type: ObjectType): string[] {
  return type.fields.flatMap(({ name, inline, fieldType }) =>
    inline === true ? namesOf(declared(fieldType)) : [name],
  );
}

function fieldOf(type: SchemaType | undefined, name: string): Field {
  const field = declared(type).fields.find((of) => of.name === name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
}
