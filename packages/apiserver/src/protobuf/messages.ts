import {
  boolType,
  bytesType,
  doubleType,
  int32Type,
  int64Type,
  stringsType,
  stringType,
} from './field-type.js';
import type { FieldType } from './field-type.js';
import { messageTexts } from './generated/messages.js';
import { MessageType } from './message-type.js';
import type { MessageField } from './message-type.js';
import { schemaOrArrayType, schemaOrBoolType, schemaOrStringArrayType } from './schema-unions.js';
import { intOrStringType, jsonType, quantityType, timeType } from './special-types.js';

const META = 'meta.k8s.io/v1';

/**
 * The message of a kind; undefined when it has none. Types of meta/v1 such as Status and DeleteOptions belong to every
 * API version, as in Go's scheme (apimachinery `apis/meta/v1/register.go`, AddToGroupVersion).
 */
export function messageOfKind(apiVersion: string, kind: string): MessageType | undefined {
  const name = [`${apiVersion}/${kind}`, `${META}/${kind}`].find(isKnown);
  return name === undefined ? undefined : messageNamed(name);
}

const isKnown = (name: string): boolean => Object.hasOwn(messageTexts, name);

const known = new Map<string, MessageType>();

/** `apps/v1/DeploymentSpec`, parsed once. */
function messageNamed(name: string): MessageType {
  let message = known.get(name);
  if (message === undefined) {
    message = parseMessage(name);
    known.set(name, message);
  }
  return message;
}

function parseMessage(name: string): MessageType {
  const apiVersion = name.slice(0, name.lastIndexOf('/'));
  const text = messageTexts[name] ?? '';
  return new MessageType(text === '' ? [] : text.split(',').map((field) => parseField(field, apiVersion)));
}

const SHAPES: Readonly<Record<string, MessageField['shape']>> = { '?': 'pointer', '*': 'list', '%': 'map' };

function parseField(text: string, apiVersion: string): MessageField {
  const [number, name = '', typeAndMarks = ''] = text.split(' ');
  const [, type = '', shape = '', omitted] = /^(.*?)([?*%]?)(~?)$/.exec(typeAndMarks) ?? [];
  return {
    number: Number(number),
    name,
    type: fieldType(type, apiVersion),
    shape: SHAPES[shape] ?? 'value',
    omitEmpty: omitted === '~',
  };
}

const SCALARS: Readonly<Record<string, FieldType>> = {
  s: stringType,
  b: boolType,
  i: int32Type,
  l: int64Type,
  d: doubleType,
  y: bytesType,
  '[': stringsType,
  '@Time': timeType('time'),
  '@MicroTime': timeType('microTime'),
  '@Quantity': quantityType,
  '@IntOrString': intOrStringType,
  '@Json': jsonType,
};

const SCHEMA_UNIONS: Readonly<Record<string, (schema: () => FieldType) => FieldType>> = {
  '@SchemaOrArray': schemaOrArrayType,
  '@SchemaOrBool': schemaOrBoolType,
  '@SchemaOrStringArray': schemaOrStringArrayType,
};

function fieldType(text: string, apiVersion: string): FieldType {
  const scalar = SCALARS[text];
  if (scalar !== undefined) return scalar;
  const [special = '', home] = text.split(':');
  const union = SCHEMA_UNIONS[special];
  if (union !== undefined) return union(() => messageNamed(`${home}/JSONSchemaProps`));
  return reference(text.includes('/') ? text : `${apiVersion}/${text}`);
}

/** A message within another; parsed when it is met, because messages contain themselves. */
function reference(name: string): FieldType {
  return {
    wireType: 2,
    nilable: false,
    read: (reader) => messageNamed(name).read(reader),
    write: (writer, value) => messageNamed(name).write(writer, value),
    zero: () => messageNamed(name).zero(),
    isEmpty: () => false,
  };
}
