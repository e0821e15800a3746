import { jsonEquals, validateDns1035Label, validateDns1123Subdomain } from '@kubewright/api';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '@kubewright/api/apiextensions/v1';
import { child, index, invalid, notSupported, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { conversionErrors } from './conversion-rules.js';
import { internalVersions } from './internal-form.js';
import type { CommonParts } from './internal-form.js';
import { schemaHas } from './json-schema.js';
import { selectableFieldErrors } from './selectable-fields.js';
import { columnErrors, subresourceErrors, validationErrors } from './version-rules.js';

/**
 * The errors of the spec of a CustomResourceDefinition, with paths as the real server has them: it judges in its internal
 * version, where what all versions have in common stands in one place (`spec.validation`, `spec.subresources`). After
 * apiextensions-apiserver's `pkg/apis/apiextensions/validation/validation.go`. `old`: what is replaced.
 */
export function definitionSpecErrors(
  spec: CustomResourceDefinitionSpec,
  old?: CustomResourceDefinitionSpec,
): FieldError[] {
  const versions = spec.versions ?? [];
  const errors = [...groupErrors(spec.group), ...scopeErrors(spec.scope)];
  versions.forEach((version, i) => {
    if (version.schema?.openAPIV3Schema === undefined) {
      errors.push(required(child(index('spec.versions', i), 'schema.openAPIV3Schema')));
    }
  });
  const hasDefaults = versions.some(({ schema }) =>
    schemaHas(schema?.openAPIV3Schema, (one) => one.default !== undefined),
  );
  if (hasDefaults && spec.preserveUnknownFields === true) {
    errors.push(
      invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema'),
    );
  }
  const common = commonParts(versions);
  const unchanged = (version: CustomResourceDefinitionVersion): boolean => {
    const before = old?.versions?.find(({ name }) => name === version.name);
    return before !== undefined && jsonEquals(before.schema ?? null, version.schema ?? null);
  };
  versions.forEach((version, i) => {
    errors.push(...versionErrors(index('spec.versions', i), version, common, unchanged(version)));
  });
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    errors.push(
      invalid('spec.versions', internalVersions(versions, common), 'must contain unique version names'),
    );
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.push(
      invalid(
        'spec.versions',
        internalVersions(versions, common),
        'must have exactly one version marked as storage version',
      ),
    );
  }
  const first = versions[0];
  if (first !== undefined) {
    const problems = validateDns1035Label(first.name);
    if (first.name !== '' && problems.length > 0)
      errors.push(invalid('spec.version', first.name, problems.join(',')));
  }
  errors.push(...requiredNameErrors(spec.names), ...nameErrors('spec.names', spec.names));
  if (first !== undefined) {
    const anyStatus = versions.some((version) => version.subresources?.status !== undefined);
    if (common.schema)
      errors.push(...validationErrors('spec.validation', first.schema, anyStatus, unchanged(first)));
    if (common.subresources) errors.push(...subresourceErrors('spec.subresources', first.subresources));
    if (common.columns)
      errors.push(...columnErrors('spec.additionalPrinterColumns', first.additionalPrinterColumns));
    if (common.selectableFields) errors.push(...selectableFieldErrors('spec.selectableFields', first));
  }
  return [...errors, ...conversionErrors(spec)];
}

function commonParts(versions: readonly CustomResourceDefinitionVersion[]): CommonParts {
  const same = (part: (version: CustomResourceDefinitionVersion) => unknown): boolean =>
    versions.every((version) => jsonEquals(part(version) ?? null, part(versions[0]!) ?? null));
  return {
    schema: same((version) => version.schema),
    subresources: same((version) => version.subresources),
    columns: same((version) => version.additionalPrinterColumns),
    selectableFields: same((version) => version.selectableFields),
  };
}

