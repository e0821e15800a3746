import type { Client } from './client.js';

/**
 * A client that does what another does, but for the members given: for those who put something in front of a client,
 * as a cache is. `with` must be among them, or what is in front would be lost with the first override.
 */
export function extendClient(client: Client, members: Partial<Client> & Pick<Client, 'with'>): Client {
  return {
    transport: client.transport,
    defaultNamespace: client.defaultNamespace,
    onlyNamespace: client.onlyNamespace,
    dryRun: client.dryRun,
    fieldManager: client.fieldManager,
    mapper: client.mapper,
    status: client.status,
    get: client.get.bind(client),
    list: client.list.bind(client),
    listRaw: client.listRaw.bind(client),
    create: client.create.bind(client),
    update: client.update.bind(client),
    patch: client.patch.bind(client),
    apply: client.apply.bind(client),
    delete: client.delete.bind(client) as Client['delete'],
    deleteAllOf: client.deleteAllOf.bind(client),
    deleteCollection: client.deleteCollection.bind(client),
    watch: client.watch.bind(client),
    watchRaw: client.watchRaw.bind(client),
    subresource: client.subresource.bind(client),
    scale: client.scale.bind(client),
    ...members,
  };
}
