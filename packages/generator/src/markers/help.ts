import { nearest } from '@kubewright/api';
import type { MarkerTarget } from '../model/marker.js';
import { MARKER_CATEGORIES } from './definition.js';
import type {
  ArgumentDefinition,
  ArgumentType,
  MarkerCategory,
  MarkerDefinition,
  SchemaKind,
} from './definition.js';
import type { MarkerRegistry } from './registry.js';

/** A category as a heading, and what its markers have in common. */
export const CATEGORY_TITLES: Readonly<Record<MarkerCategory, readonly [title: string, words: string]>> = {
  resource: [
    'Resources',
    'What a CustomResourceDefinition says besides its schema. They stand on the type of the kind.',
  ],
  validation: ['Validation', 'What values are allowed.'],
  'items validation': ['Validation of items', 'The same for the items of a list, written on the list.'],
  schema: ['Schemas', 'What else a schema says: defaults, titles, what is not looked into.'],
  topology: ['Server-side apply', 'How the fields of several appliers are merged.'],
  package: [
    'Files',
    'What holds for all types of a folder. They stand in comments that belong to no declaration.',
  ],
  rbac: [
    'RBAC',
    'What the operator may do. They stand in any comment that does not belong to a type or field.',
  ],
  webhook: ['Webhooks', 'Which webhooks the operator serves. They stand where those of RBAC do.'],
  accepted: ['Accepted', 'Markers of other tools: they are read, and nothing comes of them.'],
};

const PLACES: Readonly<Record<MarkerTarget, string>> = { package: 'files', type: 'types', field: 'fields' };
const KINDS: Readonly<Record<SchemaKind, string>> = {
  string: 'texts',
  number: 'numbers',
  array: 'lists',
  object: 'objects and maps',
};

/** How a marker is written: `+kubebuilder:resource[:path=text][,scope=Namespaced|Cluster]`. */
export function markerSyntax({ name, arguments: args, withoutEffect }: MarkerDefinition): string {
  if (withoutEffect === true) return `+${name}...`;
  if (args.form === 'none') return `+${name}`;
  if (args.form === 'value') {
    const value = `=${typeName(args.argument)}`;
    return `+${name}${args.optional === true ? `[${value}]` : value}`;
  }
  const parts = Object.entries(args.named).map(([argument, { argument: type, optional }]) => ({
    text: `${argument}=${typeName(type)}`,
    isOptional: optional === true,
  }));
  parts.sort((a, b) => Number(a.isOptional) - Number(b.isOptional));
  const all = parts.map(({ text, isOptional }, index) => {
    const joined = `${index === 0 ? ':' : ','}${text}`;
    return isOptional ? `[${joined}]` : joined;
  });
  return `+${name}${all.join('')}`;
}

/** An argument's type in a word or two. */
export function typeName(type: ArgumentType): string {
  switch (type.type) {
    case 'string':
      return type.values?.filter((value) => value !== '').join('|') ?? 'text';
    case 'boolean':
      return 'true|false';
    case 'list':
      return `{${typeName(type.items)},...}`;
    case 'any':
      return 'value';
    case 'json':
      return 'JSON';
    case 'integer':
    case 'number':
      return type.type;
  }
}

/** Where a marker may stand, and what else is to be known of it: short sentences. */
export function markerNotes(definition: MarkerDefinition): string[] {
  const { targets, appliesTo, repeatable, aliases = [], tags = [] } = definition;
  const places = joined(targets.map((target) => PLACES[target]));
  const kinds =
    appliesTo === undefined
      ? ''
      : ` that are ${joined(
          appliesTo.map((kind) => KINDS[kind]),
          'or',
        )}`;
  return [
    `On ${places}${kinds}.`,
    ...(repeatable === true ? ['It may stand several times.'] : []),
    ...(aliases.length === 0 ? [] : [`Also ${joined(aliases.map((alias) => `\`+${alias}\``))}.`]),
    ...(tags.length === 0
      ? []
      : [
          `As a tag: ${joined(
            tags.map((tag) => `\`@${tag}\``),
            'or',
          )}.`,
        ]),
  ];
}

/** The named arguments of a marker; those that must be given come first. */
export function namedArguments({
  arguments: args,
}: MarkerDefinition): [name: string, argument: ArgumentDefinition][] {
  if (args.form !== 'named') return [];
  const entries = Object.entries(args.named);
  return entries.sort(([, a], [, b]) => Number(a.optional === true) - Number(b.optional === true));
}

/** Definitions by category, in the order of the reference. */
export function byCategory(definitions: readonly MarkerDefinition[]): [MarkerCategory, MarkerDefinition[]][] {
  return MARKER_CATEGORIES.map((category): [MarkerCategory, MarkerDefinition[]] => [
    category,
    definitions.filter((definition) => definition.category === category),
  ]).filter(([, found]) => found.length > 0);
}

/** What a word of a user's finds. */
export interface MarkerSearch {
  readonly found: readonly MarkerDefinition[];
  /** Where nothing is found: the known name that was most likely meant, with its plus or at sign. */
  readonly suggestion?: string;
}

/**
 * Finds markers by name, alias or tag, with or without plus and at sign; else all below a prefix
 * (`kubebuilder:validation`); else by the last part of the name in any case (`minimum`).
 */
export function searchMarkers(registry: MarkerRegistry, word: string): MarkerSearch {
  const name = word.replace(/^[+@]/, '').replace(/=.*$/, '').replace(/:$/, '');
  const { definitions } = registry;
  const tag = registry.findTag(name);
  const exact = definitions.filter((one) => one.name === name || one.aliases?.includes(name) === true);
  if (word.startsWith('@')) {
    if (tag !== undefined) return { found: [tag] };
    const near = registry.suggestTag(name);
    return { found: [], ...(near === undefined ? {} : { suggestion: `@${near}` }) };
  }
  if (exact.length > 0) return { found: exact };
  const below = definitions.filter((one) => one.name.startsWith(`${name}:`));
  if (below.length > 0) return { found: below };
  const last = definitions.filter((one) => lastPart(one.name).toLowerCase() === name.toLowerCase());
  if (last.length > 0) return { found: last };
  const whole = registry.find(name) ?? tag;
  if (whole !== undefined) return { found: [whole] };
  const near =
    registry.suggest(name) ??
    nearest(
      name,
      definitions.map((one) => lastPart(one.name)),
    );
  return { found: [], ...(near === undefined ? {} : { suggestion: near.includes(':') ? `+${near}` : near }) };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function joined(words: readonly string[], conjunction = 'and'): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1) ?? ''}`;
}
