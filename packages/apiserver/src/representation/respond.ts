import { concatBytes, decodeJson, encodeJson, encodeText, NEWLINE } from '../bytes/json.js';
import type { ServerResponse } from '../pipeline/server-request.js';
import { contentTypeOf } from './representation.js';
import type { Representation } from './representation.js';

// As sigs.k8s.io/yaml writes: sorted, lists not indented.
const YAML_OPTIONS = { aliasDuplicateObjects: false, sortMapEntries: true, indentSeq: false } as const;

interface Answerable {
  readonly representation: Representation;
}

/** A response of a JSON value, in the format that was asked for. */
export function respond(
  { representation }: Answerable,
  status: number,
  value: unknown,
): Promise<ServerResponse> {
  return respondPieces({ representation }, status, [encodeJson(value)]);
}

/** A response of JSON text in pieces, as one line. */
export async function respondPieces(
  { representation }: Answerable,
  status: number,
  json: readonly Uint8Array[],
): Promise<ServerResponse> {
  const headers = { 'content-type': contentTypeOf(representation) };
  if (representation.format === 'json' && !representation.pretty)
    return { status, headers, body: [...json, NEWLINE] };
  const value = decodeJson(concatBytes(json));
  if (representation.format === 'json') {
    return { status, headers, body: [encodeText(`${JSON.stringify(value, undefined, 2)}\n`)] };
  }
  if (representation.format === 'protobuf') {
    const { encodeProtobuf } = await import('../protobuf/codec.js');
    return { status, headers, body: [encodeProtobuf(value as Record<string, unknown>)] };
  }
  // The YAML library weighs more than the rest of a request; few ask for it.
  const { stringify } = await import('yaml');
  return { status, headers, body: [encodeText(stringify(value, YAML_OPTIONS))] };
}
