const RESERVED: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]);

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

const UNESCAPES = new Map(Object.entries(ESCAPES).map(([plain, escaped]) => [escaped, plain]));

/**
 * The name under which expressions know a property: `a-b` is `a__dash__b`, `namespace` is `__namespace__`. Undefined
 * for names that have no such form, which expressions cannot reach (apiserver `pkg/cel/escaping.go`).
 */
export function escapeProperty(name: string): string | undefined {
  if (RESERVED.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_\-./][A-Za-z0-9_\-./]*$/.test(name)) return undefined;
  return name.replace(/__|[-./]/g, (part) => ESCAPES[part]!);
}

/** The property that an identifier stands for; undefined when it is not one that escaping makes. */
export function unescapeProperty(identifier: string): string | undefined {
  if (!identifier.includes('__')) return identifier;
  let valid = true;
  const name = identifier.replace(/__[^_]+__/g, (part) => {
    const plain = UNESCAPES.get(part);
    if (plain !== undefined) return plain;
    const word = part.slice(2, -2);
    if (!RESERVED.has(word) || part.length !== identifier.length) valid = false;
    return word;
  });
  return valid ? name : undefined;
}
