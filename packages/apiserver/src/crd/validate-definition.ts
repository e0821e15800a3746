import { deepClone, validateDns1123Subdomain } from '@kubewright/api';
import type { CustomResourceDefinition, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { fieldErrorBody, OMITTED } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import {
  defaultDefinition,
  newDefinitionErrors,
  prepareDefinition,
} from '../kinds/apiextensions/custom-resource-definition.js';
import { validateObjectMeta } from '../kinds/shared/object-meta.js';
import { fieldErrorsOf } from './findings.js';
import { validateValue } from './schema-validator.js';

/** What a server says of a part of a document. */
export interface DocumentFinding {
  /** `error`: the server refuses the document; `warning`: it accepts it and warns its client. */
  readonly severity: 'error' | 'warning';
  /**
   * Path of the part: `spec.versions[0].schema.openAPIV3Schema.properties[size].default`; what all versions have in common
   * stands in `spec.validation`, `spec.subresources`, `spec.additionalPrinterColumns` and `spec.selectableFields`, as in
   * the server's internal version. Empty for warnings that name no part.
   */
  readonly path: string;
  /** The whole text: `Invalid value: "many": must be of type integer`. */
  readonly message: string;
  /** The text without title and value; empty where these say it all. */
  readonly detail: string;
  /** What is wrong, where it is one value. */
  readonly value?: unknown;
}

/**
 * Everything that a server says when a CustomResourceDefinition is created: names and versions, structural schemas,
 * defaults, and the rules in CEL, compiled, type-checked and with their estimated cost. The definition is not changed.
 * `crd` is what its type says: fields of other types are not looked for.
 */
export function validateCustomResourceDefinition(crd: CustomResourceDefinition): DocumentFinding[] {
  const definition = deepClone(crd);
  defaultDefinition(definition);
  prepareDefinition(definition);
  const warnings: DocumentFinding[] = [];
  const errors = [
    ...newDefinitionErrors(definition, (message) =>
      warnings.push({ severity: 'warning', path: '', message, detail: message }),
    ),
    ...validateObjectMeta(definition.metadata ?? {}, { namespaced: false, name: validateDns1123Subdomain }),
  ];
  return [...errors.map(findingOf), ...warnings];
}

/**
 * What a server's schema says against a value, with paths below `path`. Rules in CEL and what holds only of whole objects
 * (pruning, metadata) are not part of it.
 */
export function validateSchemaValue(schema: JSONSchemaProps, value: unknown, path = ''): DocumentFinding[] {
  return fieldErrorsOf(validateValue(schema, value).list, path).map(findingOf);
}

/** An error of the server as tools get it. */
export function findingOf(error: FieldError): DocumentFinding {
  const { field, detail, badValue } = error;
  return {
    severity: 'error',
    path: field,
    message: fieldErrorBody(error),
    detail,
    ...(badValue === undefined || badValue === OMITTED ? {} : { value: badValue }),
  };
}
