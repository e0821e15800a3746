import * as fc from 'fast-check';

/** A type of TypeScript, and values that it must take and must refuse. */
export interface RandomType {
  /** As it is written behind the colon. */
  readonly text: string;
  /** JSDoc tags of a field of this type. */
  readonly tags: readonly string[];
  readonly valid: fc.Arbitrary<unknown>;
  /** Absent where every value is taken. */
  readonly invalid?: fc.Arbitrary<unknown>;
}

interface RandomField {
  readonly name: string;
  readonly optional: boolean;
  readonly type: RandomType;
}

const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const words = fc.string({ unit: letter, maxLength: 6 });
const notText = fc.constantFrom<unknown>(1, true, [], {});
const notNumber = fc.constantFrom<unknown>('1', true, [], {});

const text: fc.Arbitrary<RandomType> = fc
  .record({ min: fc.nat(3), more: fc.nat(4), limited: fc.boolean() })
  .map(({ min, more, limited }) => {
    const max = min + more;
    if (!limited) return { text: 'string', tags: [], valid: words, invalid: notText };
    const ofLength = (least: number, most: number): fc.Arbitrary<string> =>
      fc.string({ unit: letter, minLength: least, maxLength: most });
    const tooLong = ofLength(max + 1, max + 3);
    return {
      text: 'string',
      tags: [`@minLength ${min}`, `@maxLength ${max}`],
      valid: ofLength(min, max),
      invalid: fc.oneof(notText, min === 0 ? tooLong : fc.oneof(tooLong, ofLength(0, min - 1))),
    };
  });

const whole: fc.Arbitrary<RandomType> = fc
  .record({ min: fc.integer({ min: -9, max: 9 }), more: fc.nat(9), limited: fc.boolean() })
  .map(({ min, more, limited }) => ({
    text: 'int32',
    tags: limited ? [`@minimum ${min}`, `@maximum ${min + more}`] : [],
    valid: limited ? fc.integer({ min, max: min + more }) : fc.integer(),
    invalid: fc.oneof(
      notNumber,
      fc.constantFrom(1.5, 2 ** 31, -(2 ** 31) - 1),
      ...(limited ? [fc.constantFrom(min - 1, min + more + 1)] : []),
    ),
  }));

const simple: fc.Arbitrary<RandomType> = fc.constantFrom<RandomType>(
  { text: 'boolean', tags: [], valid: fc.boolean(), invalid: fc.constantFrom<unknown>('true', 1) },
  { text: 'number', tags: [], valid: fc.constantFrom(0, 1, -2.5, 1e9), invalid: notNumber },
  {
    text: 'string | int32',
    tags: [],
    valid: fc.oneof(words, fc.integer()),
    invalid: fc.constantFrom<unknown>(1.5, true, []),
  },
  { text: 'unknown', tags: [], valid: fc.constantFrom<unknown>(1, 'a', true, { any: ['thing'] }) },
  {
    text: 'dateTime',
    tags: [],
    valid: fc.constantFrom('2026-01-31T12:00:00Z', '1999-12-31T23:59:59.5+01:00'),
    invalid: fc.constantFrom<unknown>('2026-01-31', 'now', 1),
  },
  {
    text: 'Quantity',
    tags: [],
    valid: fc.constantFrom<unknown>('1Gi', '100m', 2, '0.5'),
    invalid: fc.constantFrom<unknown>('1 Gi', 'x', true),
  },
);

const literals: fc.Arbitrary<RandomType> = fc
  .uniqueArray(words, { minLength: 1, maxLength: 4 })
  .map((values) => ({
    text: values.map((value) => `'${value}'`).join(' | '),
    tags: [],
    valid: fc.constantFrom(...values),
    invalid: fc.oneof(fc.constant<unknown>('not one of them'), notText),
  }));

const union = (...types: RandomType[]): Pick<RandomType, 'valid' | 'invalid'> => ({
  valid: fc.oneof(...types.map(({ valid }) => valid)),
});

function listOf(item: RandomType): RandomType {
  const { invalid } = item;
  return {
    text: `Array<${item.text}>`,
    tags: ['@maxItems 4'],
    valid: fc.array(item.valid, { maxLength: 3 }),
    invalid: fc.oneof(
      fc.constantFrom<unknown>('a', {}),
      fc.array(item.valid, { minLength: 5, maxLength: 6 }),
      ...(invalid === undefined
        ? []
        : [
            fc
              .tuple(fc.array(item.valid, { maxLength: 2 }), invalid)
              .map(([rest, wrong]) => [...rest, wrong]),
          ]),
    ),
  };
}

function mapOf(value: RandomType): RandomType {
  const { invalid } = value;
  return {
    text: `Record<string, ${value.text}>`,
    tags: [],
    valid: fc.dictionary(
      words.map((word) => `k${word}`),
      value.valid,
      { maxKeys: 3 },
    ),
    invalid: fc.oneof(
      fc.constantFrom<unknown>('a', 1),
      ...(invalid === undefined ? [] : [invalid.map((wrong) => ({ key: wrong }))]),
    ),
  };
}

function pairOf(item: RandomType): RandomType {
  return {
    text: `[${item.text}, ${item.text}]`,
    tags: [],
    valid: fc.tuple(item.valid, item.valid),
    invalid: fc.oneof(fc.constantFrom<unknown>('a', []), fc.tuple(item.valid)),
  };
}

