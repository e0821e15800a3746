import type { FunctionDeclaration, Implementation, Library } from '../../library.js';
import { BOOL, DOUBLE, INT, objectType, STRING } from '../../types.js';
import type { Type } from '../../types.js';
import { CelError, Double, int, isInt, OpaqueValue } from '../../values.js';
import type { Value } from '../../values.js';
import { ExactQuantity } from '../values/exact-quantity.js';
import { noSuchOverload } from '../../library/errors.js';
import { caught, parsing, reads } from './arguments.js';

const QUANTITY_TYPE: Type = objectType('kubernetes.Quantity');

/** A quantity as a value of CEL. */
class QuantityValue extends OpaqueValue {
  readonly type = QUANTITY_TYPE;
  readonly quantity: ExactQuantity;

  constructor(quantity: ExactQuantity) {
    super();
    this.quantity = quantity;
  }

  equals(other: Value): boolean {
    return other instanceof QuantityValue && other.quantity.compare(this.quantity) === 0;
  }
}

const unary =
  (apply: (quantity: ExactQuantity) => Value): Implementation =>
  (value) =>
    value instanceof QuantityValue ? apply(value.quantity) : noSuchOverload();

const binary =
  (apply: (a: ExactQuantity, b: ExactQuantity) => Value): Implementation =>
  (a, b) =>
    a instanceof QuantityValue && b instanceof QuantityValue
      ? caught(() => apply(a.quantity, b.quantity))
      : noSuchOverload();

const method = (name: string, id: string, result: Type, implementation: Implementation) => ({
  name,
  overloads: [{ id, member: true, args: [QUANTITY_TYPE], result, implementation }],
});

const comparison = (name: string, id: string, result: Type, decide: (order: number) => Value) => ({
  name,
  overloads: [
    {
      id,
      member: true,
      args: [QUANTITY_TYPE, QUANTITY_TYPE],
      result,
      implementation: binary((a, b) => decide(a.compare(b))),
    },
  ],
});

function arithmetic(
  name: 'add' | 'sub',
  apply: (a: ExactQuantity, b: ExactQuantity) => ExactQuantity,
): FunctionDeclaration {
  return {
    name,
    overloads: [
      {
        id: `quantity_${name}`,
        member: true,
        args: [QUANTITY_TYPE, QUANTITY_TYPE],
        result: QUANTITY_TYPE,
        implementation: binary((a, b) => new QuantityValue(apply(a, b))),
      },
      {
        id: `quantity_${name}_int`,
        member: true,
        args: [QUANTITY_TYPE, INT],
        result: QUANTITY_TYPE,
        implementation: (a, b) =>
          a instanceof QuantityValue && b !== undefined && isInt(b)
            ? caught(() => new QuantityValue(apply(a.quantity, ExactQuantity.of(BigInt(b)))))
            : noSuchOverload(),
      },
    ],
  };
}

/** `quantity('1Gi').isGreaterThan(quantity('1G'))` and the like (apiserver `pkg/cel/library/quantity.go`). */
export const quantityLibrary: Library = {
  name: 'kubernetes.quantity',
  functions: [
    {
      name: 'quantity',
      overloads: [
        {
          id: 'string_to_quantity',
          args: [STRING],
          result: QUANTITY_TYPE,
          implementation: parsing((text) => new QuantityValue(ExactQuantity.parse(text))),
        },
      ],
    },
    {
      name: 'isQuantity',
      overloads: [
        {
          id: 'is_quantity_string',
          args: [STRING],
          result: BOOL,
          implementation: reads((text) => ExactQuantity.parse(text)),
        },
      ],
    },
    {
      name: 'sign',
      overloads: [
        {
          id: 'quantity_sign',
          args: [QUANTITY_TYPE],
          result: INT,
          implementation: unary((quantity) => quantity.sign),
        },
      ],
    },
    comparison('isGreaterThan', 'quantity_is_greater_than', BOOL, (order) => order > 0),
    comparison('isLessThan', 'quantity_is_less_than', BOOL, (order) => order < 0),
    comparison('compareTo', 'quantity_compare_to', INT, (order) => order),
    method(
      'asApproximateFloat',
      'quantity_get_float',
      DOUBLE,
      unary((quantity) => new Double(quantity.asNumber())),
    ),
    method(
      'asInteger',
      'quantity_get_int',
      INT,
      unary((quantity) => {
        const value = quantity.asInteger();
        return (
          (value === undefined ? undefined : int(value)) ?? new CelError('cannot convert value to integer')
        );
      }),
    ),
    method(
      'isInteger',
      'quantity_is_integer',
      BOOL,
      unary((quantity) => quantity.asInteger() !== undefined),
    ),
    arithmetic('add', (a, b) => a.add(b)),
    arithmetic('sub', (a, b) => a.subtract(b)),
  ],
};
