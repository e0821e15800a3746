import { deepClone, isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { DocumentFinding } from '@kubewright/apiserver/crd';
import { candidates, sampleValue } from './sample-value.js';

type Validate = (object: Readonly<Record<string, unknown>>) => DocumentFinding[];

/** How many objects are tried at most: rules of their own kind may have no answer that one finds. */
const MOST_TRIES = 2000;

/** An object, and what is still wrong with it. */
export interface RepairedSample {
  readonly object: Record<string, unknown>;
  readonly findings: readonly DocumentFinding[];
}

/**
 * Looks for an object that meets the rules in CEL as well: where one is broken, it tries other values, fields that are
 * missing, and leaving fields out, one step at a time as long as each makes it better.
 */
export function repairSample(
  sample: Record<string, unknown>,
  schema: JSONSchemaProps,
  validate: Validate,
): RepairedSample {
  let object = sample;
  let findings = validate(object);
  let tries = 0;
  for (let isBetter = findings.length > 0; isBetter;) {
    isBetter = false;
    for (const changed of attempts(object, schema, findings)) {
      if (++tries > MOST_TRIES) return { object, findings };
      const left = validate(changed);
      if (left.length >= findings.length) continue;
      [object, findings, isBetter] = [changed, left, left.length > 0];
      break;
    }
  }
  return { object, findings };
}

function* attempts(
  object: Record<string, unknown>,
  schema: JSONSchemaProps,
  findings: readonly DocumentFinding[],
): Generator<Record<string, unknown>> {
  for (const { path } of findings) {
    const steps = stepsOf(path);
    const place = locate(object, schema, steps);
    if (place === undefined) continue;
    for (const value of alternatives(place.value, place.schema, steps.at(-1) ?? '')) {
      const changed = deepClone(object);
      if (steps.length === 0) {
        if (isJsonObject(value)) yield value;
      } else if (replace(changed, steps, value)) yield changed;
    }
  }
}

/** Other values for a part of an object: for a scalar each candidate, for an object one field more, less or changed. */
function* alternatives(value: unknown, schema: JSONSchemaProps, name: string): Generator {
  const literals = literalsOf(schema);
  if (Array.isArray(value)) {
    const items = Array.isArray(schema.items) ? undefined : schema.items;
    if (items === undefined) return;
    for (const [index, item] of value.entries())
      for (const other of alternatives(item, items, name)) yield value.with(index, other);
    yield [...value, sampleValue(items, { name, variant: value.length })];
    yield [];
    return;
  }
  if (!isJsonObject(value)) {
    for (const variant of [0, 1]) yield* candidates(schema, { name, variant });
    yield* literals;
    return;
  }
  const fields = Object.entries(schema.properties ?? {});
  for (const [field, fieldSchema] of fields)
    if (!(field in value)) yield { ...value, [field]: sampleValue(fieldSchema, { name: field, variant: 0 }) };
  for (const field of Object.keys(value)) {
    const { [field]: _left, ...others } = value;
    if (schema.required?.includes(field) !== true) yield others;
  }
  for (const [field, fieldSchema] of fields) {
    if (!(field in value)) continue;
    for (const other of alternatives(value[field], fieldSchema, field)) yield { ...value, [field]: other };
    if (typeof value[field] !== 'object')
      for (const literal of literals) yield { ...value, [field]: literal };
  }
}

/** Numbers and texts that rules compare with, and the numbers beside them. */
function literalsOf(schema: JSONSchemaProps): unknown[] {
  const rules = (schema['x-kubernetes-validations'] ?? []).map(({ rule }) => rule);
  return rules.flatMap((rule) => {
    const texts = [...rule.matchAll(/'([^'\\]*)'|"([^"\\]*)"/g)].map(([, one, two]) => one ?? two ?? '');
    const numbers = [...rule.matchAll(/-?\b\d+(\.\d+)?\b/g)].map(([text]) => Number(text));
    return [...texts, ...numbers.flatMap((number) => [number, number + 1, number - 1])];
  });
}

/** `spec.list[0].name` as its steps; keys of maps in brackets are steps as well. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, inner, plain]) => inner ?? plain ?? '');
}

interface Located {
  readonly value: unknown;
  readonly schema: JSONSchemaProps;
}

/** The deepest part on the path that is there: a missing field is a matter of what it is missing from. */
function locate(object: unknown, schema: JSONSchemaProps, steps: string[]): Located | undefined {
  let [value, current] = [object, schema];
  for (const [index, step] of steps.entries()) {
    const next = stepInto(value, current, step);
    if (next === undefined) {
      steps.length = index;
      break;
    }
    ({ value, schema: current } = next);
  }
  return { value, schema: current };
}

function stepInto(value: unknown, schema: JSONSchemaProps, step: string): Located | undefined {
  if (Array.isArray(value)) {
    const items = Array.isArray(schema.items) ? undefined : schema.items;
    const item: unknown = value[Number(step)];
    return items === undefined || item === undefined ? undefined : { value: item, schema: items };
  }
  if (!isJsonObject(value) || !(step in value)) return undefined;
  const { additionalProperties } = schema;
  const field =
    schema.properties?.[step] ??
    (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return field === undefined ? undefined : { value: value[step], schema: field };
}

function replace(object: unknown, steps: readonly string[], value: unknown): boolean {
  let parent = object;
  for (const step of steps.slice(0, -1)) parent = childOf(parent, step);
  const last = steps.at(-1) ?? '';
  if (Array.isArray(parent)) parent[Number(last)] = value;
  else if (isJsonObject(parent)) parent[last] = value;
  else return false;
  return true;
}

function childOf(parent: unknown, step: string): unknown {
  if (Array.isArray(parent)) return parent[Number(step)];
  return isJsonObject(parent) ? parent[step] : undefined;
}
