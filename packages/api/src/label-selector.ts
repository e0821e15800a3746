import type { LabelSelector, LabelSelectorRequirement } from './groups/meta/v1.js';
import { parseRequirements } from './label-selector-parser.js';
import type { LabelOperator, LabelRequirement } from './label-selector-requirement.js';
import {
  checkRequirement,
  formatRequirement,
  LabelSelectorError,
  meetsRequirement,
} from './label-selector-requirement.js';

/** Tells which objects a label selector selects. Immutable. */
export interface LabelSelectorMatcher {
  /** The requirements, all of which labels must meet, by key; none select everything. */
  readonly requirements: readonly LabelRequirement[];
  /** Absent labels are none. */
  matches(labels: Readonly<Record<string, string>> | undefined): boolean;
  /** The selector as text, as it goes into `?labelSelector=`. */
  toString(): string;
}

/**
 * Reads the text of a selector: `app=web,tier in (a, b),!old,size>3`; empty text selects everything. Throws
 * `LabelSelectorError` with the messages of apimachinery `pkg/labels/selector.go`.
 */
export function parseLabelSelector(text: string): LabelSelectorMatcher {
  return matcher(parseRequirements(text));
}

/**
 * The matcher of a selector as it stands in an object: an empty one selects everything, an absent one nothing
 * (`LabelSelectorAsSelector` of apimachinery `pkg/apis/meta/v1/helpers.go`). Throws `LabelSelectorError`.
 */
export function labelSelectorMatcher(selector: LabelSelector | undefined): LabelSelectorMatcher {
  if (selector === undefined) return NOTHING;
  return matcher([
    ...Object.entries(selector.matchLabels ?? {}).map(([key, value]) => checkRequirement(key, '=', [value])),
    ...(selector.matchExpressions ?? []).map(fromExpression),
  ]);
}

/**
 * The text of a selector, as it goes into `?labelSelector=`: empty when it selects everything. Throws
 * `LabelSelectorError`, also for an absent selector, which selects nothing and has no text.
 */
export function formatLabelSelector(selector: LabelSelector): string {
  return labelSelectorMatcher(selector).toString();
}

const NOTHING: LabelSelectorMatcher = { requirements: [], matches: () => false, toString: () => '' };

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

function fromExpression({ key, operator, values = [] }: LabelSelectorRequirement): LabelRequirement {
  const known = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (known === undefined) {
    throw new LabelSelectorError(`${JSON.stringify(operator)} is not a valid label selector operator`);
  }
  return checkRequirement(key, known, values);
}

function matcher(unsorted: readonly LabelRequirement[]): LabelSelectorMatcher {
  const requirements = [...unsorted].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    requirements,
    matches: (labels = {}) => requirements.every((requirement) => meetsRequirement(requirement, labels)),
    toString: () => requirements.map(formatRequirement).join(','),
  };
}
