/**
 * What has to be changed of a text to have another, in the manner of a diff: lines to remove behind `-`, to add behind `+`,
 * two before them as they are, and an empty line between places.
 */
export async function describeChange(before: string, after: string): Promise<string> {
  const { diffIndices } = await import('node-diff3');
  const lines = before.split('\n');
  return diffIndices(lines, after.split('\n'))
    .map(({ buffer1: [start], buffer1Content: removed, buffer2Content: added }) =>
      [
        ...lines.slice(Math.max(0, start - CONTEXT), start).map((line) => ` ${line}`),
        ...removed.map((line) => `-${line}`),
        ...added.map((line) => `+${line}`),
      ].join('\n'),
    )
    .join('\n\n');
}

const CONTEXT = 2;
