import type { CustomResourceDefinitionVersion } from '@kubewright/api/apiextensions/v1';
import { child, duplicate, index, invalid, required, tooMany } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { followFieldPath } from './field-path.js';

const MOST = 8;

/**
 * The errors of `selectableFields`. After apiextensions-apiserver's `validation.go`, ValidateCustomResourceSelectableFields (KEP-4358).
 */
export function selectableFieldErrors(path: string, version: CustomResourceDefinitionVersion): FieldError[] {
  const fields = version.selectableFields ?? [];
  if (fields.length === 0) return [];
  const schema = version.schema?.openAPIV3Schema;
  if (schema === undefined)
    return [invalid(path, '', 'may only be set when `version.schema.openAPIV3Schema` is not included')];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  fields.forEach(({ jsonPath }, i) => {
    const at = child(index(path, i), 'jsonPath');
    if (jsonPath === '') {
      errors.push(required(at));
      return;
    }
    const found = followFieldPath(schema, jsonPath, false);
    if ('problem' in found) {
      errors.push(invalid(at, jsonPath, `is an invalid path: ${found.problem}`));
      return;
    }
    if (found.names[0] === 'metadata')
      errors.push(invalid(at, jsonPath, 'must not point to fields in metadata'));
    if (!['string', 'boolean', 'integer'].includes(found.schema.type ?? '')) {
      const why =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalid(at, jsonPath, why));
    }
    if (seen.has(jsonPath)) errors.push(duplicate(at, jsonPath));
    seen.add(jsonPath);
  });
  if (seen.size > MOST) errors.push(tooMany(path, seen.size, MOST));
  return errors;
}
