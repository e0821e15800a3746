import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { isBroad } from './declared-rule.js';
import type { DeclaredRule, RulePart } from './declared-rule.js';
import { partOfCall, partsText } from './describe.js';
import type { DeniedCall, Evaluation } from './evaluate-calls.js';

/** Something that was called, and that no rule allows. */
export interface MissingPermission {
  readonly verb: string;
  /** `''` is the core group; `''` too where `url` is set. */
  readonly group: string;
  /** With its subresource: `deployments/scale`. */
  readonly resource: string;
  /** Of what is no resource. */
  readonly url: string;
  /** Where it was called, sorted; `''` stands for all namespaces, and for what is in none. */
  readonly namespaces: readonly string[];
  /** The objects that were named, sorted, ten at most. */
  readonly names: readonly string[];
  /** Only servers with this admission plugin ask for it. */
  readonly plugin?: string;
  /** Namespaces in which a rule allows it, none of them the one that was asked about. */
  readonly allowedIn: readonly string[];
  /** With `escalate` and `bind`: rules that would do instead. */
  readonly insteadOf?: string;
}

/** A declared rule that is not used, or more than was used. */
export interface IdleRule {
  readonly source: string;
  readonly position?: SourcePosition;
  /** What of it was not used, or, of wildcards, what was: `get, list of pods; delete of deployments.apps`. */
  readonly what: string;
  /** Whether this is all of it. */
  readonly isWhole: boolean;
}

const NAMES_SHOWN = 10;

export function missingPermissions({ denied, parts }: Evaluation): MissingPermission[] {
  const byQuestion = new Map<string, DeniedCall[]>();
  for (const call of denied) {
    const key = JSON.stringify([partOfCall(call), call.plugin]);
    byQuestion.set(key, [...(byQuestion.get(key) ?? []), call]);
  }
  return [...byQuestion.values()].map((calls) => {
    // There is no key without a call.
    const call = calls[0] as DeniedCall;
    const { verb, group, resource, url } = partOfCall(call);
    const missing = calls.flatMap(({ missingRules = [] }) => missingRules);
    return {
      verb,
      group,
      resource,
      url,
      namespaces: distinct(calls.map(({ namespace }) => namespace)),
      names: distinct(calls.map(({ name }) => name).filter((name) => name !== '')).slice(0, NAMES_SHOWN),
      ...(call.plugin !== undefined && { plugin: call.plugin }),
      allowedIn: distinct(
        parts
          .filter(
            (part) =>
              part.of.namespace !== '' &&
              part.of.namespace !== undefined &&
              isSamePart(part, partOfCall(call)),
          )
          .map(({ of }) => of.namespace as string),
      ),
      ...(missing.length > 0 && { insteadOf: rulesText(missing) }),
    };
  });
}

const isSamePart = (part: RulePart, wanted: ReturnType<typeof partOfCall>): boolean =>
  part.verb === wanted.verb && part.group === wanted.group && part.resource === wanted.resource;

/** Rules of which something was never used, in the order in which they were declared. */
export function unusedRules(evaluation: Evaluation): IdleRule[] {
  return byRule(evaluation).flatMap(([rule, parts]) => {
    const idle = parts.filter((part) => !evaluation.used.has(part));
    if (idle.length === 0) return [];
    return [{ ...origin(rule), what: partsText(idle), isWhole: idle.length === parts.length }];
  });
}

/** Rules with wildcards, and what was used of them. */
export function broadRules(evaluation: Evaluation): IdleRule[] {
  return byRule(evaluation).flatMap(([rule, parts]) => {
    const calls = parts.filter(isBroad).flatMap((part) => evaluation.used.get(part) ?? []);
    if (calls.length === 0) return [];
    return [{ ...origin(rule), what: partsText(calls.map(partOfCall)), isWhole: false }];
  });
}

function byRule({ parts }: Evaluation): Array<[DeclaredRule, RulePart[]]> {
  const rules = new Map<DeclaredRule, RulePart[]>();
  for (const part of parts) if (part.of.judged) rules.set(part.of, [...(rules.get(part.of) ?? []), part]);
  return [...rules];
}

const origin = ({ source, position }: DeclaredRule): Pick<IdleRule, 'source' | 'position'> => ({
  source,
  ...(position !== undefined && { position }),
});

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

function rulesText(rules: NonNullable<DeniedCall['missingRules']>): string {
  const parts = rules.flatMap(
    ({ verbs, apiGroups = [''], resources = [], resourceNames, nonResourceURLs = [] }) =>
      verbs.flatMap((verb) => [
        ...resources.map((resource) => ({
          verb,
          group: apiGroups[0] ?? '',
          resource,
          name: resourceNames?.[0] ?? '',
          url: '',
        })),
        ...nonResourceURLs.map((url) => ({ verb, group: '', resource: '', name: '', url })),
      ]),
  );
  return partsText(parts);
}
