import { isJsonObject } from '@kubewright/api';
import { goKind } from './decoder.js';
import type { Decoder } from './decoder.js';
import { goTypes } from './generated/go-types.js';

/** What Go's struct says of a field, besides its schema. */
export interface GoField {
  readonly pointer: boolean;
  readonly omitEmpty: boolean;
  /** The Go type where the schema cannot tell it: a named type that is no struct. */
  readonly goType: string | undefined;
  /** Names of the embedded structs through which Go reaches the field. */
  readonly embedded: readonly string[];
}

/** The fields of the Go struct behind a schema, or undefined for types that are no plain structs. */
export function goFields(schemaName: string): Map<string, GoField> | undefined {
  const text = goTypes[schemaName];
  if (text === undefined) return undefined;
  const types = new Map<string, string>();
  const embedded = new Map<string, string[]>();
  const classes: Array<[string, string]> = [];
  for (const part of text.split('|')) {
    const [mark = '', ...words] = part.split(' ');
    for (const word of words) {
      if (mark === ':') types.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
      else if (mark.startsWith('@')) embedded.set(word, mark.slice(1).split('.'));
      else classes.push([word, mark]);
    }
  }
  return new Map(
    classes.map(([name, mark]) => [
      name,
      {
        pointer: mark === 'P' || mark === 'p',
        omitEmpty: mark === 'V' || mark === 'P',
        goType: types.get(name),
        embedded: embedded.get(name) ?? [],
      },
    ]),
  );
}

export interface StructField extends GoField {
  readonly decoder: Decoder;
}

/**
 * A struct of known fields. Unknown ones are reported and removed; null is the zero value; what Go always writes is
 * filled in, and what it leaves out when empty is removed.
 */
export function structDecoder(goType: string, fieldsOf: () => ReadonlyMap<string, StructField>): Decoder {
  const structName = goType.slice(goType.lastIndexOf('.') + 1);
  let compiled: { fields: ReadonlyMap<string, StructField>; kept: Array<[string, StructField]> } | undefined;
  const compile = () => {
    const fields = fieldsOf();
    compiled = { fields, kept: [...fields].filter(([, field]) => !field.omitEmpty) };
    return compiled;
  };

  const fillIn = (object: Record<string, unknown>): void => {
    for (const [name, field] of (compiled ?? compile()).kept) {
      if (object[name] === undefined) object[name] = field.pointer ? null : field.decoder.zero();
    }
  };

  return {
    goType,
    decode(value, state) {
      if (!isJsonObject(value)) {
        state.wrongType(value, goType);
        return value;
      }
      const { fields } = compiled ?? compile();
      const { path, fields: stack, struct: outerStruct } = state;
      const depth = stack.length;
      for (const name in value) {
        const field = fields.get(name);
        if (field === undefined) {
          state.unknownField(name);
          delete value[name];
          continue;
        }
        const before = value[name];
        if (before === null || before === undefined) {
          delete value[name];
          continue;
        }
        for (const embedded of field.embedded) stack.push(embedded);
        stack.push(name);
        path.push(path.length === 0 ? name : `.${name}`);
        state.struct = structName;
        const after = field.decoder.decode(before, state);
        state.struct = outerStruct;
        path.pop();
        stack.length = depth;
        if (field.omitEmpty && !field.pointer && field.decoder.isEmpty(after)) delete value[name];
        else if (after !== before) value[name] = after;
      }
      fillIn(value);
      return value;
    },
    convert(value, state) {
      if (!isJsonObject(value)) return state.fail(`cannot restore struct from: ${goKind(value)}`);
      const { fields } = compiled ?? compile();
      const { path } = state;
      for (const [name, field] of fields) {
        const before = value[name];
        if (before === null || before === undefined) continue;
        path.push(path.length === 0 ? name : `.${name}`);
        value[name] = field.decoder.convert(before, state);
        path.pop();
      }
      for (const name of Object.keys(value)) if (!fields.has(name)) state.unknownField(name);
      return value;
    },
    ordered(value) {
      if (!isJsonObject(value)) return value;
      const ordered: Record<string, unknown> = {};
      for (const [name, field] of (compiled ?? compile()).fields) {
        if (value[name] !== undefined) ordered[name] = field.decoder.ordered(value[name]);
      }
      return ordered;
    },
    zero() {
      const object = {};
      fillIn(object);
      return object;
    },
    isEmpty: () => false,
  };
}
