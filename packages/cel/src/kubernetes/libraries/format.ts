import type { Library } from '../../library.js';
import { listType, objectType, optionalType, STRING } from '../../types.js';
import type { Type } from '../../types.js';
import { ArrayList, OpaqueValue, OptionalValue } from '../../values.js';
import type { Value } from '../../values.js';
import { NAMED_FORMATS } from '../values/named-format.js';
import type { NamedFormat } from '../values/named-format.js';
import { noSuchOverload } from '../../library/errors.js';

const FORMAT_TYPE: Type = objectType('kubernetes.NamedFormat');

/** A format of strings as a value of CEL. */
export class FormatValue extends OpaqueValue {
  readonly type = FORMAT_TYPE;
  readonly format: NamedFormat;

  constructor(format: NamedFormat) {
    super();
    this.format = format;
  }

  equals(other: Value): boolean {
    return other instanceof FormatValue && other.format.name === this.format.name;
  }
}

/** `format.dns1123Label().validate('a')` and `format.named('date')` (apiserver `pkg/cel/library/format.go`). */
export const formatLibrary: Library = {
  name: 'kubernetes.format',
  functions: [
    {
      name: 'validate',
      overloads: [
        {
          id: 'format-validate',
          member: true,
          args: [FORMAT_TYPE, STRING],
          result: optionalType(listType(STRING)),
          implementation: (format: Value, text: Value): Value => {
            if (!(format instanceof FormatValue) || typeof text !== 'string') return noSuchOverload();
            const faults = format.format.validate(text);
            return faults.length === 0 ? OptionalValue.NONE : new OptionalValue(new ArrayList(faults));
          },
        },
      ],
    },
    {
      name: 'format.named',
      overloads: [
        {
          id: 'format-named',
          args: [STRING],
          result: optionalType(FORMAT_TYPE),
          implementation: (name: Value): Value => {
            if (typeof name !== 'string') return noSuchOverload();
            const format = NAMED_FORMATS.get(name);
            return format === undefined ? OptionalValue.NONE : new OptionalValue(new FormatValue(format));
          },
        },
      ],
    },
    ...[...NAMED_FORMATS].map(([name, format]) => ({
      name: `format.${name}`,
      overloads: [
        {
          id: `format.${name}`,
          args: [],
          result: FORMAT_TYPE,
          implementation: () => new FormatValue(format),
        },
      ],
    })),
  ],
};
