import type { Kind, KubernetesList, KubernetesObject, Stored } from '@kubewright/api';

import type { Client } from './client.js';
import type { ListOptions } from './options.js';

export interface ListPagesOptions extends Omit<ListOptions, 'limit' | 'continue'> {
  /** Objects per request. Defaults to 500, as client-go's pager. */
  pageSize?: number | undefined;
}

const DEFAULT_PAGE_SIZE = 500;

/**
 * A list in pages, each requested when the one before has been taken. All pages show the same state of the server.
 * Reading too slowly ends in an ApiError for which `isExpired` holds: begin again.
 */
export async function* listPages<T extends KubernetesObject>(
  client: Pick<Client, 'list'>,
  kind: Kind<T>,
  options: ListPagesOptions = {},
): AsyncGenerator<KubernetesList<T>, void, undefined> {
  const { pageSize = DEFAULT_PAGE_SIZE, ...listOptions } = options;
  let page = await client.list(kind, { ...listOptions, limit: pageSize });
  yield page;
  // The token says which state is meant; a resource version beside it is refused.
  const { resourceVersion: _first, resourceVersionMatch: _match, ...following } = listOptions;
  while (page.metadata.continue !== undefined && page.metadata.continue !== '') {
    page = await client.list(kind, { ...following, limit: pageSize, continue: page.metadata.continue });
    yield page;
  }
}

/** The objects of `listPages`, one by one. */
export async function* listItems<T extends KubernetesObject>(
  client: Pick<Client, 'list'>,
  kind: Kind<T>,
  options: ListPagesOptions = {},
): AsyncGenerator<Stored<T>, void, undefined> {
  for await (const page of listPages(client, kind, options)) yield* page.items;
}
