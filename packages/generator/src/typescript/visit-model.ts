import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { RootType } from '../model/program-model.js';
import type { SchemaType, TypeDeclaration } from '../model/schema-type.js';

/** Types without names within each other; more than this is a type that contains itself, or never ends. */
const MAX_NESTING = 50;

/** Types without names in one declaration; more than this is a type that grows without end. */
const MAX_TYPES = 20_000;

/**
 * Computes everything that is reachable from some kinds, so that all findings are told in one run. Returns the kinds
 * whose types have an end: named types may contain themselves, types without a name must not.
 */
export function visitModel(roots: readonly RootType[], diagnostics: Diagnostics): RootType[] {
  return roots.filter((root) => new Visit(diagnostics).declaration(root.declaration));
}

class Visit {
  readonly #diagnostics: Diagnostics;
  readonly #seen = new Set<TypeDeclaration>();
  #types = 0;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  declaration(declaration: TypeDeclaration): boolean {
    // Types of Kubernetes are not the user's: nothing is wrong with them.
    if (this.#seen.has(declaration) || !declaration.id.startsWith('/')) return true;
    this.#seen.add(declaration);
    void declaration.documentation;
    void declaration.markers;
    const outer = this.#types;
    this.#types = 0;
    const isFinite = this.#type(declaration.declared, 0);
    this.#types = outer;
    if (isFinite === undefined) {
      this.#diagnostics.error(
        'RecursiveType',
        declaration.position,
        `'${declaration.name}' has a field whose type contains itself without end`,
        'give the type of the field a name, and let it refer to itself by this name',
      );
      return false;
    }
    return isFinite;
  }

  /** `undefined` for a type without end, `false` when a declaration that it refers to has such a type. */
  #type(type: SchemaType, depth: number): boolean | undefined {
    this.#types += 1;
    if (depth > MAX_NESTING || this.#types > MAX_TYPES) return undefined;
    const all = (types: readonly SchemaType[]): boolean | undefined => {
      let result: boolean | undefined = true;
      for (const one of types) {
        const finite = this.#type(one, depth + 1);
        if (finite === undefined) return undefined;
        result &&= finite;
      }
      return result;
    };
    switch (type.type) {
      case 'array':
        return all([type.items]);
      case 'tuple':
        return all(type.items);
      case 'map':
        return all([type.values]);
      case 'union':
        return all(type.members);
      case 'nullable':
        return all([type.of]);
      case 'reference':
        return this.declaration(type.declaration);
      case 'object':
        for (const field of type.fields) {
          void field.markers;
          void field.documentation;
          void field.optional;
        }
        return all(type.fields.map(({ fieldType }) => fieldType));
      case 'scalar':
      case 'known':
      case 'enum':
      case 'any':
        return true;
    }
  }
}
