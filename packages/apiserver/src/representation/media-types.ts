/** One clause of an Accept header. */
export interface AcceptClause {
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
}

// Nobody has that many wishes; whoever claims to shall not keep others waiting.
const MAX_HEADER_LENGTH = 16 * 1024;

/**
 * The clauses of an Accept header, most wanted first. As in the real server a quality that is no number counts as 1,
 * and one of 0 only comes last (github.com/munnerz/goautoneg).
 */
export function parseAccept(header: string): AcceptClause[] {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((text) => parseMediaType(text))
    .filter(({ type }) => type !== '')
    .map((clause) => ({ ...clause, quality: qualityOf(clause.params) }))
    .sort((a, b) => b.quality - a.quality);
}

/** A media type and its parameters, in lower case where case does not matter. */
export function parseMediaType(text: string): AcceptClause {
  const [type = '', ...rest] = text.split(';');
  const params = new Map<string, string>();
  for (const param of rest) {
    const equals = param.indexOf('=');
    if (equals < 0) continue;
    const value = param.slice(equals + 1).trim();
    params.set(param.slice(0, equals).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  return { type: type.trim().toLowerCase(), params };
}

function qualityOf(params: ReadonlyMap<string, string>): number {
  const quality = Number(params.get('q') ?? '1');
  return Number.isFinite(quality) ? quality : 1;
}
