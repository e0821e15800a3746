import { jsonEquals } from '@kubewright/api';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@kubewright/api/apiextensions/v1';
import { ChangeList } from './change-list.js';
import { compareSchemas } from './compare-schemas.js';
import { compareSubresources } from './compare-subresources.js';

/** Versions that came, went or changed, and the schemas of those that are in both states. */
export function compareVersions(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
  changes: ChangeList,
): void {
  const successors = new Map(after.spec.versions.map((version) => [version.name, version]));
  for (const version of before.spec.versions) {
    const successor = successors.get(version.name);
    if (successor === undefined) versionRemoved(version, before, changes);
    else compareVersion(version, successor, { before, after, changes });
  }
  const known = new Set(before.spec.versions.map(({ name }) => name));
  for (const { name } of after.spec.versions)
    if (!known.has(name))
      changes.definitionChanged('VersionAdded', pathOf(name), `the version ${name} is new`, name);
  compareStorage(before, after, changes);
}

function versionRemoved(
  { name, storage, served }: CustomResourceDefinitionVersion,
  { status }: CustomResourceDefinition,
  changes: ChangeList,
): void {
  const stored = status?.storedVersions ?? (storage ? [name] : []);
  const code = stored.includes(name)
    ? 'StoredVersionRemoved'
    : served
      ? 'VersionRemoved'
      : 'UnservedVersionRemoved';
  const note = stored.includes(name) ? ', and objects are stored in it' : '';
  changes.definitionChanged(code, pathOf(name), `the version ${name} is gone${note}`, name);
}

/** Both states of a definition, for what one version alone does not tell. */
interface Definitions {
  readonly before: CustomResourceDefinition;
  readonly after: CustomResourceDefinition;
  readonly changes: ChangeList;
}

function compareVersion(
  before: CustomResourceDefinitionVersion,
  after: CustomResourceDefinitionVersion,
  definitions: Definitions,
): void {
  const { name } = before;
  const { changes } = definitions;
  if (before.served && !after.served)
    changes.definitionChanged(
      'VersionNotServed',
      pathOf(name),
      `the version ${name} is no longer served`,
      name,
    );
  if (!before.served && after.served)
    changes.definitionChanged('VersionServed', pathOf(name), `the version ${name} is served`, name);
  if (before.deprecated !== true && after.deprecated === true)
    changes.definitionChanged('VersionDeprecated', pathOf(name), `the version ${name} is deprecated`, name);
  compareSubresources(before, after, { path: pathOf(name), changes });
  if (!jsonEquals(before.additionalPrinterColumns ?? [], after.additionalPrinterColumns ?? []))
    changes.definitionChanged(
      'PrinterColumnsChanged',
      `${pathOf(name)}.additionalPrinterColumns`,
      'the columns of `kubectl get` changed',
      name,
    );
  compareSelectableFields(before, after, changes);
  compareSchemas(schemaOf(before, definitions.before), schemaOf(after, definitions.after), name, changes);
}

function compareSelectableFields(
  before: CustomResourceDefinitionVersion,
  after: CustomResourceDefinitionVersion,
  changes: ChangeList,
): void {
  const path = `${pathOf(before.name)}.selectableFields`;
  const [from, to] = [before, after].map(
    ({ selectableFields = [] }) => new Set(selectableFields.map(({ jsonPath }) => jsonPath)),
  ) as [Set<string>, Set<string>];
  for (const field of from)
    if (!to.has(field))
      changes.definitionChanged('SelectableFieldRemoved', path, `${field} is gone`, before.name);
  for (const field of to)
    if (!from.has(field))
      changes.definitionChanged('SelectableFieldAdded', path, `${field} is new`, before.name);
}

/** Objects stored in the old storage version are converted when they are read, and stored in the new one when written. */
function compareStorage(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
  changes: ChangeList,
): void {
  const [from, to] = [before, after].map(({ spec }) => spec.versions.find(({ storage }) => storage));
  if (from === undefined || to === undefined || from.name === to.name) return;
  const message = `it was ${from.name} and is ${to.name}`;
  changes.definitionChanged('StorageVersionChanged', '.spec.versions[*].storage', message);
  if (after.spec.conversion?.strategy === 'Webhook') return;
  const conversion = new ChangeList(changes.definition);
  compareSchemas(schemaOf(from, before), schemaOf(to, after), from.name, conversion);
  for (const { code, path } of conversion.findings)
    if (code === 'FieldRemoved' || code === 'MapToFields' || code === 'PreserveUnknownRemoved')
      changes.fieldChanged(
        'LostInConversion',
        { version: from.name, path, isCorrelated: false },
        `${to.name}, in which objects are stored from now on, does not have it`,
      );
}

function schemaOf(
  { schema }: CustomResourceDefinitionVersion,
  { spec }: CustomResourceDefinition,
): JSONSchemaProps {
  const root = schema?.openAPIV3Schema ?? {};
  // What v1beta1 could say of the definition as a whole.
  return spec.preserveUnknownFields === true
    ? { ...root, 'x-kubernetes-preserve-unknown-fields': true }
    : root;
}

const pathOf = (version: string): string => `.spec.versions[?(@.name=="${version}")]`;
