import { isJsonObject, jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { goJson, goNumber, isInt64 } from '../errors/go-text.js';
import { characterCount } from './character-count.js';
import type { Correlation } from './correlation.js';
import { Findings } from './findings.js';
import type { Finding } from './findings.js';
import { formatCheck, isKnownFormat } from './formats.js';
import { additionalPropertiesOf, itemsOf, ownProperty } from './json-schema.js';
import { numberFindings } from './number-validator.js';
import { compilePattern } from './pattern.js';

/**
 * Validates a JSON value against the schema of a CustomResourceDefinition, with the checks, their order and the texts of
 * kube-openapi's `pkg/validation/validate`, on which people's error messages rest. With a correlation, what did not
 * change since the old value is not refused.
 */
export function validateValue(
  schema: JSONSchemaProps,
  value: unknown,
  path = '',
  correlation?: Correlation,
): Findings {
  const findings = validateAlways(schema, value, path, correlation);
  if (!findings.valid && correlation?.isUnchanged() === true) {
    const ratcheted = new Findings();
    ratcheted.matches = findings.matches;
    return ratcheted;
  }
  return findings;
}

function validateAlways(
  schema: JSONSchemaProps,
  value: unknown,
  path: string,
  correlation: Correlation | undefined,
): Findings {
  const findings = new Findings();
  const types = typesOf(schema);
  if (value === null || value === undefined) {
    if (types.length > 0 && schema.nullable !== true) findings.add(wrongType(path, types.join(','), 'null'));
    else findings.matches++;
    checkEnum(schema, null, path, findings);
    return findings;
  }
  if (types.length > 0 || knownFormat(schema) !== undefined) {
    const finding = checkType(schema, types, value, path);
    if (finding === undefined) findings.matches++;
    else findings.add(finding);
    findings.matches++;
  }
  checkBranches(schema, value, path, correlation, findings);
  findings.matches++;
  if (typeof value === 'string') checkString(schema, value, path, findings);
  if (typeof value === 'number') {
    for (const finding of numberFindings(schema, value, path)) findings.add(finding);
    findings.matches += 2;
  }
  if (Array.isArray(value)) {
    checkList(schema, value, path, correlation, findings);
    findings.matches += 2;
  }
  checkEnum(schema, value, path, findings);
  findings.matches++;
  if (isJsonObject(value)) {
    checkObject(schema, value, path, correlation, findings);
    findings.matches++;
  }
  findings.matches++;
  return findings;
}

const typesOf = (schema: JSONSchemaProps): string[] => {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  return schema.type === undefined || schema.type === '' ? [] : [schema.type];
};

function knownFormat(schema: JSONSchemaProps): string | undefined {
  const { format } = schema;
  if (format === undefined || format === '') return undefined;
  const type = schema['x-kubernetes-int-or-string'] === true ? undefined : schema.type;
  return isKnownFormat(format, type) ? format : undefined;
}

/** The name of a value's JSON type, where whole numbers are integers. */
function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return isInt64(value) ? 'integer' : 'number';
  return typeof value;
}

const wrongType = (path: string, expected: string, actual: string): Finding => ({
  kind: 'type',
  path,
  text: `${path} in body must be of type ${expected}: ${JSON.stringify(actual)}`,
  value: actual,
});

function checkType(
  schema: JSONSchemaProps,
  types: readonly string[],
  value: unknown,
  path: string,
): Finding | undefined {
  const actual = jsonType(value);
  const fits = types.includes(actual) || (actual === 'integer' && types.includes('number'));
  const format = knownFormat(schema);
  if (format !== undefined) {
    const textual = typeof value === 'string' || Array.isArray(value);
    if (!textual && !fits) {
      const actualFormat = actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : '';
      if (actualFormat !== format) return wrongType(path, format, actualFormat);
    }
    if (textual && !types.includes('number') && !types.includes('integer')) return undefined;
  }
  return fits ? undefined : wrongType(path, types.join(','), actual);
}

function checkString(schema: JSONSchemaProps, value: string, path: string, findings: Findings): void {
  const finding = stringFinding(schema, value, path);
  if (finding !== undefined) findings.add(finding);
  findings.matches++;
  const format = knownFormat(schema);
  const check =
    format === undefined
      ? undefined
      : formatCheck(format, schema['x-kubernetes-int-or-string'] === true ? '' : schema.type);
  if (check === undefined) return;
  if (!check(value)) findings.add(wrongType(path, format!, value));
  findings.matches++;
}

function stringFinding(schema: JSONSchemaProps, value: string, path: string): Finding | undefined {
  const { maxLength, minLength, pattern } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : characterCount(value);
  if (maxLength !== undefined && length > maxLength) {
    return {
      kind: 'tooLong',
      path,
      text: `${path} in body should be at most ${maxLength} chars long`,
      value,
      limit: maxLength,
    };
  }
  if (minLength !== undefined && length < minLength) {
    return { kind: 'value', path, text: `${path} in body should be at least ${minLength} chars long`, value };
  }
  if (pattern !== undefined && pattern !== '' && !compilePattern(pattern).test(value)) {
    return { kind: 'value', path, text: `${path} in body should match '${pattern}'`, value };
  }
  return undefined;
}

