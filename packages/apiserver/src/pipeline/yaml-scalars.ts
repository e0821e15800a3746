const TRUE = new Set(['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']);
const FALSE = new Set(['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']);
const NULL = new Set(['', '~', 'null', 'Null', 'NULL']);
const INFINITE = /^([+-]?)\.(inf|Inf|INF)$/;
const NOT_A_NUMBER = new Set(['.nan', '.NaN', '.NAN']);

const BASES: ReadonlyArray<[RegExp, number]> = [
  [/^([+-]?)0x([0-9a-f]+)$/i, 16],
  [/^([+-]?)0b([01]+)$/i, 2],
  [/^([+-]?)0o?([0-7]+)$/i, 8],
];
const DECIMAL = /^[+-]?(\.\d+|\d+(\.\d*)?)(e[+-]?\d+)?$/i;

/**
 * What a plain scalar means in YAML 1.1 as go-yaml v2 reads it (`resolve.go`): words for booleans, octal and binary
 * numbers, underscores in numbers; times and dates stay text. Infinity and NaN are numbers here.
 */
export function resolvePlainScalar(text: string): string | number | boolean | null {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  if (NULL.has(text)) return null;
  const infinite = INFINITE.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  if (NOT_A_NUMBER.has(text)) return NaN;
  return /^[-+.\d]/.test(text) ? (numberOf(text.replaceAll('_', '')) ?? text) : text;
}

function numberOf(text: string): number | undefined {
  for (const [pattern, base] of BASES) {
    const match = pattern.exec(text);
    if (match !== null) return Number(`${match[1] === '-' ? '-' : ''}${parseInt(match[2] as string, base)}`);
  }
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** As Go prints what JSON cannot hold. */
export const nonFiniteText = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
