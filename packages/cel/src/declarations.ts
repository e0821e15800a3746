import type { FunctionDeclaration, Library, Macro, Overload, VariableDeclaration } from './library.js';
import { macroKey } from './syntax/parser.js';
import { typeType } from './types.js';
import type { Type, TypeProvider } from './types.js';
import type { Value } from './values.js';

/** A name that may stand in an expression. */
export interface Identifier {
  readonly name: string;
  readonly type: Type;
  /** Of constants and of types. */
  readonly value?: Value;
}

/** All overloads of one function, of all libraries. */
export interface DeclaredFunction {
  readonly name: string;
  readonly overloads: readonly Overload[];
  readonly implementation: FunctionDeclaration['implementation'];
}

/** What the libraries and variables of an environment declare, by name. */
export class Declarations {
  readonly functions = new Map<string, DeclaredFunction>();
  readonly macros = new Map<string, Macro>();
  readonly #identifiers = new Map<string, Identifier>();
  readonly #provider: TypeProvider | undefined;
  readonly #container: string;

  constructor(
    libraries: readonly Library[],
    variables: readonly VariableDeclaration[],
    provider: TypeProvider | undefined,
    container: string,
  ) {
    this.#provider = provider;
    this.#container = container;
    for (const library of libraries) {
      for (const type of library.types ?? []) {
        this.#identifiers.set(type.name, { name: type.name, type: typeType(type), value: type });
      }
      for (const constant of library.constants ?? []) this.#identifiers.set(constant.name, constant);
      for (const variable of library.variables ?? []) this.#identifiers.set(variable.name, variable);
      for (const declaration of library.functions ?? []) this.#addFunction(declaration);
      for (const macro of library.macros ?? []) {
        this.macros.set(macroKey(macro.name, macro.arity, macro.receiver), macro);
      }
    }
    for (const variable of variables) this.#identifiers.set(variable.name, variable);
  }

  /** A later overload of the same id takes the place of the earlier one: that is how libraries have versions. */
  #addFunction(declaration: FunctionDeclaration): void {
    const known = this.functions.get(declaration.name);
    const overloads = new Map(known?.overloads.map((overload) => [overload.id, overload]));
    for (const overload of declaration.overloads) overloads.set(overload.id, overload);
    this.functions.set(declaration.name, {
      name: declaration.name,
      overloads: [...overloads.values()],
      implementation: declaration.implementation ?? known?.implementation,
    });
  }

  /** `name` in the container and outwards; with a leading dot, at the root only (containers.ResolveCandidateNames). */
  candidates(name: string): readonly string[] {
    if (name.startsWith('.')) return [name.slice(1)];
    if (this.#container === '') return [name];
    const names: string[] = [];
    for (
      let prefix = this.#container;
      prefix !== '';
      prefix = prefix.slice(0, Math.max(prefix.lastIndexOf('.'), 0))
    ) {
      names.push(`${prefix}.${name}`);
    }
    return [...names, name];
  }

  /** By qualified name. */
  identifier(name: string): Identifier | undefined {
    const declared = this.#identifiers.get(name);
    if (declared !== undefined) return declared;
    const type = this.#provider?.findType(name);
    return type && { name, type: typeType(type), value: type };
  }

  findFunction(name: string): DeclaredFunction | undefined {
    for (const candidate of this.candidates(name)) {
      const found = this.functions.get(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
