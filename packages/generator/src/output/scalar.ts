/** How a string may be written, as libyaml's emitter analyses it. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

/**
 * The style that go-yaml gives a string: plain where it is read back as the same string by YAML 1.1 and 1.2, a literal
 * block for several lines, else quoted. (`encode.go` and `emitterc.go` of go.yaml.in/yaml/v2.)
 */
export function scalarStyle(text: string): ScalarStyle {
  // By far the most texts: names of fields, types and formats.
  if (/^[A-Za-z][A-Za-z0-9._/-]*$/.test(text)) return RESERVED.has(text) ? 'double' : 'plain';
  if (NEEDS_ESCAPES.test(text)) return 'double';
  if (text.includes('\n')) return / (\n|$)/.test(text) ? 'double' : 'literal';
  if (isResolved(text)) return 'double';
  return NOT_PLAIN.test(text) ? 'single' : 'plain';
}

/** In double quotes, with the escapes of go-yaml. */
export function doubleQuoted(text: string): string {
  return `"${text.replace(ESCAPED, escape)}"`;
}

/** What has no place in YAML unescaped, or is a line break to YAML 1.1 only. Tabs are escaped too, as libyaml does. */
const NEEDS_ESCAPES = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const ESCAPED = /["\\]|[^\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/gu;

/** Begins or ends with a space, begins with an indicator, or looks like a key or a comment. */
const NOT_PLAIN = /^[ #,[\]{}&*!|>'"%@`]|^[-?:]( |$)|^---|^\.\.\.|: | #|[: ]$/;

/** Words of YAML 1.1 that are no strings. */
const RESERVED = new Set(
  'y Y yes Yes YES true True TRUE on On ON n N no No NO false False FALSE off Off OFF null Null NULL ~ <<'.split(
    ' ',
  ),
);

const INTEGER = /^[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|[0-9]+)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const SPECIAL_FLOAT = /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/;
const BASE_60 = /^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/;
const DATE =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(\.[0-9]*)?(Z|[-+][0-9:]+)?)?$/;

/** Whether a reader would take the plain text for null, a boolean, a number or a time. */
function isResolved(text: string): boolean {
  if (text === '' || RESERVED.has(text)) return true;
  if (!/^[-+.0-9]/.test(text)) return false;
  const digits = text.replaceAll('_', '');
  return (
    INTEGER.test(digits) ||
    FLOAT.test(digits) ||
    SPECIAL_FLOAT.test(text) ||
    BASE_60.test(text) ||
    DATE.test(text)
  );
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
};

function escape(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return `\\${short}`;
  const code = character.codePointAt(0) ?? 0;
  const hex = (length: number): string => code.toString(16).toUpperCase().padStart(length, '0');
  return code <= 0xff ? `\\x${hex(2)}` : code <= 0xffff ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}
