import { ACCEPTED_MEDIA_TYPES, MEDIA_TYPES } from '../pipeline/body-formats.js';
import type { Format } from '../pipeline/body-formats.js';
import { notAcceptableError, notAcceptableRouteError } from '../errors/status-error.js';
import { parseAccept } from './media-types.js';
import type { AcceptClause } from './media-types.js';

/** How the client wants the answer. */
export interface Representation {
  readonly format: Format;
  /** The whole object, a table as `kubectl get` prints it, or its metadata alone. */
  readonly as: 'object' | 'table' | 'metadata' | 'metadataList';
  /** The version of meta.k8s.io for tables and metadata. */
  readonly metaVersion: 'v1' | 'v1beta1';
  /** Indented for people to read. */
  readonly pretty: boolean;
}

const PLAIN_JSON: Representation = { format: 'json', as: 'object', metaVersion: 'v1', pretty: false };
/** For people, and for those who accept nothing that there is. */
export const PRETTY_JSON: Representation = { ...PLAIN_JSON, pretty: true };

export interface NegotiateOptions {
  /** Whether whole objects can be sent as protobuf; metadata always can, tables never. Defaults to true. */
  readonly protobuf?: boolean;
  /** Whether there are tables and metadata besides whole objects. Defaults to true. */
  readonly transforms?: boolean;
  /** Whether there are tables, where there is metadata. Defaults to true. */
  readonly tables?: boolean;
  /**
   * What the route says that it produces, for paths that go-restful serves: it looks at types alone, before anything
   * else does, and does not know `application/*`. Undefined for paths of custom resources and others.
   */
  readonly produces?: readonly string[];
}

/** Of most routes of built-in kinds. */
export const PRODUCES_OBJECTS: readonly string[] = ACCEPTED_MEDIA_TYPES;
/** Of lists and watches. */
export const PRODUCES_STREAMS: readonly string[] = [
  ...ACCEPTED_MEDIA_TYPES,
  `${MEDIA_TYPES.json};stream=watch`,
  `${MEDIA_TYPES.protobuf};stream=watch`,
];

/**
 * Chooses by Accept what can be served (apiserver `endpoints/handlers/negotiation/negotiate.go`): the first clause
 * that fits, the most wanted first. Throws 406 when none does.
 */
export function negotiate(
  headers: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
  options: NegotiateOptions = {},
): Representation {
  const pretty = wantsPretty(headers['user-agent'] ?? '', query.get('pretty'));
  const accept = headers['accept'] ?? '';
  if (accept === '' || accept === MEDIA_TYPES.json || accept === '*/*')
    return pretty ? PRETTY_JSON : PLAIN_JSON;
  const clauses = parseAccept(accept);
  const { produces } = options;
  if (produces !== undefined && !clauses.some(({ type }) => type === '*/*' || produces.includes(type)))
    throw notAcceptableRouteError(produces);
  for (const clause of clauses) {
    const chosen = accepted(clause, options);
    if (chosen !== undefined) return pretty ? { ...chosen, pretty } : chosen;
  }
  throw notAcceptableError(ACCEPTED_MEDIA_TYPES);
}

/** The content type of a response in this representation. */
export function contentTypeOf({ format }: Representation): string {
  return MEDIA_TYPES[format];
}

const FORMATS = Object.entries(MEDIA_TYPES) as ReadonlyArray<[Format, string]>;

function accepted(
  { type, params }: AcceptClause,
  { protobuf = true, transforms = true, tables = true }: NegotiateOptions,
): Representation | undefined {
  const as = shapeOf(params);
  if (as === undefined || (as !== 'object' && !transforms) || (as === 'table' && !tables)) return undefined;
  const stream = params.get('stream') ?? '';
  if (stream !== '' && stream !== 'watch') return undefined;
  for (const [format, mediaType] of FORMATS) {
    if (type !== mediaType && type !== 'application/*' && type !== '*/*') continue;
    if (format === 'protobuf' && (as === 'table' || (as === 'object' && !protobuf))) continue;
    // There is no way to frame documents of YAML.
    if (format === 'yaml' && stream !== '') continue;
    const metaVersion = params.get('v') === 'v1beta1' ? 'v1beta1' : 'v1';
    return { format, as, metaVersion, pretty: params.get('pretty') === '1' };
  }
  return undefined;
}

function shapeOf(params: ReadonlyMap<string, string>): Representation['as'] | undefined {
  const [as, group, version] = [params.get('as'), params.get('g'), params.get('v')];
  if (as === undefined && group === undefined && version === undefined) return 'object';
  if (group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined;
  if (as === 'Table') return 'table';
  if (as === 'PartialObjectMetadata') return 'metadata';
  return as === 'PartialObjectMetadataList' ? 'metadataList' : undefined;
}

// Like the real server, which indents for browsers and curl.
function wantsPretty(userAgent: string, parameter: string | null): boolean {
  if (parameter !== null && parameter !== '') return /^(1|t|T|true|TRUE|True)$/.test(parameter);
  return /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
