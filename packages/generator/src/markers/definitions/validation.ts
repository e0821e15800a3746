import type { MarkerDefinition } from '../definition.js';
import {
  any,
  boolean,
  count,
  named,
  none,
  number,
  oneOf,
  optional,
  required,
  string,
  value,
} from './forms.js';

/** What the names of markers of validation begin with. */
export const PREFIX = 'kubebuilder:validation:';
const everywhere = { targets: ['type', 'field'], category: 'validation' } as const;

/** What values are allowed. Each of these has a twin for the items of a list. */
export const validationDefinitions: readonly MarkerDefinition[] = [
  {
    ...everywhere,
    name: `${PREFIX}Minimum`,
    tags: ['minimum'],
    appliesTo: ['number'],
    arguments: value(number),
    help: 'The least number allowed.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Minimum=0 */
  replicas: int32;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}Maximum`,
    tags: ['maximum'],
    appliesTo: ['number'],
    arguments: value(number),
    help: 'The greatest number allowed.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Maximum=10 */
  replicas: int32;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}ExclusiveMinimum`,
    tags: ['exclusiveMinimum'],
    appliesTo: ['number'],
    arguments: value(boolean),
    help: 'The number must be greater than `Minimum`, not equal to it.',
    example: `
export interface CronTabSpec {
  /**
   * +kubebuilder:validation:Minimum=0
   * +kubebuilder:validation:ExclusiveMinimum=true
   */
  ratio: number;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}ExclusiveMaximum`,
    tags: ['exclusiveMaximum'],
    appliesTo: ['number'],
    arguments: value(boolean),
    help: 'The number must be less than `Maximum`, not equal to it.',
    example: `
export interface CronTabSpec {
  /**
   * +kubebuilder:validation:Maximum=1
   * +kubebuilder:validation:ExclusiveMaximum=true
   */
  ratio: number;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}MultipleOf`,
    tags: ['multipleOf'],
    appliesTo: ['number'],
    arguments: value(number),
    help: 'The number must be a multiple of this one.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:MultipleOf=5 */
  seconds: int32;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}MinLength`,
    tags: ['minLength'],
    appliesTo: ['string'],
    arguments: value(count),
    help: 'The least number of characters.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:MinLength=1 */
  image: string;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}MaxLength`,
    tags: ['maxLength'],
    appliesTo: ['string'],
    arguments: value(count),
    help: 'The greatest number of characters. Rules (`XValidation`) cost less where there is one.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:MaxLength=63 */
  image: string;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}Pattern`,
    tags: ['pattern'],
    appliesTo: ['string'],
    arguments: value(string),
    help: "A regular expression, in Go's syntax (RE2), that matches anywhere in the text unless it begins with `^` and ends in `$`. Backquotes spare doubling the backslashes.",
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Pattern=\`^(\\d+|\\*)(/\\d+)?$\` */
  minute: string;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}MinItems`,
    tags: ['minItems'],
    appliesTo: ['array'],
    arguments: value(count),
    help: 'The least number of items.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:MinItems=1 */
  arguments: string[];
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}MaxItems`,
    tags: ['maxItems'],
    appliesTo: ['array'],
    arguments: value(count),
    help: 'The greatest number of items. Rules (`XValidation`) on items need one.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:MaxItems=16 */
  arguments: string[];
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}UniqueItems`,
    tags: ['uniqueItems'],
    appliesTo: ['array'],
    arguments: value(boolean),
    help: 'No two items are equal. The API server refuses `true` in a CustomResourceDefinition: use `+listType=set`.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:UniqueItems=false */
  arguments: string[];
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}MinProperties`,
    tags: ['minProperties'],
    appliesTo: ['object'],
    arguments: value(count),
    help: 'The least number of keys.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:MinProperties=1 */
  selector: Record<string, string>;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}MaxProperties`,
    tags: ['maxProperties'],
    appliesTo: ['object'],
    arguments: value(count),
    help: 'The greatest number of keys.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:MaxProperties=8 */
  selector: Record<string, string>;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}Enum`,
    tags: ['enum'],
    arguments: value({ type: 'list', items: any }),
    help: 'The values allowed. A union of literals in TypeScript says the same without this marker.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Enum=Allow;Forbid;Replace */
  concurrencyPolicy: string;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}Format`,
    tags: ['format'],
    arguments: value(string),
    help: 'The format of a text or number, such as `date-time`, `duration`, `int64`, `ipv4`, `uri` or `byte`. The API server ignores formats that it does not know.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Format=uri */
  webhook: string;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}Type`,
    tags: ['TJS-type', 'asType'],
    arguments: value(oneOf('string', 'integer', 'number', 'boolean', 'array', 'object', '')),
    help: 'The JSON type, in place of the one that TypeScript has. It is for types whose JSON differs from what their declaration says.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:Type=integer */
  replicas: number;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}XPreserveUnknownFields`,
    appliesTo: ['object'],
    arguments: none,
    help: 'The same as `+kubebuilder:pruning:PreserveUnknownFields`, under its older name.',
    example: `
export interface CronTabSpec {
  /** +kubebuilder:validation:XPreserveUnknownFields */
  settings: Record<string, unknown>;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}XEmbeddedResource`,
    appliesTo: ['object'],
    arguments: none,
    help: 'The same as `+kubebuilder:validation:EmbeddedResource`, which stands on fields alone.',
    example: `
/** +kubebuilder:validation:XEmbeddedResource */
export interface Template { apiVersion: string; kind: string; metadata?: object }`,
  },
  {
    ...everywhere,
    name: `${PREFIX}XIntOrString`,
    arguments: none,
    help: 'The value is an integer or a text. `IntOrString` is so without this marker; it is needed to put a `Pattern` on such a value.',
    example: `
export interface CronTabSpec {
  /**
   * +kubebuilder:validation:XIntOrString
   * +kubebuilder:validation:Pattern=\`^\\d+%?$\`
   */
  maxUnavailable: IntOrString;
}`,
  },
  {
    ...everywhere,
    name: `${PREFIX}XValidation`,
    repeatable: true,
    arguments: named({
      rule: required(
        string,
        'The expression (CEL); `self` is the value, `oldSelf` the one before an update.',
      ),
      message: optional(string, 'What is said when it fails; by default the rule.'),
      messageExpression: optional(string, 'An expression that makes the message; it outranks `message`.'),
      reason: optional(
        oneOf('FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'),
        'How the error is classified; by default FieldValueInvalid.',
      ),
      fieldPath: optional(string, 'The field below this one that the error names, such as `.replicas`.'),
      optionalOldSelf: optional(
        boolean,
        'The rule holds for new objects too; `oldSelf` is then an optional value.',
      ),
    }),
    help: 'A rule that must be true of the value. It is compiled and type-checked when manifests are generated.',
    example: `
/** +kubebuilder:validation:XValidation:rule="self.minReplicas <= self.maxReplicas",message="minReplicas exceeds maxReplicas" */
export interface CronTabSpec {
  minReplicas: int32;
  /** +kubebuilder:validation:XValidation:rule="self >= oldSelf",message="it never shrinks" */
  maxReplicas: int32;
}`,
  },
];
