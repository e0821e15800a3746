import { goQuote } from '@kubewright/api/go-text';
import { parseDuration } from '../../go/parse.js';
import { parseTimestamp } from '../../go/time.js';
import { CelError, Duration, Timestamp } from '../../values.js';
import type { Value } from '../../values.js';

/** A string of format `date`. */
export function dateValue(text: string): Value {
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
  return parsed instanceof Timestamp
    ? parsed
    : new CelError(`Invalid date formatted string ${text}: parsing time ${goQuote(text)}`);
}

/** A string of format `date-time`; without a zone it is in UTC (strfmt, ParseDateTime). */
export function dateTimeValue(text: string): Value {
  if (text === '') return new Timestamp(0, 0);
  const parsed = parseTimestamp(text) ?? parseTimestamp(`${text}Z`);
  if (parsed instanceof Timestamp) return parsed;
  // Go tries several layouts and tells of the last; text that has the format fails at its first lower-case letter.
  const rest = text.slice(Math.max(0, text.search(/[a-z]/)));
  return new CelError(
    `Invalid date-time formatted string ${text}: parsing time ${goQuote(text)} as "2006-01-02T15:04:05": cannot parse ${goQuote(rest)} as "T"`,
  );
}

/** Names of units in words; the last of each is the beginning of a word (strfmt, timeUnits). */
const WORDS: ReadonlyArray<readonly [bigint, readonly string[], string]> = [
  [1n, ['ns'], 'nano'],
  [1_000n, ['us', 'µs'], 'micro'],
  [1_000_000n, ['ms'], 'milli'],
  [1_000_000_000n, ['s'], 'sec'],
  [60_000_000_000n, ['m'], 'min'],
  [3_600_000_000_000n, ['h', 'hr'], 'hour'],
  [86_400_000_000_000n, ['d'], 'day'],
  [604_800_000_000_000n, ['w', 'wk'], 'week'],
];

/** A string of format `duration`: as Go writes it (`1h30m`), or in words (`22 days`). */
export function durationValue(text: string): Value {
  const nanos = parseDuration(text) ?? wordyDuration(text);
  return nanos === undefined
    ? new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`)
    : new Duration(BigInt.asIntN(64, nanos));
}

function wordyDuration(text: string): bigint | undefined {
  let nanos: bigint | undefined;
  for (const [, count = '', word = ''] of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = word.toLowerCase();
    for (const [scale, names, start] of WORDS) {
      if (names.includes(unit) || unit.startsWith(start)) nanos = (nanos ?? 0n) + BigInt(count) * scale;
    }
  }
  return nanos;
}
