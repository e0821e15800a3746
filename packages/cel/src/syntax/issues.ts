import type { Location, Source } from '../ast.js';
import type { Issue, Issues } from '../environment-types.js';

/** cel-go prints no line longer than this (common/error.go: maxSnippetLength). */
const MAX_SNIPPET_LENGTH = 16_384;
/** cel-go keeps no more errors than this (common/errors.go). */
const MAX_ISSUES = 100;

/** Collects what is wrong with one expression. */
export class IssueCollector {
  readonly source: Source;
  readonly #issues: Issue[] = [];
  #count = 0;

  constructor(source: Source) {
    this.source = source;
  }

  get empty(): boolean {
    return this.#count === 0;
  }

  /** At an offset of the text; without one, at no place. */
  report(offset: number | undefined, message: string): void {
    this.#count++;
    if (this.#count > MAX_ISSUES) return;
    this.#issues.push({ location: locate(this.source.text, offset), message });
  }

  toIssues(): Issues {
    const { source } = this;
    const list = this.#issues.toSorted(
      (a, b) => a.location.line - b.location.line || a.location.column - b.location.column,
    );
    const truncated = this.#count - list.length;
    return {
      list,
      toString: () => {
        const texts = list.map((issue) => display(issue, source));
        if (truncated > 0) texts.push(`${truncated} more errors were truncated`);
        return texts.join('\n');
      },
    };
  }
}

/** cel-go's NoLocation is line -1, column -1, and prints as `-1:0`. */
const NO_LOCATION: Location = { line: -1, column: -1 };

const locate = (text: string, offset: number | undefined): Location => {
  if (offset === undefined) return NO_LOCATION;
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: [...text.slice(start, offset)].length };
};

/** As cel-go's Error.ToDisplayString: the mark is drawn with wide dots under wide characters. */
const display = ({ location, message }: Issue, { description, text }: Source): string => {
  const head = `ERROR: ${description}:${location.line}:${location.column + 1}: ${message}`;
  const line = text.split('\n')[location.line - 1];
  if (line === undefined || line.length > MAX_SNIPPET_LENGTH) return head;
  const snippet = line.replaceAll('\t', ' ');
  const characters = [...snippet];
  const isWide = (character: string | undefined): boolean =>
    character !== undefined && character.codePointAt(0)! >= 0x80;
  const dots = characters.slice(0, location.column).map((character) => (isWide(character) ? '\uff0e' : '.'));
  const mark = isWide(characters[location.column]) ? '\uff3e' : '^';
  return `${head}\n | ${snippet}\n | ${dots.join('')}${mark}`;
};
