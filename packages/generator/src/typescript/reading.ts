import type { DiagnosticCode } from '../diagnostics/diagnostic.js';
import type { Marker } from '../model/marker.js';
import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import type { TypeScript } from './compiler.js';
import type { ConstantReader } from './constant.js';
import { shortText } from './constant.js';
import { NeedsChecker } from './needs-checker.js';
import type { Entity, Place, Resolver } from './resolver.js';

/** Where a type is written, and what its type parameters stand for there. */
export interface Scope extends Place {
  readonly bindings: ReadonlyMap<string, Atoms>;
  /** What `this` stands for. */
  readonly self?: Atoms;
}

export interface Comments {
  readonly documentation: string;
  readonly markers: readonly Marker[];
}

/** What the parts that compute types ask of each other during one run. */
export interface Reading {
  readonly resolver: Resolver;
  readonly constants: ConstantReader;
  /** The alternatives that a type consists of. Reports what cannot be part of a schema. */
  evaluate(node: TypeScript.TypeNode, scope: Scope): Atoms;
  /** The type of an expression, as `typeof` sees it. */
  evaluateExpression(node: TypeScript.Expression, scope: Scope, asConst: boolean): Atoms;
  /** A reference to a named type of the project or of a package. */
  reference(entity: Entity, args: readonly Atoms[] | undefined, node: TypeScript.Node, scope: Scope): Atoms;
  /** A type of Kubernetes by its Go package and name. */
  coreType(goPackage: string, name: string): SchemaType | undefined;
  /** Replaces names of aliases and enums by what they stand for, all the way down. */
  expand(atoms: Atoms): Atoms;
  /** The one type that alternatives make; `undefined` among them is left out. */
  settle(atoms: Atoms, node: TypeScript.Node, scope: Place): SchemaType;
  /** Fields of an object type, those of inlined types among them; `undefined` for what is no object with fields. */
  fieldsOf(type: SchemaType): readonly Field[] | undefined;
  /** Alternatives of a field's type, before they are settled. */
  atomsOf(field: Field): Atoms;
  field(init: FieldInit): Field;
  /** Documentation and markers of a declaration or member; read once. */
  comments(node: TypeScript.Node, place: Place, target: 'type' | 'field'): Comments;
  /**
   * What the checker of TypeScript makes of a type that is not computed here. Throws `NeedsChecker` where it depends on
   * type parameters.
   */
  fallback(node: TypeScript.TypeNode, scope: Scope): Atoms;
  report(code: DiagnosticCode, node: TypeScript.Node, place: Place, message: string, hint?: string): void;
}

export interface FieldInit {
  readonly name: string;
  /** Its name stands here. */
  readonly node: TypeScript.Node;
  /** Its type stands here; where the name does unless given. */
  readonly typeNode?: TypeScript.Node | undefined;
  readonly place: Place;
  /** Written with a question mark, which `Required` takes away together with `undefined`. */
  readonly hasQuestionMark?: () => boolean;
  /** Is handed the alternatives of the field's type. */
  readonly optional: (atoms: () => Atoms) => boolean;
  readonly atoms: () => Atoms;
  readonly comments: () => Comments;
}

/** Reports a type that has no schema, and goes on as if anything were allowed there. */
export function unsupported(
  reading: Reading,
  node: TypeScript.Node,
  place: Place,
  message: string,
  hint?: string,
): Atoms {
  reading.report('UnsupportedType', node, place, message, hint);
  return [{ atom: 'type', type: { type: 'any' } }];
}

/** Computes a type that is looked at on its own; reports what cannot be computed without the types around it. */
export function guarded(reading: Reading, compute: () => Atoms): Atoms {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof NeedsChecker)) throw error;
    return unsupported(
      reading,
      error.node,
      error.place,
      `'${shortText(error.node, error.place)}' is computed from code`,
      'write the type of the data beside it',
    );
  }
}

/** Reports a type without a name that contains itself, and stands for it from there on. */
export function circular(reading: Reading, node: TypeScript.Node, place: Place): SchemaType {
  reading.report(
    'RecursiveType',
    node,
    place,
    `'${shortText(node, place)}' contains itself`,
    'give it a name, and let it refer to itself by this name',
  );
  return { type: 'any' };
}

/** Adds what type parameters stand for. */
export function bind(scope: Scope, bindings: Iterable<readonly [string, Atoms]>): Scope {
  return { ...scope, bindings: new Map([...scope.bindings, ...bindings]) };
}
