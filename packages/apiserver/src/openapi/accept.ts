import { parseAccept } from '../representation/media-types.js';

const JSON_TYPE = /^(?:application|\*)\/(?:json|\*)$/;

/** Whether an Accept header (absent: anything) takes JSON. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((clause) => JSON_TYPE.test((clause.split(';')[0] ?? '').trim()));
}

export type SwaggerFormat = 'json' | 'protobuf';

const SWAGGER_PROTOBUF = /^application\/com\.github\.proto-openapi\.spec\.v2[@.]v1\.0\+protobuf$/;

/** The format of an OpenAPI v2 document that is wanted most (kube-openapi `pkg/handler/handler.go`); undefined for none. */
export function swaggerFormat(accept: string | undefined): SwaggerFormat | undefined {
  if (accept === undefined || accept.trim() === '') return 'json';
  for (const { type } of parseAccept(accept)) {
    if (JSON_TYPE.test(type)) return 'json';
    if (SWAGGER_PROTOBUF.test(type)) return 'protobuf';
  }
  return undefined;
}
