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

  lookup(name: string): Identifier | undefined {
    for (const candidate of this.#declarations.candidates(name)) {
      const found = this.#locals.findLast((local) => local.name === candidate);
      if (found !== undefined) return found;
      const declared = this.#declarations.identifier(candidate);
      if (declared !== undefined) return declared;
    }
    return undefined;
  }
}
