/**
 * Who owns which field of an object, and how a configuration is merged into it: the pure part of server-side apply. Sets
 * of fields in the form of FieldsV1, types made from schemas, comparing, merging and pruning, and the `Updater` that keeps
 * ownership by manager and version.
 *
 * ```ts
 * import { builtinSchema } from '@kubewright/api/schema';
 * import { compareTyped, createTypeCompiler, pathsOf, pathText } from '@kubewright/api/structured-merge';
 *
 * const type = createTypeCompiler(builtinSchema).named('io.k8s.api.core.v1.ConfigMap');
 * const { modified } = compareTyped(type, { data: { a: '1' } }, { data: { a: '2' } });
 * pathsOf(modified).map(pathText); // ['.data.a']
 * ```
 *
 * @packageDocumentation
 */
export { compareTyped } from './compare.js';
export type { Comparison } from './compare.js';
export { createTypeCompiler } from './compile-type.js';
export type { TypeCompiler, TypeSchema } from './compile-type.js';
export {
  canonicalSet,
  difference,
  EMPTY_SET,
  fieldSet,
  forEachPath,
  hasPath,
  intersection,
  isEmptySet,
  leaves,
  pathsOf,
  readFields,
  recursiveDifference,
  sameSet,
  union,
} from './field-set.js';
export type { FieldSet } from './field-set.js';
export { everyField, fieldSetOf } from './field-walk.js';
export { ListItemError } from './list-items.js';
export {
  emptyManaged,
  ManagedFieldsError,
  managerIdentifier,
  managerOf,
  readManaged,
  writeManaged,
} from './managed-fields.js';
export type { Managed, ManagerName, ReadManagedOptions } from './managed-fields.js';
export { mergeTyped } from './merge.js';
export {
  compareElements,
  elementText,
  fieldElement,
  FieldsFormatError,
  keyElement,
  pathText,
  readElement,
  valueElement,
} from './path-element.js';
export type { FieldPath, PathElement } from './path-element.js';
export { reconcileWithSchema } from './reconcile.js';
export { extractItems, removeItems, withNamedFields } from './remove-items.js';
export type { ExtractOptions } from './remove-items.js';
export { deducedType, untypedAtomic } from './schema-type.js';
export type { FieldType, ListType, MapType, ScalarType, SchemaType } from './schema-type.js';
export { isTypedValueError, TypedValueError } from './typed-error.js';
export type { TypedFault } from './typed-error.js';
export { createUpdater, FieldConflictError, isFieldConflictError } from './updater.js';
export type {
  Applied,
  Conflict,
  FieldFilter,
  ManagerFields,
  Managers,
  TypedValue,
  Updated,
  Updater,
  UpdaterOptions,
} from './updater.js';
export { validateTyped } from './validate-typed.js';
export type { ValidateOptions } from './validate-typed.js';
