import { endOfJsonValue, scanJsonArray, scanJsonObject, skipJsonSpace } from '@kubewright/api';
import { parseBytes } from './codec.js';

const OPEN_BRACKET = 0x5b;

/** One page of a list; every item still as the bytes that came. */
export interface RawListPage {
  readonly resourceVersion: string;
  /** Where the next page starts; absent on the last one. */
  readonly continue?: string;
  /** Views on the page, one per object. */
  readonly items: readonly Uint8Array[];
}

/**
 * Cuts the JSON of a list into its items without parsing them: one pass over the bytes. Throws a SyntaxError for what
 * is not a list.
 */
export function splitList(bytes: Uint8Array): RawListPage {
  let metadata: { resourceVersion?: string; continue?: string } = {};
  let items: Uint8Array[] = [];
  const onField = (name: string, start: number): number | undefined => {
    if (name === 'items' && bytes[start] === OPEN_BRACKET) {
      items = [];
      return scanJsonArray(bytes, start, (from, to) => items.push(bytes.subarray(from, to)));
    }
    if (name !== 'metadata') return undefined;
    const end = endOfJsonValue(bytes, start);
    metadata = (parseBytes(bytes.subarray(start, end)) ?? {}) as typeof metadata;
    return end;
  };
  try {
    scanJsonObject(bytes, skipJsonSpace(bytes, 0), onField);
  } catch (error) {
    throw error instanceof SyntaxError ? notAList(bytes) : error;
  }
  if (metadata.resourceVersion === undefined) throw notAList(bytes);
  const page = { resourceVersion: metadata.resourceVersion, items };
  return metadata.continue === undefined || metadata.continue === ''
    ? page
    : { ...page, continue: metadata.continue };
}

function notAList(bytes: Uint8Array): SyntaxError {
  const start = new TextDecoder().decode(bytes.subarray(0, 80));
  return new SyntaxError(`expected the JSON of a list, got ${JSON.stringify(start)} (${bytes.length} bytes)`);
}
