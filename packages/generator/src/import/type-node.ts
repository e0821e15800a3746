import type { JsonObject } from '@kubewright/api';

/** A type as it will be written; names of drafts are decided when all are known. */
export type TypeNode =
  | { readonly node: 'text'; readonly text: string }
  | ImportedName
  | { readonly node: 'literals'; readonly values: readonly (string | number | boolean)[] }
  | { readonly node: 'array'; readonly items: TypeNode }
  | { readonly node: 'map'; readonly values: TypeNode }
  | { readonly node: 'nullable'; readonly of: TypeNode }
  | DraftReference;

/** A type of Kubernetes, from a module of the library: `''` is the door itself, `core/v1` one of its modules. */
export interface ImportedName {
  readonly node: 'imported';
  readonly module: string;
  readonly name: string;
}

export interface DraftReference {
  readonly node: 'draft';
  readonly draft: Draft;
  /**
   * The documentation that the declaration must have, because nothing else at this place can tell it: the items of an
   * array have no comment of their own. Undefined where the field's comment outranks it.
   */
  readonly documentation: string | undefined;
}

/** A declaration without a name yet; one for all places of equal schemas. */
export interface Draft {
  /** Distinguishes the drafts of a file. */
  readonly id: string;
  /** What it must be called, for kinds and for what a document names itself. */
  readonly fixedName?: string;
  /** Set once, right after the draft is made: drafts may refer to themselves. */
  content: DraftContent;
}

export interface DraftContent extends Marked {
  /** Fields of an interface, or the type that an alias stands for. */
  readonly body: { readonly fields: readonly DraftField[] } | { readonly alias: TypeNode };
  /** The interface extends `KubernetesObject`. */
  readonly isObject?: boolean;
  /** For drafts with a fixed name: the text above the declaration. */
  readonly documentation?: string;
}

export interface DraftField extends Marked {
  readonly name: string;
  readonly optional: boolean;
  readonly documentation: string;
  readonly type: TypeNode;
}

/** What the type alone does not say. */
export interface Marked {
  /** Without the plus sign. */
  readonly markers: readonly string[];
  /** What no marker of kubebuilder says: a JSON merge patch of the schema. */
  readonly patch?: JsonObject | undefined;
}

export const textNode = (text: string): TypeNode => ({ node: 'text', text });

export const importedNode = (name: string, module = ''): TypeNode => ({ node: 'imported', module, name });

/** Every reference to a draft in a type, and whether it stands for one of many there. */
export function draftsIn(
  type: TypeNode,
  isOneOfMany = false,
): { use: DraftReference; isOneOfMany: boolean }[] {
  switch (type.node) {
    case 'draft':
      return [{ use: type, isOneOfMany }];
    case 'array':
      return draftsIn(type.items, true);
    case 'map':
      return draftsIn(type.values, true);
    case 'nullable':
      return draftsIn(type.of, isOneOfMany);
    case 'text':
    case 'imported':
    case 'literals':
      return [];
  }
}
