import { expression, immutable, oneOf } from './expressions.js';
import { limitRules } from './limits.js';
import { DEFAULT_PRIORITY, FIRST } from './marker-rule.js';
import type { MarkerRule } from './marker-rule.js';
import {
  defaultValue,
  example,
  externalDocs,
  sortedEnum,
  text,
  turnsOn,
  typeOverride,
} from './properties.js';
import { granularity, listMapKey, listType } from './topology.js';

const VALIDATION = 'kubebuilder:validation:';

/** Those that exist for the items of a list too. */
const validationRules: Readonly<Record<string, MarkerRule>> = {
  ...limitRules,
  Format: text('format'),
  Type: typeOverride,
  XPreserveUnknownFields: turnsOn('x-kubernetes-preserve-unknown-fields'),
  XEmbeddedResource: turnsOn('x-kubernetes-embedded-resource'),
  XIntOrString: turnsOn('x-kubernetes-int-or-string', FIRST),
  XValidation: expression,
};

/** The markers that shape a schema, by name. Others shape the CRD, or say whether a field is required. */
export const MARKER_RULES: ReadonlyMap<string, MarkerRule> = new Map(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(validationRules).map(([name, rule]) => [`${VALIDATION}${name}`, rule]),
    ),
    [`${VALIDATION}EmbeddedResource`]: turnsOn('x-kubernetes-embedded-resource'),
    [`${VALIDATION}AtMostOneOf`]: oneOf('AtMostOneOf', DEFAULT_PRIORITY + 1),
    [`${VALIDATION}ExactlyOneOf`]: oneOf('ExactlyOneOf', DEFAULT_PRIORITY + 2),
    [`${VALIDATION}AtLeastOneOf`]: oneOf('AtLeastOneOf', DEFAULT_PRIORITY + 3),
    'kubebuilder:pruning:PreserveUnknownFields': turnsOn('x-kubernetes-preserve-unknown-fields'),
    nullable: turnsOn('nullable'),
    default: defaultValue(FIRST),
    'kubebuilder:default': defaultValue(DEFAULT_PRIORITY),
    'kubebuilder:example': example,
    'kubebuilder:title': text('title'),
    'kubebuilder:externalDocs': externalDocs,
    listType,
    listMapKey,
    'k8s:listType': listType,
    'k8s:listMapKey': listMapKey,
    mapType: granularity('mapType'),
    structType: granularity('structType'),
    'k8s:immutable': immutable,
    'k8s:enum': sortedEnum,
  }),
);

/** `kubebuilder:validation:items:Pattern` is the rule of `Pattern`, applied to the items. */
export const ITEM_MARKER_RULES: ReadonlyMap<string, MarkerRule> = new Map(
  Object.entries(validationRules).map(([name, rule]) => [`${VALIDATION}items:${name}`, rule]),
);
