import { deepClone, parseApiVersion } from '@kubewright/api';
import type { CustomResourceSubresourceScale, JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { fieldErrorMessage } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { WrongObjectError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ObjectSchema } from '../resources/served-resource.js';
import { decodeObjectMeta } from '../schema/builtin-schema.js';
import { DecodeError } from '../schema/decode-state.js';
import { Correlation } from './correlation.js';
import { applySchemaDefaults, pruneNulls } from './defaults.js';
import { coerceEmbeddedObjects, validateEmbeddedObjects } from './embedded-object.js';
import { expressionValidator } from './expression-rules.js';
import { fieldErrorsOf } from './findings.js';
import { goMap } from './go-map.js';
import { validateListTypes } from './list-types.js';
import { prune } from './prune.js';
import { scaleErrors } from './scale-rules.js';
import { validateValue } from './schema-validator.js';

/** The schema as its CustomResourceDefinition has it; undefined for built-in kinds, and when there is none to publish. */
export function publishedSourceOf(schema: ObjectSchema): JSONSchemaProps | undefined {
  return (schema as Partial<CustomResourceSchema>).source;
}

/** The schema of one version of a custom resource, in the two roles in which the server uses it. */
export interface CustomResourceSchema extends ObjectSchema {
  /** What was compiled. Shared: do not change it. */
  readonly source: JSONSchemaProps | undefined;
  /**
   * All errors of an object; with `old`, what did not change is not refused (ratcheting). `warn` is told of the rules
   * that unchanged parts break.
   */
  validate(object: ApiObject, old?: ApiObject, warn?: (text: string) => void): FieldError[];
  /** The same for a write to the status subresource: only the status is checked. */
  validateStatus(object: ApiObject, old: ApiObject, warn?: (text: string) => void): FieldError[];
}

export interface CustomResourceSchemaOptions {
  /** Keeps fields that the schema does not specify. Defaults to false. */
  readonly preserveUnknownFields?: boolean;
  /** The scale subresource, whose fields are checked too. */
  readonly scale?: CustomResourceSubresourceScale | undefined;
}

/**
 * Compiles the schema of a version. Decoding prunes, drops null where it is not allowed, and checks metadata; the schema
 * given is not changed. Behaviour after apiextensions-apiserver's `customresource_handler.go` (unstructuredSchemaCoercer) and
 * `pkg/registry/customresource/strategy.go`.
 */
export function customResourceSchema(
  source: JSONSchemaProps | undefined,
  options: CustomResourceSchemaOptions = {},
): CustomResourceSchema {
  const { preserveUnknownFields = false, scale } = options;
  const scaleErrorsOf = (object: ApiObject, statusOnly: boolean): FieldError[] =>
    scale === undefined ? [] : scaleErrors(object, scale, statusOnly);
  const root = withPrunedDefaults(source ?? {});
  const expressions = expressionValidator(root);
  const statusSchema = root.properties?.['status'] ?? {};
  return {
    openApiName: undefined,
    source,
    decode(object) {
      try {
        return decodeObject(object, root, preserveUnknownFields);
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
        const { version } = parseApiVersion(object.apiVersion);
        throw new WrongObjectError({ version, kind: object.kind }, object.kind, error.message);
      }
    },
    ordered: (object) => goMap(object) as ApiObject,
    applyDefaults(object) {
      pruneNulls(object, root);
      applySchemaDefaults(object, root);
    },
    validate(object, old, warn = ignore) {
      const correlation = old === undefined ? undefined : new Correlation(object, old, root);
      const errors = [
        ...fieldErrorsOf(validateValue(root, object, '', correlation).list, ''),
        ...scaleErrorsOf(object, false),
        ...validateEmbeddedObjects('', root, object),
        ...newListTypeErrors(root, object, old),
      ];
      return [...errors, ...expressions.validate(object, old, errors, warn)];
    },
    validateStatus(object, old, warn = ignore) {
      const errors: FieldError[] = [];
      if ('status' in object) {
        const correlation = new Correlation(object, old, root).key('status');
        errors.push(
          ...fieldErrorsOf(validateValue(statusSchema, object['status'], '', correlation).list, 'status'),
        );
      }
      errors.push(...scaleErrorsOf(object, true), ...newListTypeErrors(root, object, old));
      return [...errors, ...expressions.validate(object, old, errors, warn)];
    },
  };
}

const ignore = (): void => undefined;

function decodeObject(object: ApiObject, schema: JSONSchemaProps, preserveUnknownFields: boolean): string[] {
  const removed: string[] = [];
  if ((object.metadata as unknown) === undefined) object.metadata = {};
  for (const path of decodeObjectMeta(object.metadata)) removed.push(`metadata.${path}`);
  if (!preserveUnknownFields) {
    removed.push(...prune(object, schema, true));
    pruneNulls(object, schema);
  }
  const coerced = coerceEmbeddedObjects('', schema, object);
  if (coerced.error !== undefined) throw new DecodeError(fieldErrorMessage(coerced.error));
  return [...removed, ...coerced.removed];
}

// List types are ratcheted as a whole: they are not checked while the old object already broke them.
function newListTypeErrors(
  schema: JSONSchemaProps,
  object: ApiObject,
  old: ApiObject | undefined,
): FieldError[] {
  const errors = validateListTypes('', schema, object);
  if (errors.length === 0 || old === undefined) return errors;
  return validateListTypes('', schema, old).length === 0 ? errors : [];
}

/** A copy whose defaults hold no fields that the schema does not specify. */
function withPrunedDefaults(schema: JSONSchemaProps): JSONSchemaProps {
  const copy = deepClone(schema);
  pruneDefaultsOf(copy);
  return copy;
}

function pruneDefaultsOf(schema: JSONSchemaProps): void {
  if (typeof schema.default === 'object' && schema.default !== null) {
    prune(schema.default, schema, schema['x-kubernetes-embedded-resource'] === true);
  }
  for (const property of Object.values(schema.properties ?? {})) pruneDefaultsOf(property);
  if (typeof schema.items === 'object' && !Array.isArray(schema.items)) pruneDefaultsOf(schema.items);
  if (typeof schema.additionalProperties === 'object') pruneDefaultsOf(schema.additionalProperties);
}
