import type { SchemaType, TypeDeclaration } from '../model/schema-type.js';
import type { Atom, Atoms } from './atoms.js';
import { atomsKey, literalAtoms, typeAtom } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { NotConstant, shortText } from './constant.js';
import { objectDeclarationType } from './heritage.js';
import { lazy } from './lazy.js';
import { isClosed, NeedsChecker } from './needs-checker.js';
import { bind, guarded, unsupported } from './reading.js';
import type { Reading, Scope } from './reading.js';
import type { Entity, Place } from './resolver.js';
import { positionOf } from './source-module.js';

type TypeNameDeclaration =
  | TypeScript.InterfaceDeclaration
  | TypeScript.ClassDeclaration
  | TypeScript.TypeAliasDeclaration
  | TypeScript.EnumDeclaration;

/** Instantiations of a generic type within each other; more than this is taken for a type that never ends. */
const MAX_NESTED_ARGUMENTS = 10;

/** Where a type was first named. */
interface Origin {
  readonly node: TypeScript.Node;
  readonly scope: Scope;
}

interface Entry {
  readonly declaration: TypeDeclaration;
  /** What an alias or enum stands for; `undefined` for interfaces and classes, which have a name of their own. */
  readonly alternatives: (() => Atoms) | undefined;
  readonly depth: number;
  readonly node: TypeScript.Node;
  readonly place: Place;
}

/** The named types of a run, one declaration for each name and choice of type arguments. */
export class Declarations {
  readonly #reading: Reading;
  readonly #entries = new Map<string, Entry>();
  readonly #byDeclaration = new WeakMap<TypeDeclaration, Entry>();
  readonly #expanding = new Set<Entry>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  reference(entity: Entity, args: readonly Atoms[] | undefined, node: TypeScript.Node, scope: Scope): Atoms {
    const declarations = entity.declarations.filter(isTypeName);
    const [first] = declarations;
    if (first === undefined)
      return unsupported(
        this.#reading,
        node,
        scope,
        `'${entity.name}' is a value and not a type`,
        `write typeof ${entity.name}`,
      );
    const bindings = this.#bindings(first, entity, args ?? [], node, scope);
    const values = bindings.map(([, atoms]) => atoms);
    const depth = 1 + Math.max(0, ...values.flatMap((atoms) => atoms.map((atom) => this.#depth(atom))));
    if (depth > MAX_NESTED_ARGUMENTS) {
      this.#reading.report(
        'RecursiveType',
        node,
        scope,
        `'${entity.name}' refers to itself with ever new type arguments`,
        'a schema is finite: let the type refer to itself with the same arguments, or stop at unknown',
      );
      return typeAtom({ type: 'any' });
    }
    const suffix = values.length === 0 ? '' : `<${values.map(atomsKey).join(',')}>`;
    const id = `${entity.module.path}#${entity.name}${suffix}`;
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      const label = values.length === 0 ? '' : `<${values.map(shortName).join(', ')}>`;
      entry = this.#declare(id, `${entity.name}${label}`, entity, declarations, bindings, depth, {
        node,
        scope,
      });
      this.#entries.set(id, entry);
      this.#byDeclaration.set(entry.declaration, entry);
    }
    return typeAtom({ type: 'reference', declaration: entry.declaration });
  }

  /** Names of aliases and enums give way to what they stand for. */
  expand(atoms: Atoms): Atoms {
    return atoms.flatMap((atom) => {
      if (atom.atom !== 'type' || atom.type.type !== 'reference') return [atom];
      const entry = this.#byDeclaration.get(atom.type.declaration);
      if (entry?.alternatives === undefined) return [atom];
      if (this.#expanding.has(entry))
        return this.#standsForItself(entry.declaration.name, entry.node, entry.place);
      this.#expanding.add(entry);
      try {
        return this.expand(entry.alternatives());
      } finally {
        this.#expanding.delete(entry);
      }
    });
  }

  /** What an alias stands for, with an error when it leads back to the alias. */
  #ownAlternatives(id: string, alternatives: () => Atoms): Atoms {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.expand(typeAtom({ type: 'reference', declaration: entry.declaration }));
    return alternatives().filter((atom) => !isReferenceTo(atom, entry?.declaration));
  }

  #standsForItself(name: string, node: TypeScript.Node, place: Place): Atoms {
    this.#reading.report(
      'RecursiveType',
      node,
      place,
      `'${name}' stands for itself`,
      'a type can refer to itself only within an object or array',
    );
    return typeAtom({ type: 'any' });
  }

  /** How many types are nested in a type argument. */
  #depth(atom: Atom): number {
    return atom.atom === 'type' ? this.#typeDepth(atom.type) : 0;
  }

  #typeDepth(type: SchemaType, around = 0): number {
    if (around > MAX_NESTED_ARGUMENTS) return around;
    const deepest = (types: readonly SchemaType[]): number =>
      1 + Math.max(0, ...types.map((one) => this.#typeDepth(one, around + 1)));
    switch (type.type) {
      case 'reference':
        return this.#byDeclaration.get(type.declaration)?.depth ?? 0;
      case 'array':
        return deepest([type.items]);
      case 'map':
        return deepest([type.values]);
      case 'nullable':
        return deepest([type.of]);
      case 'tuple':
        return deepest(type.items);
      case 'union':
        return deepest(type.members);
      case 'object':
        return deepest(type.fields.map(({ fieldType }) => fieldType));
      default:
        return 0;
    }
  }

  #bindings(
    declaration: TypeNameDeclaration,
    entity: Entity,
    args: readonly Atoms[],
    node: TypeScript.Node,
    scope: Scope,
  ): [string, Atoms][] {
    const parameters = 'typeParameters' in declaration ? (declaration.typeParameters ?? []) : [];
    const bindings: [string, Atoms][] = [];
    for (const [index, parameter] of parameters.entries()) {
      const given = args[index];
      const fallback = parameter.default;
      const inner: Scope = bind({ ...placeOf(entity), bindings: new Map() }, bindings);
      bindings.push([
        parameter.name.text,
        given ??
          (fallback === undefined
            ? unsupported(
                this.#reading,
                node,
                scope,
                `'${entity.name}' needs a type for '${parameter.name.text}'`,
                `write ${entity.name}<${parameters.map(({ name }) => name.text).join(', ')}> with types of yours`,
              )
            : this.#reading.evaluate(fallback, inner)),
      ]);
    }
    return bindings;
  }

  #declare(
    id: string,
    name: string,
    entity: Entity,
    declarations: readonly TypeNameDeclaration[],
    bindings: readonly (readonly [string, Atoms])[],
    depth: number,
    origin: Origin,
  ): Entry {
    const reading = this.#reading;
    const [first] = declarations as [TypeNameDeclaration];
    const scope: Scope = { ...placeOf(entity), bindings: new Map(bindings) };
    const comments = lazy(() => {
      const all = declarations.map((declaration) => reading.comments(declaration, scope, 'type'));
      const documentation = all.find((one) => one.documentation !== '')?.documentation ?? '';
      return { documentation, markers: all.flatMap(({ markers }) => markers) };
    });
    const alternatives = this.#alternatives(entity, first, scope, origin);
    const onCircle = (): Atoms => this.#standsForItself(entity.name, first.name ?? first, scope);
    const declared = lazy(
      (): SchemaType => {
        if (alternatives !== undefined)
          return reading.settle(this.#ownAlternatives(id, alternatives), first, scope);
        const self = typeAtom({ type: 'reference', declaration });
        // Each of the merged declarations names its type parameters itself.
        return objectDeclarationType(reading, entity, (one) => ({
          ...scope,
          self,
          bindings: new Map(
            (one.typeParameters ?? []).flatMap((parameter, index) => {
              const bound = bindings[index]?.[1];
              return bound === undefined ? [] : [[parameter.name.text, bound] as const];
            }),
          ),
        }));
      },
      (): SchemaType => {
        onCircle();
        return { type: 'any' };
      },
    );
    const declaration: TypeDeclaration = {
      id,
      name,
      get documentation() {
        return comments().documentation;
      },
      get markers() {
        return comments().markers;
      },
      get declared() {
        return declared();
      },
      position: positionOf(entity.module, first.name ?? first),
    };
    return { declaration, alternatives, depth, node: first.name ?? first, place: scope };
  }

  #alternatives(
    entity: Entity,
    first: TypeNameDeclaration,
    scope: Scope,
    origin: Origin,
  ): (() => Atoms) | undefined {
    const reading = this.#reading;
    if (ts.isEnumDeclaration(first)) return lazy(() => enumAtoms(reading, entity, first));
    if (!ts.isTypeAliasDeclaration(first)) return undefined;
    return lazy(
      () =>
        guarded(reading, () => {
          try {
            return reading.evaluate(first.type, scope);
          } catch (error) {
            if (
              !(error instanceof NeedsChecker) ||
              !ts.isTypeNode(origin.node) ||
              !isClosed(origin.node, origin.scope)
            )
              throw error;
            return reading.fallback(origin.node, origin.scope);
          }
        }),
      () => this.#standsForItself(entity.name, first.name ?? first, scope),
    );
  }
}

