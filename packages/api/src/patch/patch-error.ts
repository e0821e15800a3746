/**
 * Why a patch was refused. What a kube-apiserver answers follows from it: `MalformedPatch` is 400; `DoesNotApply`,
 * `TestFailed` and `ListOfLists` are 422; `CannotMerge` is 500.
 *
 * - `MalformedPatch`: the patch, or one of its directives, has no valid form.
 * - `DoesNotApply`: the document lacks what the patch speaks of.
 * - `TestFailed`: a `test` operation found another value.
 * - `ListOfLists`: a list that is to be merged contains lists.
 * - `CannotMerge`: the values or the schema do not allow to merge: no merge key, no such field, mixed types.
 */
export type PatchErrorCode = 'MalformedPatch' | 'DoesNotApply' | 'TestFailed' | 'ListOfLists' | 'CannotMerge';

/** A patch that cannot be applied. The document is unchanged. A retry helps only after `TestFailed`. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly code: PatchErrorCode;

  constructor(code: PatchErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether the error is a `PatchError`, also of another copy of this package. */
export function isPatchError(error: unknown): error is PatchError {
  return error instanceof Error && error.name === 'PatchError';
}
