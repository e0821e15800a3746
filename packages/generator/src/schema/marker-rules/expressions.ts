import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import { rulesOf } from '../keywords.js';
import { oneOfRule } from '../one-of.js';
import type { OneOfName } from '../one-of.js';
import { argumentsOf, isObject, textsOf } from './marker-rule.js';
import type { MarkerPlace, MarkerRule } from './marker-rule.js';

const REASONS = ['FieldValueRequired', 'FieldValueInvalid', 'FieldValueForbidden', 'FieldValueDuplicate'];

/** `XValidation`: a rule in CEL. */
export const expression: MarkerRule = {
  sets: [],
  apply(schema, value, at) {
    const named = argumentsOf(value);
    if (typeof named['rule'] !== 'string') return 'a validation needs an expression: rule="..."';
    const { reason } = named;
    if (typeof reason === 'string' && reason !== '' && !REASONS.includes(reason))
      return `invalid reason ${reason}, valid values are ${REASONS.join(', ')}`;
    const rule: ValidationRule = { rule: named['rule'] };
    for (const key of ['message', 'messageExpression', 'reason', 'fieldPath'] as const) {
      const argument = named[key];
      if (typeof argument === 'string' && argument !== '') Object.assign(rule, { [key]: argument });
    }
    if (typeof named['optionalOldSelf'] === 'boolean') rule.optionalOldSelf = named['optionalOldSelf'];
    addRule(schema, rule, at);
    return undefined;
  },
};

/** `k8s:immutable`; that the field may not go away is a rule of the object around it. */
export const immutable: MarkerRule = {
  sets: [],
  apply(schema, _value, at) {
    addRule(schema, { rule: 'self == oldSelf', message: 'field is immutable' }, at);
    return undefined;
  },
};

/** `AtMostOneOf` and its kin: how many of the named fields an object has. */
export function oneOf(name: OneOfName, priority: number): MarkerRule {
  return {
    priority,
    sets: [],
    apply(schema, value, at) {
      const fields = textsOf(value);
      const nested = fields.filter((field) => field.includes('.'));
      if (nested.length > 0) return `${name} cannot reference nested fields: ${nested.join(',')}`;
      const unknown = fields.filter((field) => !Object.hasOwn(schema.properties ?? {}, field));
      if (isObject(schema) && unknown.length > 0)
        return `${name} names fields that the type does not have: ${unknown.join(', ')}`;
      if (fields.length > 0) addRule(schema, oneOfRule(name, fields), at);
      return undefined;
    },
  };
}

function addRule(schema: JSONSchemaProps, rule: ValidationRule, at: MarkerPlace): void {
  schema['x-kubernetes-validations'] = [...rulesOf(schema), rule];
  at.placeRule(rule);
}
