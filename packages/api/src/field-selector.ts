/** One condition on a field, for example `spec.nodeName=node-1`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Tells which objects a field selector selects. Immutable. Which fields a kind supports is the server's business. */
export interface FieldSelectorMatcher {
  /** The requirements, all of which an object must meet; none select everything. */
  readonly requirements: readonly FieldRequirement[];
  /** `get` gives the text of a field, empty when it is absent. */
  matches(get: (field: string) => string): boolean;
  /** The selector as text, as it goes into `?fieldSelector=`. */
  toString(): string;
}

/** Text that is no field selector. */
export class FieldSelectorError extends Error {
  override readonly name = 'FieldSelectorError';
  readonly code = 'InvalidFieldSelector';
}

/**
 * Reads the text of a selector: `metadata.name=web,status.phase!=Running`; empty text selects everything. In values
 * `\\`, `,` and `=` are escaped by a backslash. Throws `FieldSelectorError` with the messages of apimachinery
 * `pkg/fields/selector.go`.
 */
export function parseFieldSelector(text: string): FieldSelectorMatcher {
  const requirements = splitTerms(text)
    .sort()
    .filter((term) => term !== '')
    .map((term) => parseTerm(term, text))
    // `=` alone says nothing, and counts for nothing.
    .filter(({ field, value }) => field !== '' || value !== '');
  return {
    requirements,
    matches: (get) =>
      requirements.every(({ field, operator, value }) => (get(field) === value) === (operator === '=')),
    toString: () => formatFieldSelector(requirements),
  };
}

/** The text of requirements, as it goes into `?fieldSelector=`; values are escaped. */
export function formatFieldSelector(requirements: readonly FieldRequirement[]): string {
  return requirements
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',');
}

/** Splits at commas that no backslash escapes. */
function splitTerms(text: string): string[] {
  return text.match(/(?:\\[^]|[^\\,]|\\$)+/g) ?? [];
}

function parseTerm(term: string, selector: string): FieldRequirement {
  const match = /^([^]*?)(!=|==|=)([^]*)$/.exec(term);
  if (match === null) {
    throw new FieldSelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  }
  const [, field = '', operator, value = ''] = match;
  return { field, operator: operator === '!=' ? '!=' : '=', value: unescape(value) };
}

function unescape(text: string): string {
  return text.replace(/\\([^]?)|[,=]/gu, (sequence, escaped: string | undefined) => {
    if (escaped === undefined) {
      throw new FieldSelectorError(
        `invalid field selector: unescaped character in value: ${sequence.codePointAt(0) ?? 0}`,
      );
    }
    if (escaped === '' || !'\\,='.includes(escaped)) {
      throw new FieldSelectorError(`invalid field selector: invalid escape sequence: ${sequence}`);
    }
    return escaped;
  });
}
