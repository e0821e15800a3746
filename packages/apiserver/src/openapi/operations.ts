import { schemaRef } from './document.js';
import type { Content, Method, Operation, Parameter, PathItem, Schema } from './document.js';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const JSON_TYPES = ['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml'];
const LIST_TYPES = [
  'application/json',
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf',
  'application/vnd.kubernetes.protobuf;stream=watch',
  'application/yaml',
];
const CUSTOM_TYPES = ['application/json', 'application/yaml'];
const PATCH_TYPES = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];
const STATUS_TEXTS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };

export interface OperationInit {
  readonly method: Method;
  readonly tag: string;
  readonly id: string;
  readonly description: string;
  readonly action?: string;
  readonly kind?: { readonly group: string; readonly version: string; readonly kind: string };
  readonly parameters?: readonly Parameter[];
  /** Name of the schema of the body; `required` for all but delete options. */
  readonly body?: string;
  readonly response: Schema;
  /** Status codes besides 401. Defaults to 200 alone. */
  readonly codes?: readonly number[];
  /** `any` is a stream of anything; `log` is text as well. Defaults to `object`. */
  readonly produces?: 'object' | 'list' | 'any' | 'log' | 'jsonOnly';
  /** Custom resources know no protobuf and no strategic merge patch. */
  readonly custom: boolean;
}

/** An operation before parameters that it shares with others of its path are told there. */
export interface PendingOperation {
  readonly method: Method;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

export function makeOperation(init: OperationInit): PendingOperation {
  const content = contentOf(producedTypes(init), init.response);
  const operation: Operation = {
    tags: [init.tag],
    description: init.description,
    operationId: init.id,
    ...(init.body === undefined ? {} : { requestBody: requestBody(init, init.body) }),
    responses: {
      ...Object.fromEntries(
        (init.codes ?? [200]).map((code) => [code, { description: STATUS_TEXTS[code] ?? '', content }]),
      ),
      401: { description: 'Unauthorized' },
    },
    ...(init.action === undefined ? {} : { 'x-kubernetes-action': init.action }),
    ...(init.kind === undefined ? {} : { 'x-kubernetes-group-version-kind': init.kind }),
  };
  return { method: init.method, operation, parameters: init.parameters ?? [] };
}

function requestBody(init: OperationInit, body: string): NonNullable<Operation['requestBody']> {
  const types =
    init.method === 'patch'
      ? PATCH_TYPES.filter((type) => !init.custom || !type.includes('strategic'))
      : init.custom
        ? CUSTOM_TYPES
        : ['*/*'];
  const content = contentOf(types, schemaRef(body));
  return init.method === 'delete' ? { content } : { content, required: true };
}

function producedTypes({ custom, produces = 'object' }: OperationInit): string[] {
  if (produces === 'any') return ['*/*'];
  if (produces === 'jsonOnly') return ['application/json'];
  if (custom) return CUSTOM_TYPES;
  if (produces === 'log') return [...JSON_TYPES, 'text/plain'];
  return produces === 'list' ? LIST_TYPES : JSON_TYPES;
}

const contentOf = (types: readonly string[], schema: Schema): Content =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

/** Names of schemas of apimachinery that operations use. */
export const metaSchema = (name: string): string => `${META}.${name}`;

/** The operations of one path. Parameters that all of them have stand at the path, sorted by name. */
export function makePathItem(pending: readonly PendingOperation[]): PathItem {
  const [first, ...others] = pending;
  const shared = new Set(
    (first?.parameters ?? []).filter((parameter) =>
      others.every(({ parameters }) => has(parameters, parameter)),
    ),
  );
  const isShared = (parameter: Parameter): boolean => [...shared].some((one) => same(one, parameter));
  const operations = pending.map(({ method, operation, parameters }) => {
    const own = parameters.filter((parameter) => !isShared(parameter));
    const { tags, description, operationId, ...rest } = operation;
    return [
      method,
      { tags, description, operationId, ...(own.length === 0 ? {} : { parameters: sorted(own) }), ...rest },
    ] as const;
  });
  return {
    ...Object.fromEntries(operations),
    ...(shared.size === 0 ? {} : { parameters: sorted([...shared]) }),
  };
}

const same = (a: Parameter, b: Parameter): boolean =>
  a.name === b.name && a.in === b.in && a.description === b.description;
const has = (list: readonly Parameter[], parameter: Parameter): boolean =>
  list.some((one) => same(one, parameter));
const order = ({ name, in: place }: Parameter): string => `${name}\0${place}`;
const sorted = (list: readonly Parameter[]): Parameter[] =>
  [...list].sort((a, b) => (order(a) < order(b) ? -1 : 1));
