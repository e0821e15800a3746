import { byCategory, CATEGORY_TITLES, markerNotes, markerSyntax, namedArguments, typeName } from './help.js';
import type { MarkerDefinition } from './definition.js';
import type { MarkerRegistry } from './registry.js';

const INTRODUCTION = `# Markers

<!-- Written by \`npm run generate:markers\`. -->

Markers are lines of comments that begin with a plus sign. They say what a type cannot: defaults, limits, columns of
kubectl, permissions. They are those of kubebuilder, and mean what controller-gen makes of them; \`kubewright markers\`
prints this page in a terminal, \`kubewright markers NAME\` a part of it.

## Where they stand

\`\`\`ts
// +groupName=stable.example.com

/**
 * CronTab runs a command on a schedule.
 *
 * +kubebuilder:subresource:status
 */
export interface CronTab extends CustomResource<CronTabSpec, CronTabStatus> {}

export interface CronTabSpec {
  /** Number of pods.  +kubebuilder:validation:Minimum=0  +kubebuilder:default=1 */
  replicas?: int32;
}
\`\`\`

- A marker of a **type** or **field** stands in the comment before it: a line of its own, or behind two spaces or more.
  The comment before that one, after an empty line, counts too, though its text does not.
- A marker of a **file** stands in a comment that belongs to no type or field.
- The rest of the comment becomes the description in the schema, line by line. Lines that begin with \`TODO\` and all from
  a line that begins with \`---\` are left out. Fenced code is text, whatever it holds.
- A marker that is not known is an error if it looks like one of these, and otherwise left to whom it belongs to.

## How they are written

| written | means |
| --- | --- |
| \`+name\` | no value |
| \`+name=value\` | one value |
| \`+name:a=value,b=value\` | named arguments |
| \`text\`, \`"text"\`, \`\` \`text\` \`\` | a text; bare, it ends at \`,\`, \`;\` or \`}\`, so that other texts stand in quotes or backquotes |
| \`a;b;c\` or \`{a,b,c}\` | a list |
| \`{key: value, other: {nested: 1}}\` | an object |
| \`1\`, \`-0.5\`, \`true\`, \`false\` | numbers and truth values |

## JSDoc tags

Tags that TypeScript people know mean the same as markers: \`@minimum 0\`, \`@pattern ^[a-z]+$\`, \`@default {"cpu": "100m"}\`,
with their values in JSON. \`@exclusiveMinimum 0\` is two markers in one. With \`items.\` before its name a tag speaks of the
items of a list (\`@items.maxLength 63\`), and the prefix of typescript-json-schema (\`@TJS-minimum\`) may stand there too.
\`@deprecated\` becomes a paragraph of the description. Tags that say something to TypeScript alone are left to it, with
their text; \`{@link X}\` becomes the text X.
`;

/** docs/markers.md: every marker with its arguments and an example in TypeScript. */
export function markersMarkdown(registry: MarkerRegistry): string {
  const sections = byCategory(registry.definitions).map(([category, definitions]) => {
    const [title, words] = CATEGORY_TITLES[category];
    const entries = category === 'accepted' ? [acceptedTable(definitions)] : definitions.map(entryOf);
    return [`## ${title}`, words, ...entries].join('\n\n');
  });
  return `${[INTRODUCTION.trim(), ...sections].join('\n\n')}\n`;
}

function entryOf(definition: MarkerDefinition): string {
  const named = namedArguments(definition);
  const { arguments: args } = definition;
  return [
    `### \`+${definition.name}\``,
    definition.help,
    args.form === 'value'
      ? [...markerNotes(definition), `Value: \`${typeName(args.argument)}\`.`].join(' ')
      : markerNotes(definition).join(' '),
    ...(named.length === 0 ? [] : [argumentTable(definition)]),
    `\`\`\`ts\n${definition.example}\n\`\`\``,
  ].join('\n\n');
}

function argumentTable(definition: MarkerDefinition): string {
  const rows = namedArguments(definition).map(
    ([name, { argument, optional, help }]) =>
      `| \`${name}\`${optional === true ? '' : ' (required)'} | ${code(typeName(argument))} | ${escaped(help)} |`,
  );
  return ['| argument | value | |', '| --- | --- | --- |', ...rows].join('\n');
}

function acceptedTable(definitions: readonly MarkerDefinition[]): string {
  const rows = definitions.map(
    (definition) => `| ${code(markerSyntax(definition))} | ${escaped(definition.help)} |`,
  );
  return ['| marker | |', '| --- | --- |', ...rows].join('\n');
}

function code(text: string): string {
  return `\`${escaped(text)}\``;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
