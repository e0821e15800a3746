/** A number as Go's `%v` prints it: integers plainly, others in their shortest form, with exponents as `1e+21`, `1e-07`. */
export function goNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value);
  const magnitude = Math.abs(value);
  const text = magnitude !== 0 && magnitude < 1e-4 ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

/** A string as Go's `%q` prints it; the same as JSON but for control characters, which no schema text has in practice. */
export const goQuote = (text: string): string => JSON.stringify(text);

/** The number of characters (code points), which is what Go's `utf8.RuneCount` counts. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
