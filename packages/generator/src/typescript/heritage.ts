import type { Field, SchemaType, TypeDeclaration } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import { fieldsOfObjectMeta } from './custom-resource.js';
import { membersType } from './members.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';
import type { Entity } from './resolver.js';

type ObjectDeclaration = TypeScript.InterfaceDeclaration | TypeScript.ClassDeclaration;

/** What an interface or class declares: all its declarations merged, with the fields of what they extend. */
export function objectDeclarationType(
  reading: Reading,
  entity: Entity,
  scopeOf: (declaration: ObjectDeclaration) => Scope,
): SchemaType {
  let fields: readonly Field[] = [];
  for (const declaration of entity.declarations) {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) continue;
    const scope = scopeOf(declaration);
    const inherited = mergeFields(fields, baseFields(reading, declaration, scope));
    const type = membersType(reading, declarationMembers(declaration), inherited, scope);
    if (type.type !== 'object') return type;
    fields = pruneInlined(reading, type.fields);
  }
  return { type: 'object', fields };
}

/** Members, and parameters of the constructor that are properties. */
function declarationMembers(
  declaration: ObjectDeclaration,
): (TypeScript.TypeElement | TypeScript.ClassElement | TypeScript.ParameterDeclaration)[] {
  if (ts.isInterfaceDeclaration(declaration)) return [...declaration.members];
  return [...declaration.members].flatMap(
    (member): (TypeScript.ClassElement | TypeScript.ParameterDeclaration)[] =>
      ts.isConstructorDeclaration(member)
        ? member.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
        : [member],
  );
}

function baseFields(reading: Reading, declaration: ObjectDeclaration, scope: Scope): readonly Field[] {
  let fields: readonly Field[] = [];
  for (const clause of declaration.heritageClauses ?? []) {
    if (clause.token !== ts.SyntaxKind.ExtendsKeyword) continue;
    for (const base of clause.types)
      fields = mergeFields(fields, inheritedFields(reading, reading.evaluate(base, scope), base, scope));
  }
  return fields;
}

/**
 * The fields that a type gets from one that it extends. A named type with markers is embedded whole, as in Go, because
 * its markers, such as rules, hold for its fields wherever they are.
 */
export function inheritedFields(
  reading: Reading,
  atoms: Atoms,
  node: TypeScript.Node,
  scope: Scope,
): readonly Field[] {
  const [atom, another] = atoms;
  const type = atom?.atom === 'type' && another === undefined ? atom.type : undefined;
  if (type?.type === 'known' && type.known === 'Unstructured')
    return fieldsOfObjectMeta(reading, node, scope);
  const fields = type === undefined ? undefined : reading.fieldsOf(type);
  if (type === undefined || fields === undefined) {
    if (!(type?.type === 'any'))
      unsupported(
        reading,
        node,
        scope,
        `'${shortText(node, scope)}' is no object type with fields of its own`,
        'extend an interface, a class or an object type',
      );
    return [];
  }
  if (type.type !== 'reference' || type.declaration.markers.length === 0) return fields;
  return [inlineField(type.declaration)];
}

function inlineField(declaration: TypeDeclaration): Field {
  return {
    name: '',
    inline: true,
    optional: false,
    documentation: '',
    markers: [],
    fieldType: { type: 'reference', declaration },
    ...(declaration.position === undefined ? {} : { position: declaration.position }),
  };
}

/** Later fields replace those of the same name, in their place. */
export function mergeFields(fields: readonly Field[], more: readonly Field[]): readonly Field[] {
  if (fields.length === 0) return more;
  const merged = new Map<Field | string, Field>();
  for (const field of [...fields, ...more]) merged.set(field.inline === true ? field : field.name, field);
  return [...merged.values()];
}

/** Takes fields that are declared again out of the types that are embedded whole. */
export function pruneInlined(reading: Reading, fields: readonly Field[]): readonly Field[] {
  const own = new Set(fields.flatMap((field) => (field.inline === true ? [] : [field.name])));
  return fields.map((field) => {
    if (field.inline !== true || field.fieldType.type !== 'reference') return field;
    const inherited = reading.fieldsOf(field.fieldType) ?? [];
    const rest = inherited.filter(({ name }) => !own.has(name));
    if (rest.length === inherited.length) return field;
    const { declaration } = field.fieldType;
    const left: TypeDeclaration = {
      ...declaration,
      id: `${declaration.id} without ${inherited
        .filter(({ name }) => own.has(name))
        .map(({ name }) => name)
        .join(',')}`,
      declared: { type: 'object', fields: rest },
    };
    return { ...field, fieldType: { type: 'reference', declaration: left } };
  });
}
