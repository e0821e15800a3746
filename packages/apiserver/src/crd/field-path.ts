import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { child, key } from '../errors/field-error.js';
import { additionalPropertiesOf, ownProperty } from './json-schema.js';

/** Where a path leads in a schema, or why it leads nowhere. */
export type FieldPath =
  | {
      readonly names: readonly string[];
      /** As field errors show it: `spec.a[b]`. */
      readonly path: string;
      readonly schema: JSONSchemaProps;
    }
  | { readonly problem: string };

/**
 * Follows a path such as `.spec.a` or `.spec['a.b']` (the latter only with `allowBrackets`) through a schema. After
 * apiextensions-apiserver's `pkg/apiserver/schema/cel/validation.go`, ValidFieldPath.
 */
export function followFieldPath(schema: JSONSchemaProps, text: string, allowBrackets: boolean): FieldPath {
  const tokens = text.match(/'(?:\\.|[^'\\])*'|[.[\]]|[^.[\]']+|'[\s\S]*/g) ?? [];
  const names: string[] = [];
  let path = '';
  let at: JSONSchemaProps = schema;
  const go = (name: string): string | undefined => {
    const next = at.properties === undefined ? additionalPropertiesOf(at) : ownProperty(at, name);
    if (next === undefined) return 'does not refer to a valid field';
    names.push(name);
    path = at.properties === undefined ? key(path, name) : child(path, name);
    at = next;
    return undefined;
  };
  for (let i = 0; i < tokens.length; i += 2) {
    const [token = '', name] = [tokens[i], tokens[i + 1]];
    if (token !== '.' && token !== '[') return { problem: `expected [ or . but got: ${token}` };
    if (token === '[' && !allowBrackets) return { problem: 'array notation is not allowed' };
    if (name === undefined) return { problem: 'unexpected end of JSON path' };
    if (token === '[') {
      if (!/^'[\s\S]*'$/.test(name)) return { problem: `expected single quoted string but got ${name}` };
      const problem = go(name.slice(1, -1).replace(/\\(.)/g, '$1'));
      if (problem !== undefined) return { problem };
      if (tokens[i + 2] === undefined) return { problem: 'unexpected end of JSON path' };
      if (tokens[i + 2] !== ']') return { problem: `expected ] but got ${tokens[i + 2]}` };
      i++;
    } else {
      const problem = go(name);
      if (problem !== undefined) return { problem };
    }
  }
  return { names, path, schema: at };
}
