/**
 * A number as go-yaml writes it: integers in full as far as Go's have 64 bits, others in Go's shortest form (`'g'`),
 * which turns to exponents below 0.0001 and from a million up.
 *
 * @throws TypeError for `NaN` and infinity, which JSON does not have
 */
export function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written: JSON has no such number`);
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return BigInt(value).toString();
  const [digits = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return String(value);
  const sign = exponent < 0 ? '-' : '+';
  return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
