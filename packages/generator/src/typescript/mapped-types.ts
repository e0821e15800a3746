import type { Field } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { literalAtoms, literalKeys, typeAtom } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import { hasQuestionMark } from './fields.js';
import { lazy } from './lazy.js';
import { isTextKey } from './library-types.js';
import { mapOf } from './members.js';
import type { Reading, Scope } from './reading.js';
import { bind, unsupported } from './reading.js';

/** `{ [K in Keys]: T }`: an object with these fields, or a map where any text is a key. */
export function mappedTypeAtoms(reading: Reading, node: TypeScript.MappedTypeNode, scope: Scope): Atoms {
  const { constraint, name } = node.typeParameter;
  if (constraint === undefined || node.type === undefined)
    return unsupported(reading, node, scope, `'${shortText(node, scope)}' has no type of its values`);
  const value = node.type;
  const source = sourceOf(constraint);
  const sources =
    source === undefined
      ? [undefined]
      : reading.expand(reading.evaluate(source, scope)).map((atom) => [atom]);
  // Over `keyof T` a mapped type is taken of each alternative of T, and of the items of arrays.
  return sources.flatMap((atoms): Atoms => {
    const from = atoms?.[0]?.atom === 'type' ? atoms[0].type : undefined;
    const fields = from === undefined ? undefined : reading.fieldsOf(from);
    if (source !== undefined && fields === undefined && from?.type !== 'map') return atoms ?? [];
    const keys: Atoms =
      fields !== undefined
        ? literalAtoms(fields.map((field) => field.name))
        : reading.expand(reading.evaluate(constraint, scope));
    const names = literalKeys(keys);
    if (names.length < keys.length) {
      if (!keys.every(isTextKey))
        return unsupported(reading, node, scope, `the keys of '${shortText(node, scope)}' are not text`);
      const inner = bind(scope, [[name.text, typeAtom({ type: 'scalar', scalar: 'string' })]]);
      return typeAtom(
        mapOf(
          reading,
          lazy(() => reading.evaluate(value, inner)),
          value,
          scope,
        ),
      );
    }
    return typeAtom({
      type: 'object',
      fields: names.flatMap((key) => {
        const original = fields?.find((field) => field.name === key);
        return mappedField(reading, node, value, key, original, scope);
      }),
    });
  });
}

/** The T of `[K in keyof T]`. */
function sourceOf(constraint: TypeScript.TypeNode): TypeScript.TypeNode | undefined {
  return ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword
    ? constraint.type
    : undefined;
}

function mappedField(
  reading: Reading,
  node: TypeScript.MappedTypeNode,
  value: TypeScript.TypeNode,
  key: string,
  original: Field | undefined,
  scope: Scope,
): Field[] {
  const inner = bind(scope, [[node.typeParameter.name.text, literalAtoms([key])]]);
  const names =
    node.nameType === undefined ? [key] : literalKeys(reading.expand(reading.evaluate(node.nameType, inner)));
  const question = node.questionToken?.kind;
  const isRequired = question === ts.SyntaxKind.MinusToken;
  const hadQuestionMark = (): boolean => original !== undefined && hasQuestionMark(original);
  const isMarked = (): boolean => !isRequired && (question !== undefined || hadQuestionMark());
  const atoms = lazy(() => {
    const all = reading.evaluate(value, inner);
    return isRequired && hadQuestionMark() ? all.filter(({ atom }) => atom !== 'undefined') : all;
  });
  const optional = (alternatives: () => Atoms): boolean =>
    isMarked() || reading.expand(alternatives()).some(({ atom }) => atom === 'undefined');
  return names.map((name) =>
    reading.field({
      name,
      node: value,
      place: scope,
      optional,
      hasQuestionMark: isMarked,
      atoms,
      comments: () => ({
        documentation: original?.documentation ?? '',
        markers: original?.markers ?? [],
      }),
    }),
  );
}
