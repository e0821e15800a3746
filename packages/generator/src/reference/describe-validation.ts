import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';

/** Every rule of a field in words, for people who write objects: `at least 1`, `matches ^a`, `unique by name`. */
export function describeValidation(schema: JSONSchemaProps): string[] {
  const { pattern, multipleOf, format, nullable, allOf = [] } = schema;
  const words: string[] = [];
  // Where null is allowed too, literals stand in a branch.
  for (const { enum: values } of [schema, ...allOf])
    if (values !== undefined) words.push(`one of ${values.map(code).join(', ')}`);
  if (format !== undefined && format !== '') words.push(`format ${format}`);
  words.push(...limits(schema));
  if (multipleOf !== undefined) words.push(`multiple of ${multipleOf}`);
  if (pattern !== undefined && pattern !== '') words.push(`matches ${inlineCode(pattern)}`);
  if (nullable === true) words.push('may be null');
  if (schema['x-kubernetes-list-type'] === 'set') words.push('without duplicates');
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length > 0) words.push(`unique by ${keys.join(', ')}`);
  for (const { rule, message } of schema['x-kubernetes-validations'] ?? [])
    words.push(message === undefined ? inlineCode(rule) : `${message} (${inlineCode(rule)})`);
  return words;
}

function limits(schema: JSONSchemaProps): string[] {
  const { minimum, maximum } = schema;
  const words: string[] = [];
  if (minimum !== undefined)
    words.push(`${schema.exclusiveMinimum === true ? 'more than' : 'at least'} ${minimum}`);
  if (maximum !== undefined)
    words.push(`${schema.exclusiveMaximum === true ? 'less than' : 'at most'} ${maximum}`);
  const sizes = [
    ['characters', schema.minLength, schema.maxLength],
    ['items', schema.minItems, schema.maxItems],
    ['keys', schema.minProperties, schema.maxProperties],
  ] as const;
  for (const [unit, least, most] of sizes) {
    if (least !== undefined && most !== undefined)
      words.push(least === most ? `${least} ${unit}` : `${least} to ${most} ${unit}`);
    else if (least !== undefined) words.push(`at least ${least} ${unit}`);
    else if (most !== undefined) words.push(`at most ${most} ${unit}`);
  }
  return words;
}

const code = (value: unknown): string =>
  inlineCode(typeof value === 'string' ? value : JSON.stringify(value));

/** As code, whatever backticks it has. */
export function inlineCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
