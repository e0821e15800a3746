import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { CommentBlock, Marker, MarkerTarget } from '../model/marker.js';
import { readBlock, readGoBlock } from './comment-block.js';
import { unescapeSigns } from './comment-escapes.js';
import { joinDocumentation, withoutLinks } from './documentation.js';
import { MarkerReader } from './marker-reader.js';
import type { MarkerRegistry } from './registry.js';

export interface ReadCommentsOptions {
  /** The comments of one declaration, or those of a file that belong to none, in the order of the source. */
  readonly blocks: readonly CommentBlock[];
  readonly target: MarkerTarget;
  readonly registry: MarkerRegistry;
  readonly diagnostics: Diagnostics;
  /**
   * `go` reads comments exactly as controller-gen does: markers are whole lines, there are no tags and no links, and
   * unknown or misplaced markers are nobody's mistake. Defaults to `typescript`.
   */
  readonly syntax?: 'typescript' | 'go';
}

/** What comments say. */
export interface CommentsReading {
  /** The text of the `doc` blocks, as it becomes a description; '' without one. */
  readonly documentation: string;
  readonly markers: readonly Marker[];
  /**
   * Markers of a `detached` block before a type that cannot stand on types: they belong to the file, as controller-gen
   * has it. Empty for other targets.
   */
  readonly fileMarkers: readonly Marker[];
}

/**
 * Reads documentation and markers from the comments of one declaration. Whatever is wrong with a marker is reported,
 * with the place of the offending character, and the marker left out.
 *
 * Sources: sigs.k8s.io/controller-tools/pkg/markers, `collect.go` for which markers belong to what, `zip.go` for
 * documentation.
 */
export function readComments(options: ReadCommentsOptions): CommentsReading {
  const { blocks, syntax = 'typescript', registry } = options;
  const reader = new MarkerReader(options);
  const documentation: string[] = [];
  for (const block of blocks) {
    const { lines, parts } = syntax === 'go' ? readGoBlock(block) : readBlock(block, registry);
    for (const part of parts) reader.read(part, block);
    if (block.place === 'doc') documentation.push(...(documentation.length > 0 ? ['', ...lines] : lines));
  }
  const text = syntax === 'go' ? documentation : withoutLinks(documentation.join('\n')).split('\n');
  const joined = joinDocumentation(text);
  return {
    documentation: syntax === 'go' ? joined : unescapeSigns(joined),
    markers: reader.markers,
    fileMarkers: reader.fileMarkers,
  };
}
