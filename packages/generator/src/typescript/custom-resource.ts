import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import type { TypeScript } from './compiler.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';
import type { Place } from './resolver.js';

const META = 'k8s.io/apimachinery/pkg/apis/meta/v1';

/** `apiVersion`, `kind` and `metadata`, as Go types embed TypeMeta and ObjectMeta. */
export function fieldsOfObjectMeta(reading: Reading, node: TypeScript.Node, place: Place): readonly Field[] {
  const declared = reading.coreType(META, 'TypeMeta');
  const fields = (declared && reading.fieldsOf(declared)) ?? [];
  const typeMeta = ['apiVersion', 'kind'].map(
    (name) =>
      fields.find((field) => field.name === name) ??
      plainField(reading, name, true, () => [scalarText], node, place),
  );
  const metadata = plainField(reading, 'metadata', true, () => [objectMeta], node, place);
  return [...typeMeta, metadata];
}

/** `CustomResource<Spec, Status>`; without a status of its own the field is an empty object. */
export function customResourceType(
  reading: Reading,
  args: readonly Atoms[],
  node: TypeScript.Node,
  scope: Scope,
): SchemaType {
  const [spec, status] = args;
  if (spec === undefined) {
    unsupported(
      reading,
      node,
      scope,
      'CustomResource needs the type of the spec',
      'write CustomResource<MySpec, MyStatus>',
    );
    return { type: 'object', fields: fieldsOfObjectMeta(reading, node, scope) };
  }
  return {
    type: 'object',
    fields: [
      ...fieldsOfObjectMeta(reading, node, scope),
      plainField(reading, 'spec', false, () => spec, node, scope),
      plainField(reading, 'status', true, () => status ?? [emptyObject], node, scope),
    ],
  };
}

const scalarText = { atom: 'type', type: { type: 'scalar', scalar: 'string' } } as const;
const objectMeta = { atom: 'type', type: { type: 'known', known: 'ObjectMeta' } } as const;
const emptyObject = { atom: 'type', type: { type: 'object', fields: [] } } as const;

function plainField(
  reading: Reading,
  name: string,
  optional: boolean,
  atoms: () => Atoms,
  node: TypeScript.Node,
  place: Place,
): Field {
  return reading.field({
    name,
    node,
    place,
    optional: () => optional,
    atoms,
    comments: () => ({ documentation: '', markers: [] }),
  });
}
