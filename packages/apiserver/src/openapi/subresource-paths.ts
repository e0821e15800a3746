import type { ServedSubresource } from '../resources/served-resource.js';
import { builtinObjectSchema } from '../schema/builtin-schema.js';
import { schemaRef } from './document.js';
import type { Method, Parameter } from './document.js';
import { article, schemaNameOf } from './names.js';
import type { PendingOperation } from './operations.js';
import {
  actionParameters,
  nameParameter,
  pathParameter,
  prettyParameter,
  subresourceParameters,
} from './parameters.js';
import { patchOperation, replaceOperation } from './resource-operations.js';
import type { ResourcePaths } from './resource-operations.js';

const PROXY_METHODS: readonly Method[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
const STREAM_METHODS: readonly Method[] = ['get', 'post'];

/** The paths of the subresources of a resource. */
export function subresourcePaths(
  paths: ResourcePaths,
): Array<[path: string, operations: PendingOperation[]]> {
  const { collection, resource } = paths;
  return resource.subresources.flatMap((subresource) => {
    const path = `${collection}/{name}/${subresource.name}`;
    // Kinds of options belong to connections: exec, attach, port-forward, proxy.
    if (!subresource.kind.endsWith('Options')) return [[path, objectOperations(paths, subresource)]];
    const plain = connectOperations(paths, subresource, false);
    if (subresource.name !== 'proxy') return [[path, plain]];
    return [
      [path, plain],
      [`${path}/{path}`, connectOperations(paths, subresource, true)],
    ];
  });
}

function connectOperations(
  paths: ResourcePaths,
  subresource: ServedSubresource,
  withPath: boolean,
): PendingOperation[] {
  const { resource, scope, scopeParameters } = paths;
  const methods = subresource.name === 'proxy' ? PROXY_METHODS : STREAM_METHODS;
  const parameters: Parameter[] = [
    ...subresourceParameters(`${resource.plural}/${subresource.name}`),
    ...scopeParameters,
    nameParameter(subresource.kind),
    ...(withPath ? [pathParameter] : []),
  ];
  return methods.map((method) =>
    paths.operation({
      method,
      verb: 'connect',
      subject: `${capitalize(method)}${scope}${resource.kind}${capitalize(subresource.name)}${withPath ? 'WithPath' : ''}`,
      description: `connect ${method.toUpperCase()} requests to ${subresource.name} of ${resource.kind}`,
      action: 'connect',
      parameters,
      response: { type: 'string' },
      produces: 'any',
      kind: subresource,
    }),
  );
}

function objectOperations(paths: ResourcePaths, subresource: ServedSubresource): PendingOperation[] {
  const { resource, scope, scopeParameters } = paths;
  const { kind, custom } = resource;
  const { name: sub, verbs } = subresource;
  // Custom resources are named in place of the kind of their scale.
  const shown = custom
    ? { ...subresource, group: resource.group, version: resource.version, kind }
    : subresource;
  const common = [prettyParameter, ...scopeParameters, nameParameter(shown.kind)];
  const schema = subresourceSchemaName(paths, subresource);
  const subject = `${scope}${kind}${capitalize(sub)}`;
  const operations: PendingOperation[] = [];
  if (verbs.includes('get')) {
    const isLog = sub === 'log';
    operations.push(
      paths.operation({
        method: 'get',
        verb: 'read',
        subject,
        description: `read ${sub} of the specified ${kind}`,
        action: 'get',
        parameters: [
          ...(isLog
            ? subresourceParameters(`${resource.plural}/${sub}`)
            : custom
              ? actionParameters.getCustom
              : []),
          ...common,
        ],
        response: isLog ? { type: 'string' } : schemaRef(schema),
        produces: isLog ? 'log' : 'object',
        kind: shown,
      }),
    );
  }
  if (verbs.includes('update')) {
    operations.push(
      replaceOperation(paths, subject, `replace ${sub} of the specified ${kind}`, schema, common, shown),
    );
  }
  if (verbs.includes('create')) {
    operations.push(
      paths.operation({
        method: 'post',
        verb: 'create',
        subject,
        description: `create ${sub} of ${article(kind)}${kind}`,
        action: 'post',
        parameters: [...actionParameters.post, ...common],
        body: schema,
        response: schemaRef(schema),
        codes: [200, 201, 202],
        kind: shown,
      }),
    );
  }
  if (verbs.includes('patch')) {
    operations.push(
      patchOperation(
        paths,
        subject,
        `partially update ${sub} of the specified ${kind}`,
        schema,
        common,
        shown,
      ),
    );
  }
  return operations;
}

function subresourceSchemaName(
  { resource }: ResourcePaths,
  { group, version, kind }: ServedSubresource,
): string {
  if (kind === resource.kind && group === resource.group) return schemaNameOf(resource);
  return builtinObjectSchema(group, version, kind).openApiName ?? kind;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
