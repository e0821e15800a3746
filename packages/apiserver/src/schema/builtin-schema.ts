import { builtinSchema } from '@kubewright/api/schema';
import type { OpenApiSchema } from '@kubewright/api/schema';
import { WrongObjectError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ObjectSchema } from '../resources/served-resource.js';
import { DecodeError, DecodeState } from './decode-state.js';
import {
  anyDecoder,
  boolDecoder,
  floatDecoder,
  integerDecoder,
  listDecoder,
  mapDecoder,
  stringDecoder,
} from './decoder.js';
import type { Decoder } from './decoder.js';
import {
  bytesDecoder,
  intOrStringDecoder,
  quantityDecoder,
  schemaOrDecoder,
  timeDecoder,
} from './go-scalars.js';
import { goFields, structDecoder } from './go-struct.js';
import type { StructField } from './go-struct.js';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const APIEXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/**
 * How objects of a built-in kind are decoded, as the real server does by way of its Go structs: types checked with Go's
 * words, unknown fields removed, null and empty values kept or dropped as `omitempty` says, quantities and times in
 * canonical form. Compiled once per kind, then cheap. Throws RangeError for a kind that Kubernetes does not have.
 */
export function builtinObjectSchema(group: string, version: string, kind: string): ObjectSchema {
  const name = schemaNameOf(group, version, kind);
  if (name === undefined)
    throw new RangeError(`no built-in kind ${kind} in ${group === '' ? 'core' : group}/${version}`);
  const decoder = namedDecoder(name);
  return {
    openApiName: name,
    decode(object) {
      const state = new DecodeState();
      try {
        decoder.decode(object, state);
        return state.end();
      } catch (error) {
        throw wrongObject(object, kind, error);
      }
    },
    convert(object) {
      const state = new DecodeState();
      try {
        decoder.convert(object, state);
        return state.unknownFields.sort();
      } catch (error) {
        throw wrongObject(object, kind, error);
      }
    },
    ordered: (object) => decoder.ordered(object) as ApiObject,
    applyDefaults() {
      // Built-in kinds default by their behaviour.
    },
  };
}

/** `apps/v1 Deployment` -> `io.k8s.api.apps.v1.Deployment`. */
function schemaNameOf(group: string, version: string, kind: string): string | undefined {
  const [label = ''] = group.split('.');
  const candidates = [
    `io.k8s.api.${group === '' ? 'core' : label}.${version}.${kind}`,
    `io.k8s.${label}-apiserver.pkg.apis.${label}.${version}.${kind}`,
    `io.k8s.kube-aggregator.pkg.apis.${label}.${version}.${kind}`,
    `${META}.${kind}`,
  ];
  return candidates.find((name) => builtinSchema(name) !== undefined);
}

function wrongObject({ apiVersion, kind }: ApiObject, wanted: string, error: unknown): unknown {
  if (!(error instanceof DecodeError)) return error;
  return new WrongObjectError({ version: versionOf(apiVersion), kind }, wanted, error.message);
}

// A patch may have made something else of it.
const versionOf = (apiVersion: unknown): string =>
  typeof apiVersion === 'string' ? apiVersion.slice(apiVersion.lastIndexOf('/') + 1) : '';

/**
 * Decodes metadata as Go's `metav1.ObjectMeta`, in place; returns the paths of unknown fields within it. Throws
 * `DecodeError` with Go's text.
 */
export function decodeObjectMeta(metadata: unknown): string[] {
  const state = new DecodeState();
  namedDecoder(`${META}.ObjectMeta`).decode(metadata, state);
  return state.end();
}

const decoders = new Map<string, Decoder>();

function namedDecoder(name: string): Decoder {
  let decoder = decoders.get(name);
  if (decoder === undefined) {
    decoder = makeNamedDecoder(name);
    decoders.set(name, decoder);
  }
  return decoder;
}

function makeNamedDecoder(name: string): Decoder {
  const goType = goStructName(name);
  switch (name) {
    case `${META}.Time`:
      return timeDecoder('time');
    case `${META}.MicroTime`:
      return timeDecoder('microTime');
    case 'io.k8s.apimachinery.pkg.api.resource.Quantity':
      return quantityDecoder;
    case 'io.k8s.apimachinery.pkg.util.intstr.IntOrString':
      return intOrStringDecoder;
    case `${APIEXTENSIONS}.JSONSchemaPropsOrBool`:
      return schemaOrDecoder(goType, namedDecoder(`${APIEXTENSIONS}.JSONSchemaProps`), 'boolean');
    case `${APIEXTENSIONS}.JSONSchemaPropsOrArray`:
      return schemaOrDecoder(goType, namedDecoder(`${APIEXTENSIONS}.JSONSchemaProps`), 'schemaList');
    case `${APIEXTENSIONS}.JSONSchemaPropsOrStringArray`:
      return schemaOrDecoder(goType, namedDecoder(`${APIEXTENSIONS}.JSONSchemaProps`), 'stringList');
    default: {
      if (goFields(name) === undefined) return anyDecoder(goType);
      return structDecoder(goType, () => structFields(name));
    }
  }
}

/** `io.k8s.api.core.v1.Container` -> `v1.Container`. */
function goStructName(name: string): string {
  return name.split('.').slice(-2).join('.');
}

function structFields(name: string): Map<string, StructField> {
  const properties = builtinSchema(name)?.properties ?? {};
  const fields = new Map<string, StructField>();
  for (const [field, go] of goFields(name) ?? []) {
    const schema = properties[field];
    if (schema !== undefined) fields.set(field, { ...go, decoder: decoderOf(schema, go.goType) });
  }
  return fields;
}

function decoderOf(schema: OpenApiSchema, goType: string | undefined): Decoder {
  const ref = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (ref !== undefined) return namedDecoder(ref.slice(ref.lastIndexOf('/') + 1));
  switch (schema.type) {
    case 'string':
      return schema.format === 'byte' ? bytesDecoder : stringDecoder(goType ?? 'string');
    case 'boolean':
      return boolDecoder;
    case 'integer':
      return integerDecoder(schema.format ?? 'int64');
    case 'number':
      return floatDecoder;
    case 'array': {
      const element = goType?.startsWith('[]') === true ? goType.slice(2) : undefined;
      const item = decoderOf(schema.items ?? {}, element);
      return listDecoder(goType ?? `[]${item.goType}`, item);
    }
    case 'object': {
      if (typeof schema.additionalProperties !== 'object') return anyDecoder(goType ?? 'interface {}');
      const element = /^map\[[^\]]+\](.+)$/.exec(goType ?? '')?.[1];
      const value = decoderOf(schema.additionalProperties, element);
      return mapDecoder(goType ?? `map[string]${value.goType}`, value);
    }
    default:
      return anyDecoder(goType ?? 'interface {}');
  }
}
