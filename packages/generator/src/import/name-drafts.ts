import { pascalCase, singular } from './naming.js';
import { draftsIn } from './type-node.js';
import type { Draft, DraftContent, DraftReference, TypeNode } from './type-node.js';

/** A draft with its name: one for each comment that places without a comment of their own ask for. */
export interface Declaration {
  readonly draft: Draft;
  readonly name: string;
  readonly documentation: string;
}

export interface NamedDrafts {
  /** In the order in which they are written: after a kind what only it and those before it need. */
  readonly declarations: readonly Declaration[];
  declarationOf(use: DraftReference): Declaration;
}

/** A name that a declaration could have. */
interface Candidate {
  readonly node: Node;
  readonly name: string;
  /** Told apart from a candidate of the same name by this, so that the order of the sources decides nothing. */
  readonly place: string;
  /** Taken when the name is given away: the plural of one of many. */
  readonly otherwise?: string;
}

interface Node {
  readonly draft: Draft;
  readonly documentation: string | undefined;
}

/**
 * Names the drafts that are reachable from some roots. A type is called after the shortest way to it, ending at the
 * kind: `CertificateSpecPrivateKey`; ways of one length by the alphabet. What is left of equal names gets a number.
 *
 * @param roots drafts with fixed names
 * @param taken names that belong to others, imported ones for example
 */
export function nameDrafts(roots: readonly Draft[], taken: ReadonlySet<string>): NamedDrafts {
  const nodes = collectNodes(roots);
  const names = new Map<Node, string>();
  const used = new Set(taken);
  const byLength = new Map<number, Candidate[]>();
  const nodeOf = ({ draft, documentation }: DraftReference): Node => {
    const variants = nodes.get(draft) ?? [];
    return variants.find((node) => node.documentation === documentation) ?? (variants[0] as Node);
  };

  function give(node: Node, name: string): void {
    used.add(name);
    names.set(node, name);
    for (const { type, fieldName } of typesIn(node.draft.content))
      for (const { use, isOneOfMany } of draftsIn(type)) propose(nodeOf(use), name, fieldName, isOneOfMany);
  }

  function propose(node: Node, parent: string, fieldName: string, isOneOfMany: boolean): void {
    if (names.has(node) || node.draft.fixedName !== undefined) return;
    const plural = `${parent}${pascalCase(fieldName) || 'Value'}`;
    const name = isOneOfMany ? singular(plural) : plural;
    add({ node, name, place: `${parent}.${fieldName}`, ...(name === plural ? {} : { otherwise: plural }) });
  }

  function add(candidate: Candidate): void {
    const { length } = candidate.name;
    const bucket = byLength.get(length);
    if (bucket === undefined) byLength.set(length, [candidate]);
    else bucket.push(candidate);
  }

  const fixed = [...nodes.values()].flat().filter(({ draft }) => draft.fixedName !== undefined);
  for (const node of fixed.sort((a, b) => compare(a.draft.id, b.draft.id)))
    give(node, free(node.draft.fixedName ?? '', used));
  // A type's name is longer than that of the type it is used in: what is named here proposes longer names only.
  while (byLength.size > 0) {
    const length = Math.min(...byLength.keys());
    const bucket = byLength.get(length) ?? [];
    byLength.delete(length);
    for (const { node, name, place, otherwise } of bucket.sort(byNameAndPlace)) {
      if (names.has(node)) continue;
      if (!used.has(name)) give(node, name);
      else if (otherwise !== undefined) add({ node, name: otherwise, place });
      else give(node, free(name, used));
    }
  }

  const declaration = (node: Node): Declaration => ({
    draft: node.draft,
    name: names.get(node) ?? '',
    documentation: node.documentation ?? node.draft.content.documentation ?? '',
  });
  const declarations = new Map([...names.keys()].map((node) => [node, declaration(node)]));
  const declarationOf = (use: DraftReference): Declaration => declarations.get(nodeOf(use)) as Declaration;
  return { declarations: inOrder(roots, declarationOf), declarationOf };
}

/** Every draft with the comments that it is asked to have; `undefined` alone where none is asked for. */
function collectNodes(roots: readonly Draft[]): Map<Draft, Node[]> {
  const asked = new Map<Draft, Set<string>>();
  const visit = (draft: Draft): void => {
    if (asked.has(draft)) return;
    asked.set(draft, new Set());
    for (const { type } of typesIn(draft.content))
      for (const { use } of draftsIn(type)) {
        visit(use.draft);
        if (use.documentation !== undefined) asked.get(use.draft)?.add(use.documentation);
      }
  };
  roots.forEach(visit);
  return new Map(
    [...asked].map(([draft, texts]) => {
      const documentations = texts.size === 0 ? [undefined] : [...texts].sort();
      return [draft, documentations.map((documentation) => ({ draft, documentation }))];
    }),
  );
}

function typesIn({ body }: DraftContent): { type: TypeNode; fieldName: string }[] {
  return 'alias' in body
    ? [{ type: body.alias, fieldName: 'value' }]
    : body.fields.map(({ name, type }) => ({ type, fieldName: name }));
}

function inOrder(
  roots: readonly Draft[],
  declarationOf: (use: DraftReference) => Declaration,
): Declaration[] {
  const order = new Set<Declaration>();
  const visit = (use: DraftReference): void => {
    const declaration = declarationOf(use);
    if (order.has(declaration)) return;
    order.add(declaration);
    for (const { type } of typesIn(declaration.draft.content))
      for (const { use: next } of draftsIn(type)) visit(next);
  };
  for (const draft of roots) visit({ node: 'draft', draft, documentation: undefined });
  return [...order];
}

function free(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  let number = 2;
  while (used.has(`${name}${number}`)) number += 1;
  return `${name}${number}`;
}

function byNameAndPlace(a: Candidate, b: Candidate): number {
  return (
    compare(a.name, b.name) ||
    compare(a.place, b.place) ||
    compare(a.node.documentation ?? '', b.node.documentation ?? '')
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
