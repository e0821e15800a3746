import type { MarkerDefinition } from './definition.js';
import { byCategory, CATEGORY_TITLES, markerNotes, markerSyntax, namedArguments, typeName } from './help.js';

/** Settings of the texts for terminals. */
export interface MarkerHelpOptions {
  /** Width that lines are broken at; by default 100. Names and examples are never broken. */
  readonly columns?: number;
}

/** One marker for a terminal: how it is written, what it does, its arguments, an example. */
export function markerHelp(definition: MarkerDefinition, { columns = 100 }: MarkerHelpOptions = {}): string {
  const named = namedArguments(definition);
  const width = Math.max(0, ...named.map(([name]) => name.length));
  const rows = named.map(([name, { argument, optional, help }]) => {
    const about = `${typeName(argument)}. ${help}${optional === true ? '' : ' Required.'}`;
    return hanging(`    ${name.padEnd(width)}  `, withoutMarkup(about), columns);
  });
  return [
    ...(named.length > 0 ? [`+${definition.name}:...`] : [markerSyntax(definition)]),
    '',
    hanging('  ', withoutMarkup(definition.help), columns),
    hanging('  ', withoutMarkup(markerNotes(definition).join(' ')), columns),
    ...(rows.length === 0 ? [] : ['', '  Arguments:', ...rows]),
    '',
    '  Example:',
    ...definition.example.split('\n').map((line) => (line === '' ? '' : `    ${line}`)),
    '',
  ].join('\n');
}

/** Markers by category for a terminal, each with the first sentence of its help. */
export function markerList(
  definitions: readonly MarkerDefinition[],
  { columns = 100 }: MarkerHelpOptions = {},
): string {
  const sections = byCategory(definitions).map(([category, members]) => {
    const width = Math.min(44, Math.max(...members.map(({ name }) => name.length + 1)));
    const rows = members.map(({ name, help }) => {
      const label = `  +${name}`.padEnd(width + 2);
      const words = withoutMarkup(firstSentence(help));
      return label.length > width + 2
        ? `${label}\n${hanging(' '.repeat(width + 4), words, columns)}`
        : hanging(`${label}  `, words, columns);
    });
    return [CATEGORY_TITLES[category][0], ...rows].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

function withoutMarkup(text: string): string {
  return text.replaceAll('`', '');
}

/** A text behind a label, broken so that its later lines stand under the first. */
function hanging(label: string, text: string, columns: number): string {
  const room = Math.max(24, columns - label.length);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => (index === 0 ? label : ' '.repeat(label.length)) + line).join('\n');
}