function groupErrors(group: string): FieldError[] {
  if (group === '') return [required('spec.group')];
  const problems = validateDns1123Subdomain(group);
  if (problems.length > 0) return [invalid('spec.group', group, problems.join(','))];
  return group.includes('.')
    ? []
    : [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

function scopeErrors(scope: string): FieldError[] {
  if (scope === '') return [required('spec.scope')];
  const scopes = ['Cluster', 'Namespaced'];
  return scopes.includes(scope) ? [] : [notSupported('spec.scope', scope, scopes)];
}

function versionErrors(
  path: string,
  version: CustomResourceDefinitionVersion,
  common: CommonParts,
  unchanged: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const problems = validateDns1035Label(version.name);
  if (problems.length > 0) errors.push(invalid(child(path, 'name'), version.name, problems.join(',')));
  for (const problem of deprecationWarningProblems(version)) {
    errors.push(invalid(child(path, 'deprecationWarning'), version.deprecationWarning, problem));
  }
  const hasStatus = version.subresources?.status !== undefined;
  if (!common.schema)
    errors.push(...validationErrors(child(path, 'schema'), version.schema, hasStatus, unchanged));
  if (!common.subresources)
    errors.push(...subresourceErrors(child(path, 'subresources'), version.subresources));
  if (!common.columns)
    errors.push(...columnErrors(child(path, 'additionalPrinterColumns'), version.additionalPrinterColumns));
  if (!common.selectableFields)
    errors.push(...selectableFieldErrors(child(path, 'selectableFields'), version));
  return errors;
}

function deprecationWarningProblems({
  deprecated,
  deprecationWarning,
}: CustomResourceDefinitionVersion): string[] {
  if (deprecationWarning === undefined) return [];
  if (deprecated !== true) return ['can only be set for deprecated versions'];
  const problems: string[] = [];
  if (new TextEncoder().encode(deprecationWarning).length > 256)
    problems.push('must be <= 256 characters long');
  if (deprecationWarning === '') problems.push('must not be an empty string');
  const at = deprecationWarning.search(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u);
  if (at >= 0)
    problems.push(
      `must only contain printable UTF-8 characters; non-printable character found at index ${at}`,
    );
  return problems;
}

function requiredNameErrors(names: CustomResourceDefinitionNames): FieldError[] {
  return (['plural', 'singular', 'kind', 'listKind'] as const).flatMap((name) =>
    (names[name] ?? '') === '' ? [required(`spec.names.${name}`)] : [],
  );
}

/** The errors of names, of the spec or of the accepted ones in the status. */
export function nameErrors(path: string, names: CustomResourceDefinitionNames): FieldError[] {
  const errors: FieldError[] = [];
  const check = (where: string, value: string, mixedCase: boolean): void => {
    const problems = validateDns1035Label(mixedCase ? value.toLowerCase() : value);
    if (problems.length === 0) return;
    const prefix = mixedCase ? 'may have mixed case, but should otherwise match: ' : '';
    errors.push(invalid(where, value, `${prefix}${problems.join(',')}`));
  };
  const { plural = '', singular = '', kind = '', listKind = '' } = names;
  if (plural !== '') check(child(path, 'plural'), plural, false);
  if (singular !== '') check(child(path, 'singular'), singular, false);
  if (kind !== '') check(child(path, 'kind'), kind, true);
  if (listKind !== '') check(child(path, 'listKind'), listKind, true);
  names.shortNames?.forEach((name, i) => check(index(child(path, 'shortNames'), i), name, false));
  if (kind !== '' && kind === listKind)
    errors.push(invalid(child(path, 'listKind'), listKind, 'kind and listKind may not be the same'));
  names.categories?.forEach((name, i) => check(index(child(path, 'categories'), i), name, false));
  return errors;
}

/** What stands against changing `old` to `spec`, once its names are accepted. */
export function definitionUpdateErrors(
  crd: CustomResourceDefinition,
  old: CustomResourceDefinition,
): FieldError[] {
  const established =
    old.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True') === true;
  const fixed: Array<[path: string, now: string, before: string]> = [
    ['spec.group', crd.spec.group, old.spec.group],
    ['spec.names.plural', crd.spec.names.plural, old.spec.names.plural],
  ];
  if (established) {
    fixed.unshift(
      ['spec.scope', crd.spec.scope, old.spec.scope],
      ['spec.names.kind', crd.spec.names.kind, old.spec.names.kind],
    );
  }
  return fixed.flatMap(([path, now, before]) =>
    now === before ? [] : [invalid(path, now, 'field is immutable')],
  );
}
