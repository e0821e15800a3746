import { didYouMean } from '@kubewright/api';
import type { MarkerValue } from '../model/marker.js';
import { expectSymbol, parseArgument, quoted } from './argument-parser.js';
import type { ArgumentDefinition, ArgumentType, MarkerDefinition } from './definition.js';
import { parseLiteral } from './literal.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import type { MarkerText } from './marker-text.js';
import { TokenScanner } from './token-scanner.js';

/**
 * The value of a marker by its definition. Source: `Definition.Parse` in
 * sigs.k8s.io/controller-tools/pkg/markers/parse.go.
 *
 * @throws MarkerSyntaxError, whose offset counts from the plus sign.
 */
export function parseMarker(definition: MarkerDefinition, marker: MarkerText): MarkerValue {
  const { arguments: wanted } = definition;
  const rest = marker.valueStart === undefined ? marker.text.slice(marker.nameEnd).trim() : '';
  if (rest !== '' && rest !== ':')
    throw new MarkerSyntaxError(
      marker.text.indexOf(rest, marker.nameEnd),
      `unexpected ${JSON.stringify(rest)} behind the name`,
      'nothing else stands on the line of a marker, and no space before its equals sign',
    );
  if (wanted.form === 'named') return parseNamed(definition, wanted.named, marker);
  const argument = behindName(definition, marker);
  if (argument !== '')
    throw new MarkerSyntaxError(
      marker.nameEnd - argument.length,
      `it has no argument ${JSON.stringify(argument)}`,
    );
  if (wanted.form === 'none') {
    if (marker.valueStart !== undefined)
      throw new MarkerSyntaxError(marker.nameEnd, 'it takes no value', `write +${definition.name}`);
    return true;
  }
  if (marker.valueStart === undefined || marker.valueStart >= marker.text.length) {
    if (wanted.optional === true) return '';
    throw new MarkerSyntaxError(marker.nameEnd, 'it lacks its value', `write +${definition.name}=...`);
  }
  return parseWhole(marker.text, marker.valueStart, wanted.argument);
}

function parseWhole(text: string, start: number, type: ArgumentType): MarkerValue {
  const rest = text.slice(start);
  if (type.type === 'json') return parseJson(rest, start);
  const scanner = new TokenScanner(text, start);
  const value = parseArgument(scanner, type);
  const next = scanner.next();
  if (next.kind === 'end') return value;
  throw new MarkerSyntaxError(
    next.start,
    `unexpected ${quoted(scanner, next.start)} behind the value`,
    hintFor(type, rest),
  );
}

function parseJson(text: string, start: number): MarkerValue {
  try {
    return JSON.parse(text) as MarkerValue;
  } catch {
    throw new MarkerSyntaxError(
      start + placeOfMistake(text),
      `${JSON.stringify(text)} is not JSON`,
      'keys and texts stand in double quotes',
    );
  }
}

/** What is no literal of JavaScript either has a place; else all of it is in doubt. */
function placeOfMistake(text: string): number {
  try {
    parseLiteral(text);
    return 0;
  } catch (error) {
    return error instanceof MarkerSyntaxError ? error.offset : 0;
  }
}

function hintFor({ type }: ArgumentType, text: string): string | undefined {
  if (type === 'string') return 'put a text with , ; or } in it in quotes or backquotes';
  if (type !== 'any' && type !== 'list') return undefined;
  return text.startsWith('[')
    ? 'lists stand in braces: {a,b}'
    : 'lists are written a;b or {a,b}; texts with , ; or } in them stand in quotes or backquotes';
}

function parseNamed(
  definition: MarkerDefinition,
  named: Readonly<Record<string, ArgumentDefinition>>,
  marker: MarkerText,
): MarkerValue {
  const values: Record<string, MarkerValue> = {};
  const first = behindName(definition, marker);
  if (first !== '' || marker.valueStart !== undefined) {
    const scanner = new TokenScanner(marker.text, marker.nameEnd - first.length);
    for (let isFirst = true; isFirst || scanner.peek() !== ''; isFirst = false) {
      if (!isFirst) expectSymbol(scanner, ',', 'a comma between arguments');
      const start = scanner.peek() === '' ? scanner.text.length : scanner.offset;
      const name = takeName(scanner, named);
      if (name in values)
        throw new MarkerSyntaxError(start, `${name} is given twice`, 'lists are written a;b or {a,b}');
      values[name] = parseArgument(scanner, (named[name] as ArgumentDefinition).argument);
    }
  }
  const missing = Object.keys(named).filter((name) => named[name]?.optional !== true && !(name in values));
  if (missing.length > 0)
    throw new MarkerSyntaxError(
      0,
      `it lacks the argument${missing.length === 1 ? '' : 's'} ${joined(missing)}`,
      `write +${definition.name}:${missing.map((name) => `${name}=...`).join(',')}`,
    );
  return values;
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function takeName(scanner: TokenScanner, named: Readonly<Record<string, ArgumentDefinition>>): string {
  const { kind, text, start } = scanner.next();
  const known = Object.keys(named);
  if (kind !== 'identifier')
    throw new MarkerSyntaxError(
      start,
      `expected the name of an argument, got ${quoted(scanner, start)}`,
      `it has ${known.join(', ')}`,
    );
  // `verbs=get,list`
  if (scanner.peek() !== '=')
    throw new MarkerSyntaxError(
      start,
      `expected an equals sign behind ${text}`,
      'arguments are separated by commas, items of a list by semicolons',
    );
  if (!known.includes(text))
    throw new MarkerSyntaxError(
      start,
      `it has no argument ${JSON.stringify(text)}`,
      didYouMean(text, known) ?? `it has ${known.join(', ')}`,
    );
  scanner.next();
  return text;
}

/** The first argument's name, which stands behind the marker's and a colon: `path` of `+kubebuilder:resource:path=x`. */
function behindName({ name, aliases = [] }: MarkerDefinition, marker: MarkerText): string {
  if (marker.name === name || aliases.includes(marker.name)) return '';
  const own = [name, ...aliases].find((known) => marker.name.startsWith(`${known}:`));
  return own === undefined ? '' : marker.name.slice(own.length + 1);
}
