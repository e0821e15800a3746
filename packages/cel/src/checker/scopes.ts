import type { Declarations, Identifier } from '../declarations.js';
import type { Type } from '../types.js';

/** The names at one place: variables of the comprehensions around it, then what the environment declares. */
export class Scopes {
  readonly #declarations: Declarations;
  readonly #locals: { readonly name: string; readonly type: Type }[] = [];

  constructor(declarations: Declarations) {
    this.#declarations = declarations;
  }

  /** Declares a variable of a comprehension; {@link leave} takes it back. */
  enter(name: string, type: Type): void {
    this.#locals.push({ name, type });
  }

  leave(count: number): void {
    this.#locals.length -= count;
  }

  /** A variable of a comprehension hides the names of the container, and all that begin with it and a dot. */
  lookup(name: string): Identifier | undefined {
    const absolute = name.startsWith('.') ? name.slice(1) : name;
    const local = this.#locals.findLast((candidate) => candidate.name === absolute);
    if (local !== undefined) return local;
    const prefix = name.slice(0, Math.max(name.indexOf('.'), 0));
    if (this.#locals.some((candidate) => candidate.name === prefix)) return undefined;
    for (const candidate of this.#declarations.candidates(name)) {
      const declared = this.#declarations.identifier(candidate);
      if (declared !== undefined) return declared;
    }
    return undefined;
  }
}
