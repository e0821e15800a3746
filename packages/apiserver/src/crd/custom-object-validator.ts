import { deepClone } from '@kubewright/api';
import type { CustomResourceSubresourceScale, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { isStatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { customResourceSchema } from './custom-resource-schema.js';
import { findingOf } from './validate-definition.js';
import type { DocumentFinding } from './validate-definition.js';

/** Judges objects of one version of a custom kind. */
export interface CustomObjectValidator {
  /**
   * What a server says of the object when it is created, rules in CEL included; nothing, if it accepts it. Fields that the
   * schema does not name are left out first and defaults filled in, as the server does it; the object is not changed.
   */
  validate(object: Readonly<Record<string, unknown>>): DocumentFinding[];
}

/** Compiles a schema once, rules included. It must be one that a server accepts. */
export function createCustomObjectValidator(options: {
  readonly schema: JSONSchemaProps;
  readonly scale?: CustomResourceSubresourceScale | undefined;
}): CustomObjectValidator {
  const compiled = customResourceSchema(options.schema, { scale: options.scale });
  return {
    validate(object) {
      const copy = deepClone(object) as unknown as ApiObject;
      try {
        compiled.decode(copy);
      } catch (error) {
        if (!isStatusError(error)) throw error;
        const { message } = error;
        return [{ severity: 'error', path: '', message, detail: message }];
      }
      compiled.applyDefaults(copy);
      return compiled.validate(copy).map(findingOf);
    },
  };
}
