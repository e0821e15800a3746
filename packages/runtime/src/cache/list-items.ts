import { endOfJsonValue, scanJsonArray, scanJsonObject, skipJsonSpace } from '@kubewright/api';

import { parseBytes } from './codec.js';
import { bufferOf, ObjectEntry } from './object-entry.js';
import { checkScanned } from './scan-metadata.js';

const OPEN_BRACKET = 0x5b;

/** One page of a list; every object still as the bytes that came. */
export interface RawListPage {
  readonly resourceVersion: string;
  /** Where the next page starts; absent on the last one. */
  readonly continue?: string;
  /** They lie in the page. */
  readonly items: readonly ObjectEntry[];
}

/**
 * Finds the objects of a list and their metadata in its JSON without parsing it: one pass over the bytes. Throws a
 * SyntaxError for what is not a list of objects with metadata.
 */
export function splitList(bytes: Uint8Array): RawListPage {
  let metadata: { resourceVersion?: string; continue?: string } = {};
  let items: ObjectEntry[] = [];
  const page = bufferOf(bytes);
  const onField = (name: string, start: number): number | undefined => {
    if (name === 'items' && page[start] === OPEN_BRACKET) {
      items = [];
      return scanJsonArray(page, start, (at) => {
        const entry = new ObjectEntry(page, at);
        items.push(entry);
        return entry.end;
      });
    }
    if (name !== 'metadata') return undefined;
    const end = endOfJsonValue(page, start);
    metadata = (parseBytes(page.subarray(start, end)) ?? {}) as typeof metadata;
    return end;
  };
  try {
    scanJsonObject(page, skipJsonSpace(page, 0), onField);
  } catch (error) {
    throw error instanceof SyntaxError ? notAList(bytes) : error;
  }
  if (metadata.resourceVersion === undefined) throw notAList(bytes);
  for (const entry of items) checkScanned(page, entry.start, entry.end, entry);
  const { resourceVersion, continue: next = '' } = metadata;
  return { resourceVersion, items, ...(next !== '' && { continue: next }) };
}

function notAList(bytes: Uint8Array): SyntaxError {
  const start = new TextDecoder().decode(bytes.subarray(0, 80));
  return new SyntaxError(`expected the JSON of a list, got ${JSON.stringify(start)} (${bytes.length} bytes)`);
}
