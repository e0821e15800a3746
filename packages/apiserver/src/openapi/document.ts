/** An OpenAPI v3 document, as far as Kubernetes writes it. */
export interface OpenApiDocument {
  readonly openapi: '3.0.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, unknown>>;
  };
}

export type Schema = Readonly<Record<string, unknown>>;
export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';
export type PathItem = { readonly [method in Method]?: Operation } & {
  readonly parameters?: readonly Parameter[];
};

export interface Operation {
  readonly tags: readonly string[];
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content; readonly required?: true };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly 'x-kubernetes-action'?: string;
  readonly 'x-kubernetes-group-version-kind'?: {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  };
}

export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required?: true;
  readonly schema: { readonly type: string; readonly uniqueItems: true };
}

const REF_PREFIX = '#/components/schemas/';

/** A reference to a schema of the same document. */
export const schemaRef = (name: string): Schema => ({ $ref: `${REF_PREFIX}${name}` });

/** The names of all schemas that a part of a document refers to. */
export function referencedSchemas(part: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(part)) for (const item of part) referencedSchemas(item, found);
  else if (typeof part === 'object' && part !== null) {
    for (const [key, value] of Object.entries(part)) {
      if (key === '$ref' && typeof value === 'string') found.add(value.slice(REF_PREFIX.length));
      else referencedSchemas(value, found);
    }
  }
  return found;
}

/** The same object with its keys in order, as the documents have them. */
export const sortedKeys = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
