import { createHash } from 'node:crypto';
import { publishedSourceOf } from '../crd/custom-resource-schema.js';
import type { ServedResource } from '../resources/served-resource.js';
import { acceptsJson, swaggerFormat } from './accept.js';
import type { SwaggerFormat } from './accept.js';
import type { OpenApiDocument } from './document.js';
import { groupVersionDocument, nonResourceDocuments } from './documents.js';
import { encodeSwagger } from './swagger-protobuf.js';
import { swaggerOf } from './swagger.js';

export interface OpenApiSource {
  /** What is served now. A new array whenever it changes: the documents are kept as long as it is the same. */
  resources(): readonly ServedResource[];
}

export interface OpenApiRequest {
  /** Path without the query: `/openapi/v3/apis/apps/v1`. */
  readonly path: string;
  /** The query parameter `hash`. */
  readonly hash?: string | undefined;
  readonly accept?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

export interface OpenApiResponse {
  readonly status: 200 | 301 | 304 | 404 | 406;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** In quotes, as the header wants it. Undefined for errors. */
  readonly etag?: string;
  /** Further headers: `vary`, `location`, `cache-control`. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OpenApi {
  /**
   * Answers a GET below `/openapi`: v3 as JSON, v2 as JSON or protobuf, for which kubectl asks. Undefined when the path is not one of `/openapi/v2`, `/openapi/v3` and
   * `/openapi/v3/...`.
   */
  handle(request: OpenApiRequest): OpenApiResponse | undefined;
}

interface Published {
  readonly hash: string;
  readonly document: () => OpenApiDocument;
  bytes?: Uint8Array;
}

const encoder = new TextEncoder();
const V3 = '/openapi/v3';

/**
 * The OpenAPI documents of a server, after kube-openapi's `pkg/handler3/handler.go`. A document is built when it is
 * first asked for. Its hash is taken from what it is made of, so that the index needs no document, and a
 * document keeps its hash while other group-versions change.
 */
export function createOpenApi(source: OpenApiSource): OpenApi {
  let current:
    | {
        resources: readonly ServedResource[];
        published: Map<string, Published>;
        swagger: Partial<Record<SwaggerFormat, Uint8Array>>;
      }
    | undefined;
  const state = () => {
    const resources = source.resources();
    if (current?.resources !== resources)
      current = { resources, published: publish(resources, current?.published), swagger: {} };
    return current;
  };

  return {
    handle(request) {
      if (request.path === V3) return index(state().published, request);
      if (request.path === '/openapi/v2') {
        const format = swaggerFormat(request.accept);
        if (format === undefined) return refused(406);
        const known = state();
        const { make, contentType } = SWAGGER_FORMATS[format];
        const bytes = (known.swagger[format] ??= make(
          swaggerOf([...known.published.values()].map(({ document }) => document())),
        ));
        return { ...respond(bytes, hashOf(bytes), request, {}), contentType };
      }
      if (!request.path.startsWith(`${V3}/`)) return undefined;
      const key = request.path.slice(V3.length + 1);
      const published = state().published.get(key);
      return published === undefined ? refused(404) : documentResponse(key, published, request);
    },
  };
}

function index(published: ReadonlyMap<string, Published>, request: OpenApiRequest): OpenApiResponse {
  const paths = Object.fromEntries(
    [...published].map(([key, { hash }]) => [key, { serverRelativeURL: `${V3}/${key}?hash=${hash}` }]),
  );
  const bytes = encode({ paths });
  return respond(bytes, hashOf(bytes), request, {});
}

function documentResponse(key: string, published: Published, request: OpenApiRequest): OpenApiResponse {
  if (!acceptsJson(request.accept)) return refused(406);
  if (request.hash !== undefined && request.hash !== '' && request.hash !== published.hash) {
    return { ...refused(301), headers: { vary: 'Accept', location: `${V3}/${key}?hash=${published.hash}` } };
  }
  published.bytes ??= encode(published.document());
  const lasting = request.hash === published.hash ? { 'cache-control': 'public, immutable' } : undefined;
  return respond(published.bytes, published.hash, request, lasting ?? {});
}

function respond(
  bytes: Uint8Array,
  hash: string,
  request: OpenApiRequest,
  more: Record<string, string>,
): OpenApiResponse {
  const etag = `"${hash}"`;
  const unchanged =
    request.ifNoneMatch?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*') === true;
  return {
    status: unchanged ? 304 : 200,
    contentType: 'application/json',
    bytes: unchanged ? new Uint8Array() : bytes,
    etag,
    headers: { vary: 'Accept', ...more },
  };
}

const refused = (status: 301 | 404 | 406): OpenApiResponse => ({
  status,
  contentType: 'text/plain',
  bytes: new Uint8Array(),
  headers: { vary: 'Accept' },
});

function publish(
  resources: readonly ServedResource[],
  before: ReadonlyMap<string, Published> | undefined,
): Map<string, Published> {
  const published = new Map<string, Published>();
  const add = (key: string, hash: string, make: () => OpenApiDocument): void => {
    const old = before?.get(key);
    published.set(key, old?.hash === hash ? old : { hash, document: once(make) });
  };
  const groups = [
    ...new Set(resources.filter(({ custom, group }) => !custom && group !== '').map(({ group }) => group)),
  ];
  for (const [key, make] of nonResourceDocuments(groups)) add(key, hashOf(encode([key])), make);
  const byGroupVersion = groupBy(resources, ({ group, version }) => `${group}/${version}`);
  for (const members of byGroupVersion.values()) {
    const { group, version } = members[0]!;
    const key = group === '' ? `api/${version}` : `apis/${group}/${version}`;
    add(key, hashOf(encode([key, members.map(fingerprint)])), () =>
      groupVersionDocument(group, version, members),
    );
  }
  return new Map([...published].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** All that a document says of a resource and that may change. */
function fingerprint(resource: ServedResource): unknown {
  const { kind, listKind, plural, namespaced, custom } = resource;
  if (!custom) return plural;
  const subresources = resource.subresources.map(({ name }) => name);
  const selectable = Object.keys(resource.behaviour.selectableFields ?? {});
  return [
    kind,
    listKind,
    plural,
    namespaced,
    resource.verbs,
    subresources,
    selectable,
    publishedSourceOf(resource.schema) ?? null,
  ];
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const encode = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));
const SWAGGER_FORMATS = {
  json: { make: encode, contentType: 'application/json' },
  protobuf: {
    make: encodeSwagger,
    contentType: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  },
} as const;
const hashOf = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('hex').toUpperCase();

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
