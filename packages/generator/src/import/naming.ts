/** Words that cannot name a type or a constant in a module of TypeScript. */
const RESERVED = new Set(
  (
    'any as async await bigint boolean break case catch class const continue debugger default delete do else enum ' +
    'export extends false finally for function if implements import in instanceof interface let never new null number ' +
    'object package private protected public return static string super switch symbol this throw true try type typeof ' +
    'undefined unknown var void while with yield'
  ).split(' '),
);

/** `private-key`, `privateKey` and `$private.key` as a part of a type's name: `PrivateKey`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The name of a type for a name of the API: kinds stay as they are, unless TypeScript does not take them. */
export function typeName(text: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !RESERVED.has(text)) return text;
  const name = pascalCase(text);
  return /^\p{L}/u.test(name) ? name : `T${name}`;
}

/**
 * What one of several is called, where a rule of English tells: `solvers` -> `solver`, `policies` -> `policy`. Words that
 * the rule could spoil (`status`, `aliases`, `dns`) stay as they are.
 */
export function singular(name: string): string {
  const word = /[A-Z]?[^A-Z]*$/.exec(name)?.[0] ?? '';
  if (word.length < 4 || !/[aeiouy]/i.test(word)) return name;
  if (/(?:ss|us|is|as|series|species|news|[^s]ses)$/i.test(word)) return name;
  if (/[^aeiou]ies$/.test(word)) return `${name.slice(0, -3)}y`;
  if (/(?:ss|[xo]|ch|sh)es$/.test(word)) return name.slice(0, -2);
  return word.endsWith('s') ? name.slice(0, -1) : name;
}

/** A key of an interface, quoted where it must be. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : stringLiteral(name);
}

/** A literal on one line, in the quotes that prettier would take. */
export function stringLiteral(text: string): string {
  const doubled = JSON.stringify(text)
    // Line ends of JavaScript that JSON leaves alone.
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  if (text.includes("'") && !text.includes('"')) return doubled;
  return `'${doubled.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** `cert-manager.io/v1` or `v1` for the core group, as folders and a file name. */
export function modulePath(group: string, version: string): string {
  return `${group === '' ? 'core' : group}/${version}`;
}

/** `ClusterIssuer` -> `cluster-issuer`, `HTTPRoute` -> `http-route`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
