import type { TransportBody } from '@kubewright/api';

const newline = 0x0a;

/** The JSON documents of a stream, one on each line, as they arrive. */
export async function* jsonLines(body: TransportBody): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest: Uint8Array[] = [];
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      rest.push(chunk.subarray(start, end));
      const line = rest.length === 1 ? decoder.decode(rest[0]) : decoder.decode(concat(rest));
      rest = [];
      start = end + 1;
      if (line.trim() !== '') yield JSON.parse(line);
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
