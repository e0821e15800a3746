import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { goFloat, isInt64 } from '../errors/go-text.js';
import type { Finding } from './findings.js';

/**
 * The checks of numbers: range of the format, multipleOf, minimum, maximum. Whole values are compared as Go compares
 * integers, that is with limits cut to whole numbers. After kube-openapi's `pkg/validation/validate/values.go`.
 */
export function numberFindings(schema: JSONSchemaProps, value: number, path: string): Finding[] {
  const findings: Finding[] = [];
  const range = rangeOf(schema);
  const inRange = (number: number, what: string): boolean => {
    if (range === undefined || range.holds(number)) return true;
    findings.push({ kind: 'whole', path, text: `${what} value must be of type ${range.name} in ${path}` });
    return false;
  };
  inRange(value, 'Checked');

  const whole = isInt64(value);
  const limitFor = (limit: number, valid: boolean): number => (whole && valid ? toInt64(limit) : limit);
  const limitText = (limit: number): string =>
    whole && Number.isInteger(limit) ? BigInt(limit).toString() : goFloat(limit);
  const fail = (text: string): void => {
    findings.push({ kind: 'value', path, text: `${path} in body should be ${text}`, value });
  };

  const { multipleOf, minimum, maximum } = schema;
  if (multipleOf !== undefined) {
    const factor = limitFor(multipleOf, inRange(multipleOf, 'MultipleOf'));
    if (factor <= 0) {
      const text = `factor MultipleOf declared for ${path} must be positive: ${limitText(factor)}`;
      findings.push({ kind: 'value', path, text, value: factor });
    } else if (!isMultiple(value, factor)) fail(`a multiple of ${limitText(factor)}`);
  }
  if (minimum !== undefined) {
    const limit = limitFor(minimum, inRange(minimum, 'Minimum boundary'));
    const exclusive = schema.exclusiveMinimum === true;
    if (exclusive ? value <= limit : value < limit)
      fail(`greater than ${exclusive ? '' : 'or equal to '}${limitText(limit)}`);
  }
  if (maximum !== undefined) {
    const limit = limitFor(maximum, inRange(maximum, 'Maximum boundary'));
    const exclusive = schema.exclusiveMaximum === true;
    if (exclusive ? value >= limit : value > limit)
      fail(`less than ${exclusive ? '' : 'or equal to '}${limitText(limit)}`);
  }
  return findings;
}

// What Go makes of a float out of range when it turns it into an int64 (on amd64).
function toInt64(value: number): number {
  return value >= 2 ** 63 || value < -(2 ** 63) ? -(2 ** 63) : Math.trunc(value);
}

function isMultiple(value: number, factor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const times = factor < 1 ? (1 / factor) * value : value / factor;
  return isJsonInteger(times);
}

// swag.IsFloat64AJSONInteger: whole, give or take what floating point loses.
function isJsonInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const nearest = Math.trunc(value);
  const difference = Math.abs(value - nearest);
  if (value === nearest) return true;
  if (value === 0 || nearest === 0 || difference < Number.MIN_VALUE)
    return difference < 1e-9 * Number.MIN_VALUE;
  return difference / Math.min(Math.abs(value) + Math.abs(nearest), Number.MAX_VALUE) < 1e-9;
}

function rangeOf(schema: JSONSchemaProps): { name: string; holds: (value: number) => boolean } | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return undefined;
  const { type, format } = schema;
  if (type === 'integer') {
    const bits = format === 'int32' ? 31 : 63;
    const known = format === 'int32' || format === 'int64';
    return {
      name: known ? `integer with format ${format}` : 'integer (default format)',
      holds: (number) => Number.isInteger(number) && number >= -(2 ** bits) && number < 2 ** bits,
    };
  }
  if (type === 'number' && format === 'float') {
    return { name: 'number with format float', holds: (value) => Math.abs(value) <= 3.4028234663852886e38 };
  }
  return undefined;
}
