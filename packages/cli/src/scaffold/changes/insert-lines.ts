/** What became of a change to a text; undefined where the place of it is gone. */
export type Edited = string | undefined;

/** How later commands find where to insert, as in kubebuilder's projects. */
export const MARKER_PREFIX = '+kubebuilder:scaffold:';

/**
 * Puts lines before the line of a marker, in a comment of YAML, Makefiles or TypeScript, indented as the marker is. A text
 * that has them already, even commented out, stays as it is.
 */
export function insertBefore(text: string, marker: string, lines: string): Edited {
  const block = lines.replace(/\n$/, '').split('\n');
  const present = text.split('\n');
  if (hasBlock(present, block)) return text;
  const index = present.findIndex((line) => isMarker(line, marker));
  if (index < 0) return undefined;
  const indent = /^\s*/.exec(present[index] ?? '')?.[0] ?? '';
  const inserted = block.map((line) => (line === '' ? '' : indent + line));
  return [...present.slice(0, index), ...inserted, ...present.slice(index)].join('\n');
}

function isMarker(line: string, marker: string): boolean {
  return /^\s*(?:#|\/\/)\s*(.*?)\s*$/.exec(line)?.[1] === MARKER_PREFIX + marker;
}

function hasBlock(present: readonly string[], block: readonly string[]): boolean {
  const wanted = block.map(bare);
  const had = present.map(bare);
  return had.some((_, start) => wanted.every((line, offset) => had[start + offset] === line));
}

/** Without indentation and comment, so that what a user switched off is not put back. */
const bare = (line: string): string => line.trim().replace(/^(?:#|\/\/)\s*/, '');
