import { notAcceptableError } from '../errors/status-error.js';
import { parseAccept } from './media-types.js';
import type { AcceptClause } from './media-types.js';

/** How the client wants the answer. */
export interface Representation {
  readonly format: 'json' | 'yaml';
  /** The whole object, a table as `kubectl get` prints it, or its metadata alone. */
  readonly as: 'object' | 'table' | 'metadata';
  /** The version of meta.k8s.io for tables and metadata. */
  readonly metaVersion: 'v1' | 'v1beta1';
  /** Indented for people to read. */
  readonly pretty: boolean;
}

export const PLAIN_JSON: Representation = { format: 'json', as: 'object', metaVersion: 'v1', pretty: false };

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

/**
 * Chooses by Accept what can be served (apiserver `endpoints/handlers/negotiation`). Protobuf is not; clients that
 * prefer it name JSON as well. Throws 406 when nothing fits.
 */
export function negotiate(
  headers: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): Representation {
  const pretty = wantsPretty(headers['user-agent'] ?? '', query.get('pretty'));
  const accept = headers['accept'] ?? '';
  if (accept === '' || accept === JSON_TYPE) return pretty ? { ...PLAIN_JSON, pretty } : PLAIN_JSON;
  for (const clause of parseAccept(accept)) {
    const format = formatOf(clause.type);
    const as = shapeOf(clause);
    if (format === undefined || as === undefined) continue;
    const metaVersion = clause.params.get('v') === 'v1beta1' ? 'v1beta1' : 'v1';
    return { format, as, metaVersion, pretty };
  }
  throw notAcceptableError([JSON_TYPE, YAML_TYPE]);
}

/** The content type of a response in this representation. */
export function contentTypeOf({ format }: Representation): string {
  return format === 'json' ? JSON_TYPE : YAML_TYPE;
}

function formatOf(type: string): 'json' | 'yaml' | undefined {
  if (type === JSON_TYPE || type === '*/*' || type === 'application/*') return 'json';
  return type === YAML_TYPE ? 'yaml' : undefined;
}

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
