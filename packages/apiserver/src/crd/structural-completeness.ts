import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { child, index, key as keyPath, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { itemsOf, ownProperty } from './json-schema.js';

/**
 * Everything that a branch (anyOf, allOf, oneOf, not) speaks of must be specified outside of branches too. After
 * apiextensions-apiserver's `pkg/apiserver/schema/complete.go`.
 */
export function completenessErrors(path: string, schema: JSONSchemaProps): FieldError[] {
  return branchesCompleteness(schema, schema, path, path);
}

function branchesCompleteness(
  branch: JSONSchemaProps,
  structure: JSONSchemaProps,
  at: string,
  branchPath: string,
): FieldError[] {
  const lists = Object.entries({ allOf: branch.allOf, anyOf: branch.anyOf, oneOf: branch.oneOf });
  return [
    ...(branch.not === undefined
      ? []
      : nestedCompleteness(branch.not, structure, at, child(branchPath, 'not'))),
    ...lists.flatMap(([name, branches]) =>
      (branches ?? []).flatMap((one, i) =>
        nestedCompleteness(one, structure, at, index(child(branchPath, name), i)),
      ),
    ),
  ];
}

function nestedCompleteness(
  branch: JSONSchemaProps,
  structure: JSONSchemaProps | undefined,
  at: string,
  branchPath: string,
): FieldError[] {
  if (structure === undefined) return [required(at, `because it is defined in ${branchPath}`)];
  const errors = branchesCompleteness(branch, structure, at, branchPath);
  const items = itemsOf(branch);
  if (items !== undefined) {
    errors.push(
      ...nestedCompleteness(items, itemsOf(structure), child(at, 'items'), child(branchPath, 'items')),
    );
  }
  for (const [name, property] of Object.entries(branch.properties ?? {})) {
    const propertyPath = keyPath(child(branchPath, 'properties'), name);
    errors.push(
      ...nestedCompleteness(
        property,
        ownProperty(structure, name),
        keyPath(child(at, 'properties'), name),
        propertyPath,
      ),
    );
  }
  return errors;
}
