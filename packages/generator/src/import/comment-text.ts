/*
 * A comment cannot hold every text: an asterisk and a slash would end it, and a line that begins with a plus or an at
 * sign would be a marker. A backslash stands in such places, and one more where a backslash stands there already, so
 * that each text has one way to be written; the reading side takes it away again.
 */

/** The text of a doc comment for a description. */
export function escapeComment(text: string): string {
  return text.replace(/\*(\\*)\//g, '*\\$1/').replace(/^([ \t]*)(\\*[+@])/gm, '$1\\$2');
}

/**
 * Whether a description comes back from a comment as it was. Comments lose spaces at the ends of lines and empty lines
 * around the text, and lines that begin with `TODO`, and all from one that begins with `---` on, are left out of
 * descriptions by the rules of Kubernetes, unless they stand in a block of code.
 */
export function survivesComment(text: string): boolean {
  if (/[\r\u2028\u2029\v\f]/.test(text)) return false;
  const lines = text.split('\n');
  if (lines[0]?.trim() === '' || lines.at(-1)?.trim() === '') return text === '';
  let isCode = false;
  for (const [index, line] of lines.entries()) {
    if (/[ \t]$/.test(line) || (index === 0 && /^[ \t]/.test(line))) return false;
    if (/^(?:```|~~~)/.test(line)) isCode = !isCode;
    if (!isCode && /^(?:TODO|---)/.test(line)) return false;
  }
  return true;
}

/** A doc comment, one line where it fits; empty without a text. */
export function docComment(text: string, indent: string): string[] {
  if (text === '') return [];
  const lines = escapeComment(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trimEnd());
  const [first = ''] = lines;
  if (lines.length === 1 && indent.length + first.length + 7 <= 120) return [`${indent}/** ${first} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`), `${indent} */`];
}
