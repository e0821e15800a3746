/** What a registry asks for in `WWW-Authenticate` (RFC 9110 section 11.6.1). */
export interface Challenge {
  /** Lower case: `bearer`, `basic`. */
  readonly scheme: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads the first challenge of a header. */
export function parseChallenge(header: string): Challenge {
  const [, scheme = '', rest = ''] = /^\s*(\S+)\s*(.*)$/s.exec(header) ?? [];
  const parameters: Record<string, string> = {};
  for (const [, name = '', quoted, bare] of rest.matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g))
    parameters[name.toLowerCase()] = quoted === undefined ? (bare ?? '') : quoted.replaceAll(/\\(.)/g, '$1');
  return { scheme: scheme.toLowerCase(), parameters };
}
