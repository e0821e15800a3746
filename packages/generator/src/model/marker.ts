import type { SourcePosition } from '../diagnostics/diagnostic.js';

/** Where a marker may stand: on a file (or the folder's package), a type, or a field of a type. */
export type MarkerTarget = 'package' | 'type' | 'field';

/** What a marker says, typed as its definition declares. */
export type MarkerValue =
  string | number | boolean | null | readonly MarkerValue[] | { readonly [argument: string]: MarkerValue };

/** One marker as it was read from a comment: `+kubebuilder:validation:Minimum=0`, or the tag `@minimum 0`. */
export interface Marker {
  /** Canonical name without the plus sign: `kubebuilder:validation:Minimum`, whatever alias or tag was written. */
  readonly name: string;
  /** `true` for a marker without arguments, the value of an anonymous argument, else the named arguments. */
  readonly value: MarkerValue;
  /** Of the marker's first character. */
  readonly position?: SourcePosition;
}

/** One line of a comment, without the comment's own delimiters (`//`, `*`) and one space after them, and where it begins. */
export interface CommentLine {
  readonly text: string;
  readonly position?: SourcePosition;
}

/** Comments that belong to a declaration, or to no declaration (then they belong to the file). */
export interface CommentBlock {
  /**
   * `doc`: directly before the declaration, its documentation. `detached`: the closest comment before that, after an
   * empty line: markers count, text does not, as controller-gen has it.
   */
  readonly place: 'doc' | 'detached';
  readonly lines: readonly CommentLine[];
}

/** The markers of one name, in the order of the source. */
export function markersNamed<M extends Marker>(markers: readonly M[], name: string): M[] {
  return markers.filter((marker) => marker.name === name);
}

/** The last marker of a name, which wins as in controller-gen. */
export function lastMarker(markers: readonly Marker[], name: string): Marker | undefined {
  return markers.findLast((marker) => marker.name === name);
}
