/** Thrown when text is no time; the message is that of Go's `time.ParseError`. */
export class TimeParseError extends Error {
  override readonly name = 'TimeParseError';
}

interface Piece {
  readonly layout: string;
  readonly pattern: RegExp;
}

const fixed = (text: string): Piece => ({ layout: text, pattern: new RegExp(`^${text}`) });
const head: readonly Piece[] = [
  { layout: '2006', pattern: /^\d{4}/ },
  fixed('-'),
  { layout: '01', pattern: /^\d{2}/ },
  fixed('-'),
  { layout: '02', pattern: /^\d{2}/ },
  fixed('T'),
  { layout: '15', pattern: /^\d{1,2}/ },
  fixed(':'),
  { layout: '04', pattern: /^\d{2}/ },
  fixed(':'),
  { layout: '05', pattern: /^\d{2}/ },
];
const zone: Piece = { layout: 'Z07:00', pattern: /^(?:Z|[+-]\d{2}:\d{2})/ };
const fraction: Piece = { layout: '', pattern: /^(?:[.,]\d+)?/ };
const micros: Piece = { layout: '.000000', pattern: /^[.,]\d{6}/ };

const layouts = {
  time: { text: '2006-01-02T15:04:05Z07:00', pieces: [...head, fraction, zone] },
  microTime: { text: '2006-01-02T15:04:05.000000Z07:00', pieces: [...head, micros, zone] },
} as const;

/**
 * Parses RFC 3339 as Go's `time.Parse` does for `metav1.Time` (any fraction, dropped) and `metav1.MicroTime` (exactly
 * six digits), and returns it as Go writes it: in UTC. Throws `TimeParseError`.
 */
export function normalizeTime(text: string, precision: 'time' | 'microTime'): string {
  if (precision === 'time' && isCanonical(text)) return text;
  const layout = layouts[precision];
  const parts: string[] = [];
  let rest = text;
  for (const piece of layout.pieces) {
    const match = piece.pattern.exec(rest);
    if (match === null) {
      throw new TimeParseError(
        `parsing time ${JSON.stringify(text)} as ${JSON.stringify(layout.text)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(piece.layout)}`,
      );
    }
    parts.push(match[0]);
    rest = rest.slice(match[0].length);
    const problem = outOfRange(piece.layout, Number(match[0]));
    if (problem !== undefined)
      throw new TimeParseError(`parsing time ${JSON.stringify(text)}: ${problem} out of range`);
  }
  if (rest !== '')
    throw new TimeParseError(`parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}`);
  const [year, , month, , day, , hour, , minute, , second, fractionText = '', zoneText = 'Z'] = parts;
  const dayNumber = Number(day);
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (dayNumber < 1 || dayNumber > daysInMonth)
    throw new TimeParseError(`parsing time ${JSON.stringify(text)}: day out of range`);
  const offset =
    zoneText === 'Z'
      ? 0
      : (zoneText.startsWith('-') ? -1 : 1) * (Number(zoneText.slice(1, 3)) * 60 + Number(zoneText.slice(4)));
  const instant = Date.UTC(
    Number(year),
    Number(month) - 1,
    dayNumber,
    Number(hour),
    Number(minute) - offset,
    Number(second),
  );
  const whole = new Date(instant).toISOString().slice(0, 19);
  return precision === 'time' ? `${whole}Z` : `${whole}.${fractionText.slice(1)}Z`;
}

// Most times were written by a server.
function isCanonical(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString() === `${text.slice(0, -1)}.000Z`;
}

function outOfRange(layout: string, value: number): string | undefined {
  if (layout === '01' && (value < 1 || value > 12)) return 'month';
  if (layout === '15' && value > 23) return 'hour';
  if (layout === '04' && value > 59) return 'minute';
  if (layout === '05' && value > 59) return 'second';
  return undefined;
}
