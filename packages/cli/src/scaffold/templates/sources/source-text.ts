/** Lines of this width at most, as the project's `.editorconfig` says. */
const WIDTH = 110;

/** The same lines, further in; empty ones stay empty. */
export function indented(text: string, by = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}

export interface MethodCall {
  readonly method: string;
  /** Functions and objects may have several lines. */
  readonly arguments: readonly string[];
}

/**
 * `head.one(...).two(...)` as prettier writes it: one call stays in the line of the head, which begins at `column`,
 * several stand in lines of their own.
 */
export function chained(head: string, calls: readonly MethodCall[], column: number): string {
  const [only, ...others] = calls;
  if (only === undefined) return head;
  if (others.length === 0) return head + callText(only, column + head.length);
  return `${head}\n${calls.map((call) => indented(callText(call, 2))).join('\n')}`;
}

/** The lines of the last argument stand with the method where the first of them fits, and no argument follows. */
function callText({ method, arguments: given }: MethodCall, column: number): string {
  const inline = `.${method}(${given.join(', ')})`;
  const fits = column + (inline.split('\n')[0] ?? '').length <= WIDTH;
  const isLastLong = given.slice(0, -1).every((argument) => !argument.includes('\n'));
  if (fits && isLastLong) return inline;
  return `.${method}(\n${given.map((one) => `${indented(one)},\n`).join('')})`;
}

/** The first of the spellings whose lines all fit; else the last. */
export function fitting(column: number, ...spellings: string[]): string {
  const fits = (text: string): boolean =>
    text.split('\n').every((line, index) => line.length + (index === 0 ? column : 0) <= WIDTH);
  return spellings.find(fits) ?? spellings.at(-1) ?? '';
}

/** `import { a, b } from 'c';`, over several lines when it is long; a single name stays in the line. */
export function importLine(names: readonly string[], from: string): string {
  const line = `import { ${names.join(', ')} } from '${from}';`;
  if (names.length === 1) return line;
  return fitting(0, line, `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`);
}
