import { formatDiagnostic } from '../../diagnostics/diagnostic.js';
import { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { CommentBlock, Marker, MarkerTarget, MarkerValue } from '../../model/marker.js';
import { createMarkerRegistry } from '../registry.js';
import { readComments } from '../read-comments.js';

export const registry = createMarkerRegistry();

/** A comment whose first line stands in line 1 and column 4 of a file, behind the asterisk and its space. */
export function block(text: string, place: CommentBlock['place'] = 'doc', line = 1): CommentBlock {
  return {
    place,
    lines: text.split('\n').map((content, index) => ({
      text: content,
      position: { file: '/p/a.ts', line: line + index, column: 4 },
    })),
  };
}

/** What is read from one comment; problems as they are printed. */
export function read(
  text: string,
  target: MarkerTarget = 'field',
  syntax: 'typescript' | 'go' = 'typescript',
): {
  documentation: string;
  markers: [name: string, value: MarkerValue][];
  fileMarkers: [name: string, value: MarkerValue][];
  problems: string[];
} {
  return readBlocks([block(text)], target, syntax);
}

export function readBlocks(
  blocks: readonly CommentBlock[],
  target: MarkerTarget,
  syntax: 'typescript' | 'go' = 'typescript',
): ReturnType<typeof read> {
  const diagnostics = new Diagnostics();
  const { documentation, markers, fileMarkers } = readComments({
    blocks,
    target,
    registry,
    diagnostics,
    syntax,
  });
  return {
    documentation,
    markers: pairs(markers),
    fileMarkers: pairs(fileMarkers),
    problems: diagnostics.all().map((diagnostic) => formatDiagnostic(diagnostic, '/p')),
  };
}

function pairs(markers: readonly Marker[]): [string, MarkerValue][] {
  return markers.map(({ name, value }) => [name, value]);
}
