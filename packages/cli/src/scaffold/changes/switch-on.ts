import type { Edited } from './insert-lines.js';

/** Takes the `#` from the lines of a section. Lines that are on already stay as they are. */
export function switchOn(text: string, section: string): Edited {
  const wanted = section.replace(/\n$/, '').split('\n');
  const present = text.split('\n');
  const off = findBlock(present, wanted.map(commented));
  if (off >= 0)
    return [...present.slice(0, off), ...wanted, ...present.slice(off + wanted.length)].join('\n');
  return findBlock(present, wanted) >= 0 ? text : undefined;
}

const commented = (line: string): string => (line === '' ? '' : `#${line}`);

function findBlock(present: readonly string[], block: readonly string[]): number {
  return present.findIndex((_, start) =>
    block.every((line, offset) => present[start + offset]?.trimEnd() === line.trimEnd()),
  );
}
