import { isJsonObject } from '@kubewright/api';
import type { CustomResourceSubresourceScale } from '@kubewright/api/apiextensions/v1';
import { invalid } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { goType, goValue } from '../errors/go-text.js';
import type { ApiObject } from '../kinds/behaviour.js';

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Errors of the fields that the scale subresource reads. The paths in these errors begin with a dot, as in the
 * real server (apiextensions-apiserver's `pkg/registry/customresource/validator.go`).
 */
export function scaleErrors(
  object: ApiObject,
  scale: CustomResourceSubresourceScale,
  statusOnly: boolean,
): FieldError[] {
  return [
    ...(statusOnly ? [] : replicaErrors(object, scale.specReplicasPath)),
    ...replicaErrors(object, scale.statusReplicasPath),
    ...selectorErrors(object, scale.labelSelectorPath),
  ];
}

function replicaErrors(object: ApiObject, path: string): FieldError[] {
  const found = nested(object, path);
  if ('error' in found) return [invalid(path, 0, found.error)];
  const { value } = found;
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return [
      invalid(
        path,
        0,
        `${path} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected int64`,
      ),
    ];
  }
  if (value < 0) return [invalid(path, value, 'should be a non-negative integer')];
  return value > MAX_INT32 ? [invalid(path, value, `should be less than or equal to ${MAX_INT32}`)] : [];
}

function selectorErrors(object: ApiObject, path: string | undefined): FieldError[] {
  if (path === undefined || path === '') return [];
  const found = nested(object, path);
  if ('error' in found) return [invalid(path, '', found.error)];
  const { value } = found;
  if (value === undefined || typeof value === 'string') return [];
  return [
    invalid(
      path,
      '',
      `${path} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected string`,
    ),
  ];
}

// apimachinery's unstructured.NestedFieldNoCopy: null on the way counts as absent, anything but an object is an error.
function nested(object: ApiObject, path: string): { value: unknown } | { error: string } {
  const names = path.replace(/^\./, '').split('.');
  let at: unknown = object;
  for (let i = 0; i < names.length; i++) {
    if (at === null || at === undefined) return { value: undefined };
    if (!isJsonObject(at)) {
      const way = `.${names.slice(0, i + 1).join('.')}`;
      return {
        error: `${way} accessor error: ${goValue(at)} is of the type ${goType(at)}, expected map[string]interface{}`,
      };
    }
    at = at[names[i]!];
  }
  return { value: at };
}
