import { DYN, sameType, Type } from '../types.js';

/**
 * Substitutions of type parameters, and what may be assigned under them (cel-go: checker/types.go). Substitutions are
 * added while types are compared; a comparison that fails takes them back.
 */
export class Unification {
  readonly #substitutions = new Map<string, Type>();
  /** What was known before, so that it can be put back. */
  readonly #trail: { readonly name: string; readonly before: Type | undefined }[] = [];
  #free = 0;

  /** A type parameter that stands for a type not known yet. */
  newVariable(): Type {
    return new Type('typeParam', `_var${this.#free++}`);
  }

  /** Whether a value of the one type may stand where the other is wanted. */
  isAssignable(from: Type, to: Type): boolean {
    return this.isAssignableList([from], [to]);
  }

  isAssignableList(from: readonly Type[], to: readonly Type[]): boolean {
    this.#trail.length = 0;
    if (this.#assignableAll(from, to)) return true;
    for (const { name, before } of this.#trail.reverse()) {
      if (before === undefined) this.#substitutions.delete(name);
      else this.#substitutions.set(name, before);
    }
    return false;
  }

  #learn(parameter: Type, type: Type): void {
    this.#trail.push({ name: parameter.name, before: this.#substitutions.get(parameter.name) });
    this.#substitutions.set(parameter.name, type);
  }

  /** The type with all known parameters put in; the unknown ones become dyn where asked. */
  substitute(type: Type, unknownToDyn: boolean): Type {
    const known = type.kind === 'typeParam' ? this.#substitutions.get(type.name) : undefined;
    if (known !== undefined) return this.substitute(known, unknownToDyn);
    if (type.kind === 'typeParam') return unknownToDyn ? DYN : type;
    if (type.parameters.length === 0) return type;
    let changed = false;
    const parameters = type.parameters.map((parameter) => {
      const substituted = this.substitute(parameter, unknownToDyn);
      changed ||= substituted !== parameter;
      return substituted;
    });
    return changed ? new Type(type.kind, type.name, parameters) : type;
  }

  #assignableAll(from: readonly Type[], to: readonly Type[]): boolean {
    return from.length === to.length && from.every((type, index) => this.#assignable(type, to[index]!));
  }

  #assignable(from: Type, to: Type): boolean {
    if (to.kind === 'typeParam') {
      const { valid, known } = this.#stands(from, to);
      if (valid) return true;
      if (known) return false;
    }
    if (from.kind === 'typeParam') return this.#stands(to, from).valid;
    if (isDynOrError(from) || isDynOrError(to)) return true;
    if (from.kind === 'null') return isNullable(to);
    if (to.kind === 'null') return isNullable(from);
    switch (from.kind) {
      case 'opaque':
      case 'list':
      case 'map':
        return (
          from.kind === to.kind &&
          from.name === to.name &&
          this.#assignableAll(from.parameters, to.parameters)
        );
      case 'type':
        return to.kind === 'type';
      default:
        return from.kind === to.kind && from.name === to.name;
    }
  }

  /** Whether the parameter may stand for the type, and whether it stood for something before. */
  #stands(type: Type, parameter: Type): { readonly valid: boolean; readonly known: boolean } {
    if (type.kind === parameter.kind && sameType(type, parameter)) return { valid: true, known: true };
    const known = this.#substitutions.get(parameter.name);
    if (known !== undefined) {
      if (sameType(type, known)) return { valid: true, known: true };
      if (!this.#assignable(type, known)) return { valid: false, known: true };
      const general = mostGeneral(type, known);
      if (this.#notReferencedIn(parameter, general)) this.#learn(parameter, general);
      return { valid: true, known: true };
    }
    if (!this.#notReferencedIn(parameter, type)) return { valid: false, known: false };
    this.#learn(parameter, type);
    return { valid: true, known: false };
  }

  /** The occurs check of unification. */
  #notReferencedIn(parameter: Type, within: Type): boolean {
    if (sameType(parameter, within)) return false;
    if (within.kind === 'typeParam') {
      const known = this.#substitutions.get(within.name);
      return known === undefined || this.#notReferencedIn(parameter, known);
    }
    return within.parameters.every((inner) => this.#notReferencedIn(parameter, inner));
  }
}

export const isDynOrError = (type: Type): boolean => type.kind === 'dyn' || type.kind === 'error';

const isNullable = (type: Type): boolean =>
  type.kind === 'null' ||
  type.kind === 'opaque' ||
  type.kind === 'struct' ||
  type.kind === 'duration' ||
  type.kind === 'timestamp';

/** Of two types that unify, the one that says less. */
export const mostGeneral = (a: Type, b: Type): Type => (isEqualOrLessSpecific(a, b) ? a : b);

const isEqualOrLessSpecific = (a: Type, b: Type): boolean => {
  if (a.kind === 'dyn' || a.kind === 'typeParam') return true;
  if (b.kind === 'dyn' || b.kind === 'typeParam' || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'opaque':
    case 'list':
    case 'map':
      return (
        a.name === b.name &&
        a.parameters.length === b.parameters.length &&
        a.parameters.every((parameter, index) => isEqualOrLessSpecific(parameter, b.parameters[index]!))
      );
    case 'type':
      return true;
    default:
      return sameType(a, b);
  }
};

/** Fresh variables for the parameters of one overload, per call of it. */
export const instantiate = (types: readonly Type[], newVariable: () => Type): readonly Type[] => {
  const variables = new Map<string, Type>();
  const replace = (type: Type): Type => {
    if (type.kind === 'typeParam') {
      const variable = variables.get(type.name) ?? newVariable();
      variables.set(type.name, variable);
      return variable;
    }
    return type.parameters.length === 0 ? type : new Type(type.kind, type.name, type.parameters.map(replace));
  };
  return types.some(isParametric) ? types.map(replace) : types;
};

const isParametric = (type: Type): boolean => type.kind === 'typeParam' || type.parameters.some(isParametric);
