import type { ServedResource } from '../resources/served-resource.js';
import { schemaRef } from './document.js';
import type { Method, Parameter, PathItem } from './document.js';
import { article, groupVersionPath, listSchemaNameOf, operationId, schemaNameOf, tagOf } from './names.js';
import { makeOperation, makePathItem, metaSchema } from './operations.js';
import type { PendingOperation } from './operations.js';
import { actionParameters, nameParameter, namespaceParameter, prettyParameter } from './parameters.js';
import { patchOperation, replaceOperation } from './resource-operations.js';
import type { ResourcePaths } from './resource-operations.js';
import { subresourcePaths } from './subresource-paths.js';

/** Kinds whose deletion answers with the object (ReturnDeletedObject in their REST storage). */
const RETURNED_WHEN_DELETED = new Set([
  'CSIDriver',
  'CSINode',
  'DeviceClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Pod',
  'PodTemplate',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'ResourceQuota',
  'ResourceSlice',
  'Service',
  'ServiceAccount',
  'StorageClass',
  'VolumeAttachment',
  'VolumeAttributesClass',
]);

/** The paths of a resource and of its subresources, after apiserver's `pkg/endpoints/installer.go`. */
export function pathsOf(resource: ServedResource): Array<[path: string, item: PathItem]> {
  const { group, version, kind, plural, namespaced, custom } = resource;
  const root = groupVersionPath(group, version);
  const paths: ResourcePaths = {
    resource,
    collection: namespaced ? `${root}/namespaces/{namespace}/${plural}` : `${root}/${plural}`,
    scopeParameters: namespaced ? [namespaceParameter] : [],
    scope: namespaced ? 'Namespaced' : '',
    operation: ({ verb, subject, kind: other, ...init }) =>
      makeOperation({
        ...init,
        tag: tagOf(group, version),
        id: operationId(verb, group, version, subject),
        kind:
          other === undefined
            ? { group, version, kind }
            : { group: other.group, version: other.version, kind: other.kind },
        custom,
      }),
  };
  const items: Array<[string, PathItem]> = [];
  const add = (path: string, operations: readonly PendingOperation[]): void => {
    if (operations.length > 0) items.push([path, makePathItem(operations)]);
  };
  add(paths.collection, collectionOperations(paths));
  add(`${paths.collection}/{name}`, itemOperations(paths));
  for (const [path, operations] of subresourcePaths(paths)) add(path, operations);
  if (namespaced && resource.verbs.includes('list')) add(`${root}/${plural}`, [listOperation(paths, false)]);
  if (!custom && resource.verbs.includes('watch'))
    for (const [path, operations] of watchPaths(paths, root)) add(path, operations);
  return items;
}

function listOperation(paths: ResourcePaths, scoped: boolean): PendingOperation {
  const { resource, scope } = paths;
  const watch = resource.verbs.includes('watch') && !resource.custom ? 'list or watch' : 'list';
  return paths.operation({
    method: 'get',
    verb: 'list',
    subject: scoped ? `${scope}${resource.kind}` : `${resource.kind}ForAllNamespaces`,
    description: `${watch} objects of kind ${resource.kind}`,
    action: 'list',
    parameters: [...actionParameters.list, prettyParameter, ...(scoped ? paths.scopeParameters : [])],
    response: schemaRef(listSchemaNameOf(resource)),
    produces: 'list',
  });
}

function collectionOperations(paths: ResourcePaths): PendingOperation[] {
  const { resource, scope, scopeParameters } = paths;
  const { verbs, kind, custom } = resource;
  const common = [prettyParameter, ...scopeParameters];
  const operations: PendingOperation[] = [];
  if (verbs.includes('list')) operations.push(listOperation(paths, true));
  if (verbs.includes('create')) {
    const name = schemaNameOf(resource);
    operations.push(
      paths.operation({
        method: 'post',
        verb: 'create',
        subject: `${scope}${kind}`,
        description: `create ${article(kind)}${kind}`,
        action: 'post',
        parameters: [...actionParameters.post, ...common],
        body: name,
        response: schemaRef(name),
        codes: [200, 201, 202],
      }),
    );
  }
  if (verbs.includes('deletecollection')) {
    operations.push(
      paths.operation({
        method: 'delete',
        verb: 'delete',
        subject: `Collection${scope}${kind}`,
        description: `delete collection of ${kind}`,
        action: 'deletecollection',
        parameters: [...(custom ? actionParameters.list : actionParameters.deletecollection), ...common],
        ...(custom ? {} : { body: metaSchema('DeleteOptions') }),
        response: schemaRef(metaSchema('Status')),
      }),
    );
  }
  return operations;
}

function itemOperations(paths: ResourcePaths): PendingOperation[] {
  const { resource, scope, scopeParameters } = paths;
  const { verbs, kind, custom } = resource;
  const common = [prettyParameter, ...scopeParameters, nameParameter(kind)];
  const name = schemaNameOf(resource);
  const subject = `${scope}${kind}`;
  const response = schemaRef(name);
  const operations: PendingOperation[] = [];
  if (verbs.includes('get')) {
    const parameters = [...(custom ? actionParameters.getCustom : actionParameters.get), ...common];
    operations.push(
      paths.operation({
        method: 'get',
        verb: 'read',
        subject,
        description: `read the specified ${kind}`,
        action: 'get',
        parameters,
        response,
      }),
    );
  }
  if (verbs.includes('update'))
    operations.push(replaceOperation(paths, subject, `replace the specified ${kind}`, name, common));
  if (verbs.includes('delete')) {
    operations.push(
      paths.operation({
        method: 'delete',
        verb: 'delete',
        subject,
        description: `delete ${article(kind)}${kind}`,
        action: 'delete',
        parameters: [...actionParameters.delete, ...common],
        body: metaSchema('DeleteOptions'),
        response: !custom && RETURNED_WHEN_DELETED.has(kind) ? response : schemaRef(metaSchema('Status')),
        codes: [200, 202],
      }),
    );
  }
  if (verbs.includes('patch'))
    operations.push(patchOperation(paths, subject, `partially update the specified ${kind}`, name, common));
  return operations;
}

function watchPaths(paths: ResourcePaths, root: string): Array<[string, PendingOperation[]]> {
  const { resource, scope, scopeParameters, collection } = paths;
  const { kind, plural } = resource;
  const watched = collection.replace(root, `${root}/watch`);
  const watch = (
    subject: string,
    action: string,
    what: string,
    parameters: readonly Parameter[],
  ): PendingOperation =>
    paths.operation({
      method: 'get' satisfies Method,
      verb: 'watch',
      subject,
      description: `watch ${what}`,
      action,
      parameters: [...actionParameters.list, prettyParameter, ...parameters],
      response: schemaRef(metaSchema('WatchEvent')),
      produces: 'list',
    });
  const list = `individual changes to a list of ${kind}. deprecated: use the 'watch' parameter with a list operation instead.`;
  const one = `changes to an object of kind ${kind}. deprecated: use the 'watch' parameter with a list operation instead, filtered to a single item with the 'fieldSelector' parameter.`;
  const items: Array<[string, PendingOperation[]]> = [
    [watched, [watch(`${scope}${kind}List`, 'watchlist', list, scopeParameters)]],
  ];
  if (resource.verbs.includes('get')) {
    items.push([
      `${watched}/{name}`,
      [watch(`${scope}${kind}`, 'watch', one, [...scopeParameters, nameParameter(kind)])],
    ]);
  }
  if (scope !== '')
    items.push([`${root}/watch/${plural}`, [watch(`${kind}ListForAllNamespaces`, 'watchlist', list, [])]]);
  return items;
}
