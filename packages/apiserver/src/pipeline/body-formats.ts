import { unsupportedMediaTypeError } from '../errors/status-error.js';
import { parseMediaType } from '../representation/media-types.js';
import type { ServerRequest } from './server-request.js';

/** The formats in which objects come and go. */
export type Format = 'json' | 'yaml' | 'protobuf';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
};

/** All media types, in the order in which errors name them. */
export const ACCEPTED_MEDIA_TYPES: readonly string[] = Object.values(MEDIA_TYPES);

/** The format of the body of a request; JSON when it does not say. Throws StatusError 415 for other formats. */
export function bodyFormat(request: ServerRequest): Format {
  const type = contentType(request);
  if (type === '' && (request.headers['content-type'] ?? '') === '') return 'json';
  const format = isMalformed(request) ? undefined : formatOf(type);
  if (format === undefined) throw unsupportedMediaTypeError(ACCEPTED_MEDIA_TYPES);
  return format;
}

// A parameter without a value, as Go's `mime.ParseMediaType` refuses it.
function isMalformed({ headers }: ServerRequest): boolean {
  const [, ...params] = (headers['content-type'] as string).split(';');
  return params.some((param) => param.trim() !== '' && !param.includes('='));
}

function formatOf(mediaType: string): Format | undefined {
  return (Object.keys(MEDIA_TYPES) as Format[]).find((format) => MEDIA_TYPES[format] === mediaType);
}

/** The media type of the body, without parameters; `''` when the request names none. */
export function contentType(request: ServerRequest): string {
  return parseMediaType(request.headers['content-type'] ?? '').type;
}
