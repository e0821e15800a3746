/** The digits of the shortest decimal that reads back as the value, and its exponent: d.ddd x 10^exponent. */
const shortest = (value: number): { readonly digits: string; readonly exponent: number } => {
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) };
};

const special = (value: number): string | undefined => {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : undefined;
};

const sign = (value: number): string => (value < 0 || Object.is(value, -0) ? '-' : '');

/** Go's `%g` and `%v` of a float64: the shortest digits, with an exponent below 1e-4 and from 1e6 on. */
export const formatGeneral = (value: number): string => {
  const named = special(value);
  if (named !== undefined) return named;
  const { digits, exponent } = shortest(value);
  if (exponent >= -4 && exponent < 6) return formatPlain(value);
  const mantissa = digits.length === 1 ? digits : `${digits[0]!}.${digits.slice(1)}`;
  const text = String(Math.abs(exponent)).padStart(2, '0');
  return `${sign(value)}${mantissa}e${exponent < 0 ? '-' : '+'}${text}`;
};

/** Go's `strconv.FormatFloat(value, 'f', -1, 64)`: the shortest digits, never an exponent. */
export const formatPlain = (value: number): string => {
  const named = special(value);
  if (named !== undefined) return named;
  const { digits, exponent } = shortest(value);
  const point = exponent + 1;
  if (point <= 0) return `${sign(value)}0.${'0'.repeat(-point)}${digits}`.replace(/\.0+$/, '');
  const whole = digits.slice(0, point).padEnd(point, '0');
  return `${sign(value)}${whole}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
};
