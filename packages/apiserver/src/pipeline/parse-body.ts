import { decodeText } from '../bytes/json.js';
import { badRequestError, unsupportedMediaTypeError } from '../errors/status-error.js';
import { parseMediaType } from '../representation/media-types.js';
import { checkNestingDepth, MAX_NESTING_DEPTH } from './limits.js';
import type { ServerRequest } from './server-request.js';
import { MAX_BODY_BYTES } from './limits.js';

const ACCEPTED = ['application/json', 'application/yaml'];

/** The body of a request, read and parsed by its content type. Throws StatusError 400, 413 or 415. */
export async function readValue(request: ServerRequest, faultPrefix: string): Promise<unknown> {
  const format = bodyFormat(request);
  const body = await request.readBody(MAX_BODY_BYTES);
  return format === 'json' ? parseJson(body, faultPrefix) : await parseYaml(body, faultPrefix);
}

/** JSON within the limit of depth. Throws StatusError 400 that begins with `faultPrefix`. */
export function parseJson(body: Uint8Array, faultPrefix = ''): unknown {
  checkNestingDepth(body);
  const text = decodeText(body);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const fault = text.trim() === '' ? 'unexpected end of JSON input' : (error as Error).message;
    throw badRequestError(`${faultPrefix}json parse error: ${fault} (${excerpt(text)})`);
  }
}

/** YAML within the limits of depth and of aliases. Throws StatusError 400 that begins with `faultPrefix`. */
export async function parseYaml(body: Uint8Array, faultPrefix = ''): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(decodeText(body), { maxAliasCount: 100, logLevel: 'error' });
    // What JSON cannot hold (dates, bigints, cycles) must not come further.
    const json = JSON.stringify(value) as string | undefined;
    return parseJson(Buffer.from(json ?? 'null'), faultPrefix);
  } catch (error) {
    if (error instanceof RangeError) throw badRequestError(`the body nests deeper than ${MAX_NESTING_DEPTH} levels`);
    if (error instanceof Error && error.name === 'StatusError') throw error;
    throw badRequestError(`${faultPrefix}yaml: ${(error as Error).message}`);
  }
}

/** The content type of the request, or what stands for it when there is none. */
export function contentType(request: ServerRequest): string {
  return parseMediaType(request.headers['content-type'] ?? '').type;
}

function bodyFormat(request: ServerRequest): 'json' | 'yaml' {
  const type = contentType(request);
  if (type === '' || type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  throw unsupportedMediaTypeError(type, ACCEPTED);
}

const excerpt = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}...` : text);
