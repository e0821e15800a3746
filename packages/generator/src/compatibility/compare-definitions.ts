import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '@kubewright/api/apiextensions/v1';
import { ChangeList } from './change-list.js';
import { compareVersions } from './compare-versions.js';
import { CHANGE_SEVERITIES } from './finding.js';
import type { ChangeFinding } from './finding.js';

/**
 * Everything that differs between two states of a CustomResourceDefinition and matters to stored objects or to clients,
 * worst first. Descriptions, titles and examples do not. The old state may be one that was read from a cluster: then its
 * `status.storedVersions` counts.
 */
export function compareDefinitions(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
): ChangeFinding[] {
  const changes = new ChangeList(nameOf(before));
  compareIdentity(before, after, changes);
  compareNames(before.spec.names, after.spec.names, changes);
  compareConversions(before, after, changes);
  compareVersions(before, after, changes);
  return sorted(changes.findings);
}

/**
 * Compares two sets of definitions by their names. A single definition on either side is compared with the other,
 * whatever their names are.
 */
export function compareDefinitionSets(
  before: readonly CustomResourceDefinition[],
  after: readonly CustomResourceDefinition[],
): ChangeFinding[] {
  const [only, successor] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && only !== undefined && successor !== undefined)
    return compareDefinitions(only, successor);
  const findings: ChangeFinding[] = [];
  const successors = new Map(after.map((definition) => [nameOf(definition), definition]));
  const known = new Set(before.map(nameOf));
  for (const definition of before) {
    const counterpart = successors.get(nameOf(definition));
    if (counterpart !== undefined) findings.push(...compareDefinitions(definition, counterpart));
    else findings.push(...wholeDefinition('DefinitionRemoved', definition));
  }
  for (const definition of after)
    if (!known.has(nameOf(definition))) findings.push(...wholeDefinition('DefinitionAdded', definition));
  return sorted(findings);
}

function wholeDefinition(
  code: 'DefinitionAdded' | 'DefinitionRemoved',
  definition: CustomResourceDefinition,
): ChangeFinding[] {
  const changes = new ChangeList(nameOf(definition));
  const message = code === 'DefinitionAdded' ? 'the definition is new' : 'the definition is gone';
  changes.definitionChanged(code, '.', message);
  return changes.findings;
}

function compareIdentity(
  { spec: before }: CustomResourceDefinition,
  { spec: after }: CustomResourceDefinition,
  changes: ChangeList,
): void {
  const was = (from: string, to: string): string => `it was ${from} and is ${to}`;
  if (before.group !== after.group)
    changes.definitionChanged('GroupChanged', '.spec.group', was(before.group, after.group));
  if (before.scope !== after.scope)
    changes.definitionChanged('ScopeChanged', '.spec.scope', was(before.scope, after.scope));
  if (before.names.plural !== after.names.plural)
    changes.definitionChanged(
      'PluralChanged',
      '.spec.names.plural',
      was(before.names.plural, after.names.plural),
    );
  if (before.names.kind !== after.names.kind)
    changes.definitionChanged('KindChanged', '.spec.names.kind', was(before.names.kind, after.names.kind));
  const [listBefore, listAfter] = [listKind(before.names), listKind(after.names)];
  if (listBefore !== listAfter && before.names.kind === after.names.kind)
    changes.definitionChanged('ListKindChanged', '.spec.names.listKind', was(listBefore, listAfter));
}

const listKind = ({ kind, listKind }: CustomResourceDefinitionNames): string => listKind ?? `${kind}List`;

function compareNames(
  before: CustomResourceDefinitionNames,
  after: CustomResourceDefinitionNames,
  changes: ChangeList,
): void {
  const singular = (names: CustomResourceDefinitionNames): string[] => [
    names.singular ?? names.kind.toLowerCase(),
  ];
  const lists = [
    ['.spec.names.singular', singular(before), singular(after)],
    ['.spec.names.shortNames', before.shortNames ?? [], after.shortNames ?? []],
    ['.spec.names.categories', before.categories ?? [], after.categories ?? []],
  ] as const;
  for (const [path, from, to] of lists) {
    for (const name of from.filter((one) => !to.includes(one)))
      changes.definitionChanged('NameRemoved', path, `${name} is gone`);
    for (const name of to.filter((one) => !from.includes(one)))
      changes.definitionChanged('NameAdded', path, `${name} is new`);
  }
}

function compareConversions(
  { spec: before }: CustomResourceDefinition,
  { spec: after }: CustomResourceDefinition,
  changes: ChangeList,
): void {
  const [from, to] = [before.conversion?.strategy ?? 'None', after.conversion?.strategy ?? 'None'];
  const path = '.spec.conversion.strategy';
  if (from === to) return;
  if (to !== 'None')
    changes.definitionChanged('ConversionChanged', path, `the strategy was ${from} and is ${to}`);
  else if (after.versions.length > 1)
    changes.definitionChanged('ConversionRemoved', path, `the strategy was ${from} and is ${to}`);
}

const nameOf = ({ metadata, spec }: CustomResourceDefinition): string =>
  metadata?.name ?? `${spec.names.plural}.${spec.group}`;

/** Worst first; what is equally bad stays in the order of definitions and fields. */
function sorted(findings: readonly ChangeFinding[]): ChangeFinding[] {
  return CHANGE_SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}