function orNull(type: RandomType): RandomType {
  return { ...type, text: `${type.text} | null`, valid: fc.oneof(type.valid, fc.constant(null)) };
}

const fieldText = ({ name, optional, type }: RandomField): string =>
  `${type.tags.length === 0 ? '' : `/**\n * ${type.tags.join('\n * ')}\n */\n`}${/^\w+$/.test(name) ? name : `'${name}'`}${optional ? '?' : ''}: ${type.text};`;

function objectOf(fields: readonly RandomField[]): RandomType {
  const valid = fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, type.valid])), {
    requiredKeys: fields.filter(({ optional }) => !optional).map(({ name }) => name),
    noNullPrototype: true,
  });
  const wrongs = fields.flatMap(({ name, optional, type }) => [
    ...(type.invalid === undefined
      ? []
      : [fc.tuple(valid, type.invalid).map(([object, wrong]) => ({ ...object, [name]: wrong }))]),
    ...(optional ? [] : [valid.map(({ [name]: _left, ...rest }) => rest)]),
  ]);
  return {
    text: `{\n${fields.map(fieldText).join('\n')}\n}`,
    tags: [],
    valid,
    invalid: fc.oneof(fc.constantFrom<unknown>('a', 1, []), ...wrongs),
  };
}

/** Each member has a literal of its own in `type`, and fields that others may have too. */
function discriminatedOf(members: ReadonlyArray<readonly RandomField[]>): RandomType {
  const objects = members.map((fields, index) => {
    const literal: RandomType = { text: `'m${index}'`, tags: [], valid: fc.constant(`m${index}`) };
    return objectOf([{ name: 'type', optional: false, type: literal }, ...fields]);
  });
  const wrongs = members.flatMap((fields, index) =>
    members.flatMap((others, other) => {
      const foreign = others.find(({ name }) => !fields.some((field) => field.name === name));
      if (index === other || foreign === undefined) return [];
      return [
        fc
          .tuple(objects[index]!.valid, foreign.type.valid)
          .map(([object, value]) => ({ ...(object as object), [foreign.name]: value })),
      ];
    }),
  );
  return {
    text: objects.map(({ text: one }) => one).join(' | '),
    tags: [],
    ...union(...objects),
    invalid: fc.oneof(fc.constantFrom<unknown>('a', {}, { type: 'other' }), ...wrongs),
  };
}

/** Each member has a field that it requires and no other has. */
function exclusiveOf(types: readonly RandomType[]): RandomType {
  const objects = types.map((type, index) => objectOf([{ name: `only${index}`, optional: false, type }]));
  const [first, second] = types;
  return {
    text: objects.map(({ text: one }) => one).join(' | '),
    tags: [],
    ...union(...objects),
    invalid: fc.oneof(
      fc.constantFrom<unknown>('a', {}),
      fc.tuple(first!.valid, second!.valid).map(([a, b]) => ({ only0: a, only1: b })),
    ),
  };
}

const names = ['alpha', 'beta', 'in', 'x-y', 'namespace', 'delta'];

/** Any type that the generator can say in a schema, at most so deep. */
export const randomType: fc.Arbitrary<RandomType> = fc.letrec<{ type: RandomType; fields: RandomField[] }>(
  (tie) => {
    const type = tie('type');
    const field = (name: string): fc.Arbitrary<RandomField> =>
      fc.record({ name: fc.constant(name), optional: fc.boolean(), type });
    return {
      type: fc.oneof(
        { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
        { weight: 3, arbitrary: fc.oneof(text, whole, simple, literals) },
        { weight: 1, arbitrary: type.map(withoutTags).map(listOf) },
        { weight: 1, arbitrary: type.map(withoutTags).map(mapOf) },
        { weight: 1, arbitrary: type.map(withoutTags).map(pairOf) },
        {
          weight: 1,
          arbitrary: type.filter(({ text: one }) => one !== 'unknown' && !one.includes(' | ')).map(orNull),
        },
        { weight: 2, arbitrary: tie('fields').map(objectOf) },
        {
          weight: 1,
          // Fields of one name have one type in all members.
          arbitrary: fc
            .tuple(tie('fields'), fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 15 }))
            .map(([fields, one, other]) => {
              const some = (mask: number): RandomField[] =>
                fields.filter((_field, index) => (mask & (1 << index)) !== 0);
              return discriminatedOf([some(one), some(other), []]);
            }),
        },
        {
          weight: 1,
          arbitrary: fc.tuple(type, type).map(([a, b]) => exclusiveOf([withoutTags(a), withoutTags(b)])),
        },
      ),
      fields: fc
        .subarray(
          names.map((_name, index) => index),
          { minLength: 1, maxLength: 4 },
        )
        .chain((chosen) => fc.tuple(...chosen.map((index) => field(names[index]!)))),
    };
  },
).type;

/** Tags stand on fields: within a list or a map there is no place for them, and the limits they set do not hold. */
function withoutTags(type: RandomType): RandomType {
  if (type.tags.length === 0) return type;
  const { invalid: _limited, ...rest } = type;
  return { ...rest, tags: [] };
}
