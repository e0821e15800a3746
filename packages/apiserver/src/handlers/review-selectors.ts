import { parseFieldSelector, parseLabelSelector } from '@kubewright/api';
import type { ResourceAttributes } from '@kubewright/api/authorization/v1';

const LABEL_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

interface Selector {
  readonly rawSelector?: string;
  readonly requirements?: ReadonlyArray<{ readonly operator: string; readonly values?: readonly string[] }>;
}

/**
 * Which selectors of a question could not be understood, as a whole or in part, in the words of
 * pkg/registry/authorization/util/helpers.go. No authorizer here looks at selectors: that is all they change.
 */
export function selectorErrors(attributes: ResourceAttributes | undefined): string[] {
  if (attributes === undefined) return [];
  const { fieldSelector, labelSelector } = attributes;
  return [
    ...selectorError('fieldSelector', fieldSelector, parseFieldSelector, isFieldRequirement),
    ...selectorError('labelSelector', labelSelector, parseLabelSelector, ({ operator }) =>
      LABEL_OPERATORS.includes(operator),
    ),
  ];
}

function isFieldRequirement({
  operator,
  values = [],
}: {
  operator: string;
  values?: readonly string[];
}): boolean {
  return (operator === 'In' || operator === 'NotIn') && values.length === 1;
}

function selectorError(
  field: string,
  selector: Selector | undefined,
  parse: (text: string) => unknown,
  isUnderstood: (requirement: { operator: string; values?: readonly string[] }) => boolean,
): string[] {
  const { rawSelector = '', requirements = [] } = selector ?? {};
  const understood = requirements.filter(isUnderstood).length;
  if (understood < requirements.length) {
    const ignored = understood === 0 ? 'ignored' : 'partially ignored';
    return [`spec.resourceAttributes.${field} ${ignored} due to parse error`];
  }
  if (requirements.length > 0 || rawSelector === '' || parses(parse, rawSelector)) return [];
  return [`spec.resourceAttributes.${field} ignored due to parse error`];
}

function parses(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