function checkEnum(schema: JSONSchemaProps, value: unknown, path: string, findings: Findings): void {
  const allowed = schema.enum;
  if (allowed === undefined || allowed.length === 0) return;
  // Go converts a number to the type of the listed one before it compares.
  const equals = (listed: unknown): boolean =>
    typeof listed === 'number' && typeof value === 'number'
      ? (Number.isInteger(listed) ? Math.trunc(value) : value) === listed
      : listed !== null && jsonEquals(listed, value);
  if (value !== null && allowed.some(equals)) return;
  const listed = allowed
    .map((one) => (typeof one === 'number' ? goNumber(one) : typeof one === 'string' ? one : goJson(one)))
    .join(' ');
  findings.add({
    kind: 'enum',
    path,
    text: `${path} in body should be one of [${listed}]`,
    value,
    supported: allowed,
  });
}

function checkList(
  schema: JSONSchemaProps,
  value: readonly unknown[],
  path: string,
  correlation: Correlation | undefined,
  findings: Findings,
): void {
  const items = itemsOf(schema);
  if (items !== undefined) {
    value.forEach((item, i) =>
      findings.merge(validateValue(items, item, `${path}[${i}]`, correlation?.index(i))),
    );
  }
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && value.length < minItems) {
    findings.add({
      kind: 'value',
      path,
      text: `${path} in body should have at least ${minItems} items`,
      value: value.length,
    });
  }
  if (maxItems !== undefined && value.length > maxItems) {
    findings.add({
      kind: 'tooMany',
      path,
      text: `${path} in body should have at most ${maxItems} items`,
      value: value.length,
      limit: maxItems,
    });
  }
  if (
    schema.uniqueItems === true &&
    value.some((item, i) => value.slice(0, i).some((earlier) => jsonEquals(earlier, item)))
  ) {
    findings.add({ kind: 'value', path, text: `${path} in body shouldn't contain duplicates` });
  }
}

function checkObject(
  schema: JSONSchemaProps,
  value: Record<string, unknown>,
  path: string,
  correlation: Correlation | undefined,
  findings: Findings,
): void {
  const keys = Object.keys(value);
  const { minProperties, maxProperties } = schema;
  if (minProperties !== undefined && keys.length < minProperties) {
    findings.add({
      kind: 'value',
      path,
      text: `${path} in body should have at least ${minProperties} properties`,
      value: keys.length,
    });
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    const text = `${path} in body should have at most ${maxProperties} properties`;
    findings.add({ kind: 'tooMany', path, text, value: keys.length, limit: maxProperties });
  }
  // Type and apiVersion of the whole object never count as unchanged: both sides were converted to the same version.
  const correlate = (key: string) =>
    path === '' && (key === 'kind' || key === 'apiVersion') ? undefined : correlation?.key(key);
  const additional = additionalPropertiesOf(schema);
  if (schema.additionalProperties === false || additional !== undefined) {
    for (const key of keys) {
      if (ownProperty(schema, key) !== undefined) continue;
      if (additional !== undefined)
        findings.merge(validateValue(additional, value[key], `${path}.${key}`, correlate(key)));
      else
        findings.add({
          kind: 'value',
          path,
          text: `${path}.${key} in body is a forbidden property`,
          value: key,
        });
    }
  }
  for (const key of Object.keys(schema.properties ?? {})) {
    if (!Object.hasOwn(value, key)) continue;
    const property = ownProperty(schema, key);
    if (property !== undefined)
      findings.merge(
        validateValue(property, value[key], path === '' ? key : `${path}.${key}`, correlate(key)),
      );
  }
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(value, key))
      findings.add({ kind: 'required', path: `${path}.${key}`, text: `${path}.${key} in body is required` });
  }
}

function checkBranches(
  schema: JSONSchemaProps,
  value: unknown,
  path: string,
  correlation: Correlation | undefined,
  findings: Findings,
): void {
  const validate = (branch: JSONSchemaProps): Findings => validateAlways(branch, value, path, correlation);
  const whole = (text: string): void =>
    findings.add({ kind: 'whole', path, text: `${JSON.stringify(path)} ${text}` });
  const better = (best: Findings | undefined, other: Findings): Findings =>
    best === undefined || other.matches > best.matches ? other : best;

  if (schema.anyOf !== undefined && schema.anyOf.length > 0) {
    let success: Findings | undefined;
    let best: Findings | undefined;
    for (const branch of schema.anyOf) {
      const result = validate(branch);
      if (result.valid) {
        success = result;
        break;
      }
      best = better(best, result);
    }
    if (success === undefined) whole('must validate at least one schema (anyOf)');
    const chosen = success ?? best;
    if (chosen !== undefined) findings.merge(chosen);
  }
  if (schema.oneOf !== undefined && schema.oneOf.length > 0) {
    const results = schema.oneOf.map(validate);
    const successes = results.filter((result) => result.valid);
    if (successes.length === 1) findings.merge(successes[0]!);
    else {
      const why =
        successes.length === 0 ? 'Found none valid' : `Found ${successes.length} valid alternatives`;
      whole(`must validate one and only one schema (oneOf). ${why}`);
      if (successes.length === 0) findings.merge(results.reduce(better));
    }
  }
  if (schema.allOf !== undefined && schema.allOf.length > 0) {
    const results = schema.allOf.map(validate);
    for (const result of results) findings.merge(result);
    const validated = results.filter((result) => result.valid).length;
    if (validated !== results.length)
      whole(`must validate all the schemas (allOf)${validated === 0 ? '. None validated' : ''}`);
  }
  if (schema.not !== undefined && validate(schema.not).valid) whole('must not validate the schema (not)');
  findings.matches++;
}
