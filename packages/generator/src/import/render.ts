import type { CommentWriter } from './comment-text.js';
import { patchMarker } from './constraints.js';
import type { Declaration, NamedDrafts } from './name-drafts.js';
import { propertyName, stringLiteral } from './naming.js';
import { joinPatches } from './patch.js';
import type { DraftField, ImportedName, Marked, TypeNode } from './type-node.js';

/** Where a line is broken. */
const WIDTH = 100;

export interface RenderOptions {
  readonly drafts: NamedDrafts;
  /** What an imported type is called in the file. */
  readonly localName: (imported: ImportedName) => string;
  readonly comments: CommentWriter;
}

export interface Renderer {
  /** `export interface ...` or `export type ...`, with its comment and markers. */
  declaration(declaration: Declaration, markers: readonly string[]): string;
}

export function createRenderer({ drafts, localName, comments }: RenderOptions): Renderer {
  /** On one line. */
  function inline(type: TypeNode): string {
    switch (type.node) {
      case 'text':
        return type.text;
      case 'imported':
        return localName(type);
      case 'literals':
        return type.values.map(literal).join(' | ');
      case 'array':
        return isUnion(type.items) ? `Array<${inline(type.items)}>` : `${inline(type.items)}[]`;
      case 'map':
        return `Record<string, ${inline(type.values)}>`;
      case 'nullable':
        return `${inline(type.of)} | null`;
      case 'draft':
        return drafts.declarationOf(type).name;
    }
  }

  /** Over several lines when it is a long union; what stands before it is part of the line. */
  function after(before: string, type: TypeNode, indent: string): string {
    const text = inline(type);
    if (indent.length + before.length + text.length + 2 <= WIDTH) return `${before} ${text};`;
    const members = unionOf(type);
    if (members !== undefined)
      return `${before}${members.map((member) => `\n${indent}  | ${member}`).join('')};`;
    if (type.node === 'array' && isUnion(type.items)) {
      const items = unionOf(type.items) ?? [inline(type.items)];
      return `${before} Array<${items.map((member) => `\n${indent}  | ${member}`).join('')}\n${indent}>;`;
    }
    return `${before} ${text};`;
  }

  function unionOf(type: TypeNode): string[] | undefined {
    if (type.node === 'literals') return type.values.map(literal);
    if (type.node !== 'nullable') return undefined;
    const members = unionOf(type.of);
    return members === undefined ? undefined : [...members, 'null'];
  }

  function field(draft: DraftField): string[] {
    const before = `${propertyName(draft.name)}${draft.optional ? '?' : ''}:`;
    return [...comment(draft.documentation, draft, '  '), `  ${after(before, draft.type, '  ')}`];
  }

  /** The documentation for readers, and below it the markers, which editors do not show. */
  function comment(documentation: string, { markers, patch }: Marked, indent: string): string[] {
    const unsaid = comments.survives(documentation) ? undefined : { description: documentation };
    const whole = joinPatches(unsaid, patch);
    return [
      ...comments.docComment(documentation, indent),
      ...[...markers, ...(whole === undefined ? [] : [patchMarker(whole)])].map(
        (marker) => `${indent}// +${marker}`,
      ),
    ];
  }

  return {
    declaration({ draft, name, documentation }, markers) {
      const { content } = draft;
      const { body } = content;
      const above = comment(
        documentation,
        { markers: [...markers, ...content.markers], patch: content.patch },
        '',
      );
      if ('alias' in body) return [...above, after(`export type ${name} =`, body.alias, '')].join('\n');
      const base = content.isObject === true ? ` extends ${localName(KUBERNETES_OBJECT)}` : '';
      const fields = body.fields.flatMap(field);
      const head = `export interface ${name}${base} {`;
      return [...above, ...(fields.length === 0 ? [`${head}}`] : [head, ...fields, '}'])].join('\n');
    },
  };
}

/** What an object of the API extends. */
export const KUBERNETES_OBJECT: ImportedName = { node: 'imported', module: '', name: 'KubernetesObject' };

function isUnion(type: TypeNode): boolean {
  return type.node === 'nullable' || (type.node === 'literals' && type.values.length > 1);
}

function literal(value: string | number | boolean): string {
  return typeof value === 'string' ? stringLiteral(value) : String(value);
}
