import type { RootType } from '../model/program-model.js';
import type { SchemaType, TypeDeclaration } from '../model/schema-type.js';

/** Computes everything that is reachable from some kinds, so that all findings are told in one run. */
export function visitModel(roots: readonly RootType[]): void {
  const seen = new Set<TypeDeclaration>();
  const declaration = (one: TypeDeclaration): void => {
    // Types of Kubernetes are not the user's: nothing is wrong with them.
    if (seen.has(one) || !one.id.startsWith('/')) return;
    seen.add(one);
    void one.documentation;
    void one.markers;
    visit(one.declared);
  };
  const visit = (type: SchemaType): void => {
    switch (type.type) {
      case 'array':
        return visit(type.items);
      case 'tuple':
        return type.items.forEach(visit);
      case 'map':
        return visit(type.values);
      case 'union':
        return type.members.forEach(visit);
      case 'nullable':
        return visit(type.of);
      case 'reference':
        return declaration(type.declaration);
      case 'object':
        for (const field of type.fields) {
          void field.markers;
          void field.documentation;
          void field.optional;
          visit(field.fieldType);
        }
        return;
      case 'scalar':
      case 'known':
      case 'enum':
      case 'any':
    }
  };
  for (const root of roots) declaration(root.declaration);
}
