/**
 * The four patch types of the API server. `apply` is server-side apply; its body is the whole of what the field
 * manager wants, and creates the object when it does not exist.
 */
export interface Patch {
  readonly type: PatchType;
  /** What is sent as JSON. */
  readonly body: unknown;
}

export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

/** One operation of RFC 6902. */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** RFC 6902: operations on JSON pointers, all or none. */
export function jsonPatch(operations: readonly JsonPatchOperation[]): Patch {
  return { type: 'json', body: operations };
}

/** RFC 7386: objects merge, lists and scalars are replaced, null removes. */
export function mergePatch(patch: object): Patch {
  return { type: 'merge', body: patch };
}

/** As a merge patch, but lists merge by their keys (`containers` by `name`). Built-in kinds only. */
export function strategicMergePatch(patch: object): Patch {
  return { type: 'strategic', body: patch };
}

/** Server-side apply. The object needs `apiVersion`, `kind` and all that the field manager wants to own. */
export function applyPatch(object: object): Patch {
  return { type: 'apply', body: object };
}

/** apimachinery's pkg/types/patch.go. JSON is YAML, so the body of an apply goes as JSON. */
export const PATCH_CONTENT_TYPE: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};
