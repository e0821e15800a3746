import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { typeAtom } from './atoms.js';
import { lazy } from './lazy.js';
import type { FieldInit, Reading } from './reading.js';
import { circular, guarded } from './reading.js';
import { positionOf } from './source-module.js';

/** Alternatives of fields, which derived types need before they are settled. */
const atomsOfFields = new WeakMap<Field, () => Atoms>();

const questionMarks = new WeakMap<Field, () => boolean>();

/** A field whose type is computed when it is first read, so that types may refer to themselves. */
export function lazyField(reading: Reading, init: FieldInit): Field {
  const { name, node, place, typeNode = node } = init;
  const onCircle = (): SchemaType => circular(reading, typeNode, place);
  const atoms = lazy(
    () => guarded(reading, init.atoms),
    () => typeAtom(onCircle()),
  );
  const comments = lazy(init.comments);
  const optional = lazy(() => init.optional(atoms));
  const fieldType = lazy(() => reading.settle(atoms(), typeNode, place), onCircle);
  const field: Field = {
    name,
    get optional() {
      return optional();
    },
    get documentation() {
      return comments().documentation;
    },
    get markers() {
      return comments().markers;
    },
    get fieldType() {
      return fieldType();
    },
    position: positionOf(place.module, node),
  };
  atomsOfFields.set(field, atoms);
  if (init.hasQuestionMark !== undefined) questionMarks.set(field, lazy(init.hasQuestionMark));
  return field;
}

export function atomsOf(field: Field): Atoms {
  return atomsOfFields.get(field)?.() ?? [{ atom: 'type', type: field.fieldType }];
}

/** Whether a field may be left out, and not only because its type has `undefined` in it. */
export function hasQuestionMark(field: Field): boolean {
  return questionMarks.get(field)?.() ?? field.optional;
}

/**
 * The alternatives of a field of `Required`: without `undefined` where the field has a question mark. A type that is
 * written `T | undefined` stays as it is.
 */
function requiredAtoms(field: Field): Atoms {
  const atoms = atomsOf(field);
  return hasQuestionMark(field) ? atoms.filter(({ atom }) => atom !== 'undefined') : atoms;
}

/** The same field, required or not, as `Partial` and `Required` make it. */
export function withOptional(field: Field, optional: boolean): Field {
  const atoms = (): Atoms => (optional ? atomsOf(field) : requiredAtoms(field));
  const copy: Field = {
    name: field.name,
    get optional() {
      return optional || atoms().some(({ atom }) => atom === 'undefined');
    },
    get documentation() {
      return field.documentation;
    },
    get markers() {
      return field.markers;
    },
    get fieldType() {
      return field.fieldType;
    },
    ...(field.position === undefined ? {} : { position: field.position }),
  };
  atomsOfFields.set(copy, atoms);
  questionMarks.set(copy, () => optional);
  return copy;
}

/** Fields of an object type with those of inlined types in their place; a later field replaces one of its name. */
export function flatFields(reading: Reading, fields: readonly Field[]): readonly Field[] {
  if (fields.every(({ inline }) => inline !== true)) return fields;
  const byName = new Map<string, Field>();
  for (const field of fields) {
    const inlined = field.inline === true ? (reading.fieldsOf(field.fieldType) ?? []) : [field];
    for (const one of inlined) byName.set(one.name, one);
  }
  return [...byName.values()];
}
