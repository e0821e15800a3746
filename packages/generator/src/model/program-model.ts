import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Marker } from './marker.js';
import type { TypeDeclaration } from './schema-type.js';

/** One kind in one version: a type that `defineKind` names, or one marked `+kubebuilder:object:root=true`. */
export interface RootType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** From `defineKind`; markers outrank it; absent: the plural that kubebuilder guesses. */
  readonly plural?: string;
  /** From `defineKind`; the marker `resource:scope` outranks it. */
  readonly namespaced?: boolean;
  readonly declaration: TypeDeclaration;
  /** Of the `defineKind` call, else of the type. */
  readonly position?: SourcePosition;
}

/** A marker that stands on no type or field, and the file that it stands in. */
export interface FileMarker extends Marker {
  readonly file: string;
}

/** Everything that was read from a project's TypeScript. */
export interface ProgramModel {
  readonly roots: readonly RootType[];
  /** `rbac`, `webhook` and the like, in the order of files and lines. */
  readonly fileMarkers: readonly FileMarker[];
  /** Absolute paths of all files that the outcome depends on: those to watch. */
  readonly files: readonly string[];
}
