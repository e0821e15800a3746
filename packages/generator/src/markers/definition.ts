import type { MarkerTarget } from '../model/marker.js';

/** What an argument of a marker may be. */
export type ArgumentType =
  /** In quotes, in backquotes, or bare up to the next `,`, `;` or `}`. With `values`: one of these. */
  | { readonly type: 'string'; readonly values?: readonly string[]; readonly ignoreCase?: true }
  | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' }
  /** `a;b` or `{a,b}`. */
  | { readonly type: 'list'; readonly items: ArgumentType }
  /** Any of these, guessed from how it is written: `1`, `true`, `a`, `{1,2}`, `{key: {nested: 1}}`. */
  | { readonly type: 'any' }
  /** Everything behind the equals sign, as JSON. */
  | { readonly type: 'json' };

/** One named argument of a marker. */
export interface ArgumentDefinition {
  readonly argument: ArgumentType;
  readonly optional?: true;
  /** One sentence for users. */
  readonly help: string;
}

/** What stands behind the name of a marker; it decides what {@link Marker.value} is. */
export type MarkerArguments =
  /** Nothing: the value is `true`. */
  | { readonly form: 'none' }
  /** `+name=value`: the value is the argument; '' where an optional one is left out. */
  | { readonly form: 'value'; readonly argument: ArgumentType; readonly optional?: true }
  /** `+name:a=1,b=2`: the value is an object of those that were given. */
  | { readonly form: 'named'; readonly named: Readonly<Record<string, ArgumentDefinition>> };

/** Headings of the reference and of `kubewright markers`, in their order. */
export const MARKER_CATEGORIES = [
  'resource',
  'validation',
  'items validation',
  'schema',
  'topology',
  'package',
  'rbac',
  'webhook',
  'accepted',
] as const;

export type MarkerCategory = (typeof MARKER_CATEGORIES)[number];

/** JSON types that a marker says something about; absent: all of them. */
export type SchemaKind = 'string' | 'number' | 'array' | 'object';

/** Everything that is known of one marker. */
export interface MarkerDefinition {
  /** Without the plus sign. */
  readonly name: string;
  /** Other names of the same marker; {@link Marker.name} is never one of them. */
  readonly aliases?: readonly string[];
  /** JSDoc tags of the same meaning, without the at sign. */
  readonly tags?: readonly string[];
  readonly targets: readonly MarkerTarget[];
  readonly category: MarkerCategory;
  readonly arguments: MarkerArguments;
  readonly appliesTo?: readonly SchemaKind[];
  /** May stand several times in one place. */
  readonly repeatable?: true;
  /** Nothing comes of it here, whatever follows its name: other tools read it. Such markers are read and left out. */
  readonly withoutEffect?: true;
  /** What it does, for users: one or more sentences. */
  readonly help: string;
  /** TypeScript that uses it. */
  readonly example: string;
}
