/** One clause of an Accept header. */
export interface AcceptClause {
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
}

/** The clauses of an Accept header, most wanted first (RFC 9110, 12.5.1); clauses with q=0 are left out. */
export function parseAccept(header: string): AcceptClause[] {
  return header
    .split(',')
    .map((text, position) => ({ ...parseMediaType(text), position }))
    .filter(({ type }) => type !== '')
    .map((clause) => ({ ...clause, quality: qualityOf(clause.params) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position);
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
