import { ACCEPTED_MEDIA_TYPES, MEDIA_TYPES } from '../pipeline/body-formats.js';
import type { Format } from '../pipeline/body-formats.js';
import { notAcceptableError } from '../errors/status-error.js';
import { parseAccept } from './media-types.js';
import type { AcceptClause } from './media-types.js';

/** How the client wants the answer. */
export interface Representation {
  readonly format: Format;
  /** The whole object, a table as `kubectl get` prints it, or its metadata alone. */
  readonly as: 'object' | 'table' | 'metadata';
  /** The version of meta.k8s.io for tables and metadata. */
  readonly metaVersion: 'v1' | 'v1beta1';
  /** Indented for people to read. */
  readonly pretty: boolean;
}

export const PLAIN_JSON: Representation = { format: 'json', as: 'object', metaVersion: 'v1', pretty: false };

export interface NegotiateOptions {
  /** Whether whole objects can be sent as protobuf; metadata always can, tables never. Defaults to false. */
  readonly protobuf?: boolean;
}

/**
 * Chooses by Accept what can be served (apiserver `endpoints/handlers/negotiation`). Unlike the real server it sends
 * protobuf only to those who take nothing else: objects are kept as JSON. Throws 406 when nothing fits.
 */
export function negotiate(
  headers: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
  { protobuf = false }: NegotiateOptions = {},
): Representation {
  const pretty = wantsPretty(headers['user-agent'] ?? '', query.get('pretty'));
  const accept = headers['accept'] ?? '';
  if (accept === '' || accept === MEDIA_TYPES.json) return pretty ? { ...PLAIN_JSON, pretty } : PLAIN_JSON;
  const clauses = parseAccept(accept);
  for (const formats of [TEXT_FORMATS, BINARY_FORMATS]) {
    for (const clause of clauses) {
      const format = formats[clause.type];
      const as = shapeOf(clause);
      if (format === undefined || as === undefined) continue;
      if (format === 'protobuf' && (as === 'table' || (as === 'object' && !protobuf))) continue;
      const metaVersion = clause.params.get('v') === 'v1beta1' ? 'v1beta1' : 'v1';
      return { format, as, metaVersion, pretty };
    }
  }
  throw notAcceptableError(ACCEPTED_MEDIA_TYPES);
}

/** The content type of a response in this representation. */
export function contentTypeOf({ format }: Representation): string {
  return MEDIA_TYPES[format];
}

const TEXT_FORMATS: Readonly<Record<string, Format>> = {
  [MEDIA_TYPES.json]: 'json',
  [MEDIA_TYPES.yaml]: 'yaml',
  'application/*': 'json',
  '*/*': 'json',
};
const BINARY_FORMATS: Readonly<Record<string, Format>> = { [MEDIA_TYPES.protobuf]: 'protobuf' };

function shapeOf({ params }: AcceptClause): Representation['as'] | undefined {
  const as = params.get('as');
  if (as === undefined) return 'object';
  const version = params.get('v') ?? 'v1';
  if (params.get('g') !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined;
  if (as === 'Table') return 'table';
  return as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList' ? 'metadata' : undefined;
}

// Like the real server, which indents for browsers and curl.
function wantsPretty(userAgent: string, parameter: string | null): boolean {
  if (parameter !== null) return parameter === '1' || parameter === 'true';
  return /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
