import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { FileMarker } from '../model/program-model.js';
import type { MarkerValue } from '../model/marker.js';

const FILE = '/project/src/controller.ts';

/** Markers as the reader of comments makes them, each on a line of its own. */
export function fileMarkers(
  name: string,
  values: ReadonlyArray<{ readonly [argument: string]: MarkerValue }>,
  file = FILE,
): FileMarker[] {
  return values.map((value, i) => ({ name, value, file, position: at(i + 1, file) }));
}

const at = (line: number, file = FILE): SourcePosition => ({ file, line, column: 4 });
