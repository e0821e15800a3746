/**
 * The order in which go-yaml writes the keys of a map, and with it every manifest of controller-gen: by code points,
 * except that letters come after everything else and digits count as numbers, so that `v2` comes before `v10`
 * (`sorter.go` of go.yaml.in/yaml/v2).
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let start = 0;
  while (start < length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  if (start === length) return a.length - b.length;
  // Not between the halves of a character beyond the basic plane.
  if (isLowSurrogate(a, start) && isLowSurrogate(b, start)) start--;
  const left = a.codePointAt(start) ?? 0;
  const right = b.codePointAt(start) ?? 0;
  const leftIsLetter = isLetter(left);
  const rightIsLetter = isLetter(right);
  if (leftIsLetter && rightIsLetter) return left - right;
  if (leftIsLetter !== rightIsLetter) return leftIsLetter ? 1 : -1;
  return compareNumbers(a, b, start) || left - right;
}

/** By the numbers that begin at `start`; zeros within a longer number do not count as leading ones. */
function compareNumbers(a: string, b: string, start: number): number {
  const inNumber = /[1-9][0-9]*$/.test(a.slice(0, start)) && (a[start] === '0' || b[start] === '0');
  const left = digitsAt(a, start);
  const right = digitsAt(b, start);
  const difference = BigInt(`${inNumber ? '1' : '0'}${left}`) - BigInt(`${inNumber ? '1' : '0'}${right}`);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return left.length - right.length;
}

function digitsAt(text: string, start: number): string {
  let end = start;
  while (end < text.length && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++;
  return text.slice(start, end);
}

function isLetter(codePoint: number): boolean {
  if (codePoint < 0x80) return (codePoint | 0x20) >= 0x61 && (codePoint | 0x20) <= 0x7a;
  return /^\p{L}$/u.test(String.fromCodePoint(codePoint));
}

function isLowSurrogate(text: string, index: number): boolean {
  return index > 0 && text.charCodeAt(index) >= 0xdc00 && text.charCodeAt(index) <= 0xdfff;
}
