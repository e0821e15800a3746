import type { MarkerRegistry } from './registry.js';

/*
 * Documentation may hold words that begin like markers or tags. A backslash before the sign makes them text, as JSDoc
 * has it; one more stands where a backslash stands already, so that every text can be written.
 */

const SIGN = /(^|[ \t{])(\\*)([+@])(?=([A-Za-z][\w.:-]*))/gm;
const ESCAPED_SIGN = /(^|[ \t{])\\(\\*[+@][A-Za-z])/gm;

/** The text that reads as `text` in a comment: nothing in it is a marker, a tag or a link. */
export function escapeSigns(
  text: string,
  registry: Pick<MarkerRegistry, 'find' | 'findTag' | 'owns'>,
): string {
  return text.replace(
    SIGN,
    (whole, before: string, slashes: string, sign: string, word: string, offset: number) => {
      const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset) + before;
      const isFirst = line.trim() === '';
      const isRead =
        sign === '@'
          ? before === '{' || registry.findTag(word) !== undefined
          : /[ \t]{2}$/.test(line) || registry.find(word) !== undefined || registry.owns(word);
      return slashes !== '' || isFirst || isRead ? `${before}\\${slashes}${sign}` : whole;
    },
  );
}

/** The reverse, for lines of documentation. */
export function unescapeSigns(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPED_SIGN, '$1$2') : text;
}

/** A text for the inside of a block comment, which it does not end. */
export function escapeCommentEnd(text: string): string {
  return text.replace(/\*(\\*)\//g, '*\\$1/');
}

/** The reverse. */
export function unescapeCommentEnd(text: string): string {
  return text.replace(/\*\\(\\*)\//g, '*$1/');
}
