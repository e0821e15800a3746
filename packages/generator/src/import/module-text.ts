import { createMarkerRegistry } from '../markers/registry.js';
import { createCommentWriter } from './comment-text.js';
import type { CoreTypeMatcher } from './core-type-names.js';
import { kindMarkers } from './kind-markers.js';
import type { ImportedKind } from './imported-kind.js';
import { nameDrafts } from './name-drafts.js';
import { pascalCase, stringLiteral, typeName } from './naming.js';
import { createRenderer, KUBERNETES_OBJECT } from './render.js';
import { createResolver } from './resolve-reference.js';
import { createTypeBuilder } from './type-builder.js';
import type { Draft, ImportedName, TypeNode } from './type-node.js';

export interface ModuleOptions {
  /** All of one group and version, at least one. */
  readonly kinds: readonly ImportedKind[];
  readonly coreTypes: CoreTypeMatcher;
  /** The npm package that Kubernetes' types are imported from. */
  readonly packageName: string;
  readonly external: boolean;
}

const EXTERNAL = `// Somebody else's kinds: the generator makes no definitions of what lies in this folder.
// +kubebuilder:skip`;

/** The text of a TypeScript module with the types of some kinds; the same for the same kinds in any order. */
export function moduleText({ kinds: unsorted, coreTypes, packageName, external }: ModuleOptions): string {
  const kinds = [...unsorted].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  const definitions = Object.assign({}, ...kinds.map((kind) => kind.definitions ?? {})) as NonNullable<
    ImportedKind['definitions']
  >;
  const builder = createTypeBuilder({ coreTypes, resolve: createResolver(definitions) });
  const roots = kinds.map((kind) => ({ kind, draft: builder.kind(typeName(kind.kind), kind.schema) }));
  const drafts = roots.map(({ draft }) => draft);
  const imports = new LocalNames(importsOf(drafts), fixedNames(drafts));
  const named = nameDrafts(drafts, new Set(['Array', 'Record', 'defineKind', ...imports.names()]));
  const renderer = createRenderer({
    drafts: named,
    localName: (imported) => imports.of(imported),
    comments: createCommentWriter(createMarkerRegistry()),
  });
  const parts = named.declarations.map((declaration) => {
    const root = roots.find(({ draft }) => draft === declaration.draft);
    if (root === undefined) return renderer.declaration(declaration, []);
    return `${renderer.declaration(declaration, kindMarkers(root.kind))}\n${definitionText(root.kind, declaration.name)}`;
  });
  const head = external ? [EXTERNAL] : [];
  return `${[...head, imports.text(packageName), ...parts].join('\n\n')}\n`;
}

function definitionText(kind: ImportedKind, name: string): string {
  const options = [
    `group: ${stringLiteral(kind.group)}`,
    `version: ${stringLiteral(kind.version)}`,
    `kind: ${stringLiteral(kind.kind)}`,
    `plural: ${stringLiteral(kind.plural)}`,
    `namespaced: ${String(kind.namespaced)}`,
  ];
  return `export const ${name} = defineKind<${name}>({\n${options.map((option) => `  ${option},\n`).join('')}});`;
}

/** What a file calls the types that it imports: their names, unless a type of the file has the name. */
class LocalNames {
  readonly #locals = new Map<string, { imported: ImportedName; local: string }>();

  constructor(imported: readonly ImportedName[], taken: ReadonlySet<string>) {
    const used = new Set(taken);
    for (const one of [...imported].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
      let local = one.name;
      if (used.has(local)) local = `${pascalCase(one.module) || 'Kubernetes'}${one.name}`;
      while (used.has(local)) local = `${local}_`;
      used.add(local);
      this.#locals.set(keyOf(one), { imported: one, local });
    }
  }

  of(imported: ImportedName): string {
    return this.#locals.get(keyOf(imported))?.local ?? imported.name;
  }

  names(): string[] {
    return [...this.#locals.values()].map(({ local }) => local);
  }

  text(packageName: string): string {
    const byModule = new Map<string, string[]>();
    for (const { imported, local } of this.#locals.values()) {
      const name = local === imported.name ? local : `${imported.name} as ${local}`;
      byModule.set(imported.module, [...(byModule.get(imported.module) ?? []), name]);
    }
    const lines = [...byModule]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) =>
        importText(names.sort(), module === '' ? packageName : `${packageName}/${module}`),
      );
    return [`import { defineKind } from ${stringLiteral(packageName)};`, ...lines].join('\n');
  }
}

function importText(names: readonly string[], from: string): string {
  const line = `import type { ${names.join(', ')} } from ${stringLiteral(from)};`;
  if (line.length <= 100) return line;
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from ${stringLiteral(from)};`;
}

const keyOf = ({ module, name }: ImportedName): string => `${module}#${name}`;

function importsOf(drafts: readonly Draft[]): ImportedName[] {
  const found = new Map([[keyOf(KUBERNETES_OBJECT), KUBERNETES_OBJECT]]);
  eachType(drafts, (type) => {
    if (type.node === 'imported') found.set(keyOf(type), type);
  });
  return [...found.values()];
}

function fixedNames(drafts: readonly Draft[]): Set<string> {
  const names = new Set(['defineKind']);
  eachDraft(drafts, ({ fixedName }) => {
    if (fixedName !== undefined) names.add(fixedName);
  });
  return names;
}

function eachDraft(roots: readonly Draft[], visit: (draft: Draft) => void): void {
  const seen = new Set<Draft>();
  const enter = (draft: Draft): void => {
    if (seen.has(draft)) return;
    seen.add(draft);
    visit(draft);
    for (const type of typesOf(draft))
      eachNode(type, (node) => {
        if (node.node === 'draft') enter(node.draft);
      });
  };
  roots.forEach(enter);
}

function eachType(roots: readonly Draft[], visit: (type: TypeNode) => void): void {
  eachDraft(roots, (draft) => {
    for (const type of typesOf(draft)) eachNode(type, visit);
  });
}

function typesOf({ content: { body } }: Draft): TypeNode[] {
  return 'alias' in body ? [body.alias] : body.fields.map(({ type }) => type);
}

function eachNode(type: TypeNode, visit: (node: TypeNode) => void): void {
  visit(type);
  if (type.node === 'array') eachNode(type.items, visit);
  else if (type.node === 'map') eachNode(type.values, visit);
  else if (type.node === 'nullable') eachNode(type.of, visit);
}