function enumAtoms(reading: Reading, entity: Entity, node: TypeScript.EnumDeclaration): Atoms {
  try {
    return literalAtoms([...new Set(reading.constants.enumMembers(entity).values())]);
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error;
    return unsupported(
      reading,
      error.node,
      error.place,
      `the enum '${shortText(node.name, entity)}' has a member whose value cannot be read from the source: ${error.message}`,
      "write the value, for example Running = 'Running'",
    );
  }
}

function isTypeName(declaration: TypeScript.Node): declaration is TypeNameDeclaration {
  return (
    ts.isInterfaceDeclaration(declaration) ||
    ts.isClassDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration)
  );
}

function placeOf({ module, namespaces }: Entity): {
  module: Entity['module'];
  namespaces: Entity['namespaces'];
} {
  return { module, namespaces };
}

function isReferenceTo(atom: Atom, declaration: TypeDeclaration | undefined): boolean {
  return atom.atom === 'type' && atom.type.type === 'reference' && atom.type.declaration === declaration;
}

/** Of type arguments, for names of instantiations: `Page<Item>`. */
function shortName(atoms: Atoms): string {
  return atoms
    .map((atom) => (atom.atom === 'type' ? shortTypeName(atom.type) : atomsKey([atom])))
    .join(' | ');
}

function shortTypeName(type: SchemaType): string {
  if (type.type === 'reference') return type.declaration.name;
  return type.type === 'array' ? `${shortTypeName(type.items)}[]` : atomsKey(typeAtom(type));
}
