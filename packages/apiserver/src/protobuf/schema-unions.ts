import type { FieldType } from './field-type.js';
import { readFields } from './special-types.js';

// The unions in the schemas of CustomResourceDefinitions (apiextensions `apis/apiextensions/v1/marshal.go`).

const union = { wireType: 2, nilable: false, isEmpty: () => false } as const;
const SCHEMA = 1;
const SCHEMAS = 2;
const PROPERTIES = 2;

/** `JSONSchemaPropsOrArray`: a schema or a list of schemas. */
export function schemaOrArrayType(schema: () => FieldType): FieldType {
  return {
    ...union,
    read(reader) {
      let one: unknown = null;
      const list: unknown[] = [];
      readFields(reader, (number, inner) => {
        if (number === SCHEMA) one = schema().read(inner);
        else if (number === SCHEMAS) list.push(schema().read(inner));
        else return false;
        return true;
      });
      return list.length > 0 ? list : one;
    },
    write(writer, value) {
      const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
      writer.message(() => {
        for (let i = list.length - 1; i >= 0; i--) {
          schema().write(writer, list[i]);
          writer.tag(SCHEMAS, 2);
        }
        if (!isSchema(value)) return;
        schema().write(writer, value);
        writer.tag(SCHEMA, 2);
      });
    },
    zero: () => null,
  };
}

/** `JSONSchemaPropsOrBool`: a schema, or whether anything or nothing is allowed. */
export function schemaOrBoolType(schema: () => FieldType): FieldType {
  return {
    ...union,
    read(reader) {
      let allows = false;
      let one: unknown;
      readFields(reader, (number, inner) => {
        if (number === 1) allows = inner.signed() !== 0;
        else if (number === 2) one = schema().read(inner);
        else return false;
        return true;
      });
      return one ?? allows;
    },
    write(writer, value) {
      writer.message(() => {
        if (isSchema(value)) {
          schema().write(writer, value);
          writer.tag(2, 2);
        }
        writer.varint(value === true || isSchema(value) ? 1 : 0);
        writer.tag(1, 0);
      });
    },
    zero: () => false,
  };
}

/** `JSONSchemaPropsOrStringArray`: a schema, or names of properties. */
export function schemaOrStringArrayType(schema: () => FieldType): FieldType {
  return {
    ...union,
    read(reader) {
      let one: unknown = null;
      const names: string[] = [];
      readFields(reader, (number, inner) => {
        if (number === SCHEMA) one = schema().read(inner);
        else if (number === PROPERTIES) names.push(inner.string());
        else return false;
        return true;
      });
      return names.length > 0 ? names : one;
    },
    write(writer, value) {
      const names = Array.isArray(value) ? (value as readonly string[]) : [];
      writer.message(() => {
        for (let i = names.length - 1; i >= 0; i--) {
          writer.string(names[i] as string);
          writer.tag(PROPERTIES, 2);
        }
        if (!isSchema(value)) return;
        schema().write(writer, value);
        writer.tag(SCHEMA, 2);
      });
    },
    zero: () => null,
  };
}

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
