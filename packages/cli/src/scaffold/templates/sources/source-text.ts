/** Lines of this width at most, as the project's `.editorconfig` says. */
const WIDTH = 110;

/** The same lines, further in; empty ones stay empty. */
export function indented(text: string, by = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}

/** A call of a method; without `more` of one argument. */
export interface MethodCall {
  readonly method: string;
  /** A function, or what stands in one line. */
  readonly argument: string;
  readonly more?: readonly string[];
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

function callText({ method, argument, more = [] }: MethodCall, column: number): string {
  const open = `.${method}(`;
  const first = argument.split('\n')[0] ?? '';
  if (more.length === 0 && column + open.length + first.length <= WIDTH) return `${open}${argument})`;
  return `${open}\n${[argument, ...more].map((one) => `${indented(one)},\n`).join('')})`;
}

/** The first of the spellings whose lines all fit; else the last. */
export function fitting(column: number, ...spellings: string[]): string {
  const fits = (text: string): boolean =>
    text.split('\n').every((line, index) => line.length + (index === 0 ? column : 0) <= WIDTH);
  return spellings.find(fits) ?? spellings.at(-1) ?? '';
}

/** `import { a, b } from 'c';`, over several lines when it is long. */
export function importLine(names: readonly string[], from: string): string {
  return fitting(
    0,
    `import { ${names.join(', ')} } from '${from}';`,
    `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`,
  );
}
