import { readFileSync } from 'node:fs';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { crdStatus, servedResourcesOf } from '../crd/index.js';
import { customResourceDefinition } from '../kinds/apiextensions/custom-resource-definition.js';
import { builtinResources } from '../resources/builtin-resources.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { OpenApiDocument, Operation, Parameter } from './document.js';
import { createOpenApi } from './index.js';
import type { OpenApiRequest } from './index.js';

/** A definition, and what kube-apiserver 1.36.1 publishes for it. */
const fixture = JSON.parse(
  readFileSync(new URL('./testdata/custom-resource.json', import.meta.url), 'utf8'),
) as {
  crd: CustomResourceDefinition;
  v1: {
    info: unknown;
    paths: Record<string, unknown>;
    schemaNames: string[];
    schemas: Record<string, unknown>;
  };
  v1beta1Schemas: Record<string, unknown>;
  v2Definitions: Record<string, unknown>;
};

function customResources(crd = structuredClone(fixture.crd)): ServedResource[] {
  customResourceDefinition.defaults?.(crd);
  crd.status = crdStatus(crd, [], 0);
  return servedResourcesOf(crd);
}

const builtin = builtinResources().filter(({ group }) => group === 'apps' || group === '');
const openApiOf = (resources: readonly ServedResource[]) => createOpenApi({ resources: () => resources });
const read = (resources: readonly ServedResource[], request: OpenApiRequest): unknown =>
  JSON.parse(new TextDecoder().decode(openApiOf(resources).handle(request)!.bytes));

const names = (parameters: readonly Parameter[] | undefined): string[] =>
  (parameters ?? []).map(({ name }) => name);
const schemasOf = (content: Operation['responses'][string]['content']): unknown =>
  Object.fromEntries(Object.entries(content ?? {}).map(([type, { schema }]) => [type, schema]));

function summary(document: OpenApiDocument): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(document.paths).map(([path, { parameters, ...operations }]) => [
      path,
      {
        parameters: names(parameters),
        ...Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            {
              id: operation.operationId,
              tags: operation.tags,
              description: operation.description,
              action: operation['x-kubernetes-action'],
              kind: operation['x-kubernetes-group-version-kind'],
              parameters: names(operation.parameters),
              body: schemasOf(operation.requestBody?.content),
              responses: Object.fromEntries(
                Object.entries(operation.responses).map(([code, { content }]) => [code, schemasOf(content)]),
              ),
            },
          ]),
        ),
      },
    ]),
  );
}

describe('createOpenApi', () => {
  it('publishes a custom resource as the real server does', () => {
    const document = read(customResources(), { path: '/openapi/v3/apis/e.com/v1' }) as OpenApiDocument;
    expect(document.info).toEqual(fixture.v1.info);
    expect(summary(document)).toEqual(fixture.v1.paths);
    expect(Object.keys(document.components.schemas ?? {})).toEqual(fixture.v1.schemaNames);
    expect(document.components.schemas).toMatchObject(fixture.v1.schemas);
    for (const [name, schema] of Object.entries(fixture.v1.schemas))
      expect(document.components.schemas?.[name]).toEqual(schema);
  });

  it('publishes a schema that preserves unknown fields', () => {
    const document = read(customResources(), { path: '/openapi/v3/apis/e.com/v1beta1' }) as OpenApiDocument;
    for (const [name, schema] of Object.entries(fixture.v1beta1Schemas))
      expect(document.components.schemas?.[name]).toEqual(schema);
  });

  it('says in OpenAPI v2 what v2 can say of custom resources', () => {
    const document = read(customResources(), { path: '/openapi/v2' }) as {
      definitions: Record<string, unknown>;
    };
    for (const [name, schema] of Object.entries(fixture.v2Definitions))
      expect(document.definitions[name], name).toEqual(schema);
  });

  it('lists each document with the hash under which it is served', () => {
    const openApi = openApiOf([...builtin, ...customResources()]);
    const { paths } = JSON.parse(
      new TextDecoder().decode(openApi.handle({ path: '/openapi/v3' })!.bytes),
    ) as {
      paths: Record<string, { serverRelativeURL: string }>;
    };
    expect(Object.keys(paths)).toEqual([
      'api',
      'api/v1',
      'apis',
      'apis/apps',
      'apis/apps/v1',
      'apis/e.com/v1',
      'apis/e.com/v1beta1',
      'version',
    ]);
    const [path = '', hash] = paths['apis/apps/v1']!.serverRelativeURL.split('?hash=');
    const response = openApi.handle({ path, hash })!;
    expect(response).toMatchObject({ status: 200, etag: `"${hash}"`, contentType: 'application/json' });
    expect(response.headers['cache-control']).toBe('public, immutable');
  });

  it('sends clients with an outdated hash to the document of today', () => {
    const response = openApiOf(builtin).handle({ path: '/openapi/v3/apis/apps/v1', hash: 'old' })!;
    expect(response.status).toBe(301);
    expect(response.headers['location']).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/);
  });

  it('does not repeat what the client has', () => {
    const openApi = openApiOf(builtin);
    const { etag } = openApi.handle({ path: '/openapi/v3/apis/apps/v1' })!;
    const again = openApi.handle({ path: '/openapi/v3/apis/apps/v1', ifNoneMatch: etag });
    expect(again).toMatchObject({ status: 304, bytes: new Uint8Array() });
  });

  it('speaks JSON, and protobuf of v2', () => {
    const openApi = openApiOf(builtin);
    const protobuf = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
    const answer = openApi.handle({ path: '/openapi/v2', accept: protobuf });
    expect([answer?.status, answer?.contentType]).toEqual([
      200,
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    ]);
    expect(Buffer.from(answer!.bytes.subarray(0, 5)).toString('latin1')).toBe('\n\u00032.0');
    expect(openApi.handle({ path: '/openapi/v3/apis/apps/v1', accept: protobuf })?.status).toBe(406);
    expect(
      openApi.handle({ path: '/openapi/v2', accept: `application/cbor, application/json, ${protobuf}` })
        ?.contentType,
    ).toBe('application/json');
    expect(
      openApi.handle({ path: '/openapi/v3/apis/apps/v1', accept: `${protobuf}, application/json;q=0.5` })
        ?.status,
    ).toBe(200);
  });

  it('knows no document of a group-version that is not served', () => {
    expect(openApiOf(builtin).handle({ path: '/openapi/v3/apis/e.com/v1' })?.status).toBe(404);
    expect(openApiOf(builtin).handle({ path: '/api' })).toBeUndefined();
  });

  it('gives a document a new hash when its resources change, and no other', () => {
    let resources: readonly ServedResource[] = [...builtin, ...customResources()];
    const openApi = createOpenApi({ resources: () => resources });
    const etag = (path: string) => openApi.handle({ path })?.etag;
    const before = [etag('/openapi/v3/apis/apps/v1'), etag('/openapi/v3/apis/e.com/v1')];
    const changed = structuredClone(fixture.crd);
    changed.spec.versions[0]!.schema!.openAPIV3Schema!.description = 'Changed.';
    resources = [...builtin, ...customResources(changed)];
    expect(etag('/openapi/v3/apis/apps/v1')).toBe(before[0]);
    expect(etag('/openapi/v3/apis/e.com/v1')).not.toBe(before[1]);
  });
});
