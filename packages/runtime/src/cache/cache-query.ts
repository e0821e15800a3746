import { parseFieldSelector, parseLabelSelector } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';
import {
  InvalidRequestError,
  collectionNamespace,
  fieldSelectorText,
  labelSelectorText,
} from '@kubewright/client';
import type { KindName, ListOptions } from '@kubewright/client';

import { CacheReadError } from '../errors.js';
import type { IndexQuery, Informer, InformerListOptions } from './informer.js';
import { ownerUidIndex } from './owner-index.js';
import { describeKind } from './kind-name.js';

/**
 * Translates the options of a list. Throws a CacheReadError that says why the cache cannot answer it, and an
 * InvalidRequestError for a selector that nobody could.
 */
export function cacheQuery(
  kind: KindName,
  options: ListOptions,
  onlyNamespace?: string,
): InformerListOptions {
  if (options.continue !== undefined || (options.resourceVersion ?? '') !== '') {
    throw unsupported(kind, 'with continue or resourceVersion');
  }
  const query: InformerListOptions = {};
  const indexes: IndexQuery[] = [];
  const { limit, labelSelector, fieldSelector } = options;
  const namespace = collectionNamespace(kind, options.namespace, onlyNamespace);
  if (namespace !== undefined) query.namespace = namespace;
  if (limit !== undefined && limit > 0) query.limit = limit;
  if (labelSelector !== undefined)
    query.selector = parse(kind, () => parseLabelSelector(labelSelectorText(labelSelector)));
  for (const [field, value] of fieldsOf(kind, fieldSelector)) {
    if (field === 'metadata.name' && query.name === undefined) query.name = value;
    else if (field === 'metadata.namespace' && query.namespace === undefined) query.namespace = value;
    else indexes.push({ name: field, value });
  }
  if (indexes.length > 0) query.index = indexes;
  return query;
}

/** Answers a query from an informer. */
export function readQuery<T extends KubernetesObject>(
  informer: Informer<T>,
  query: InformerListOptions,
): Array<Stored<T>> {
  for (const { name } of (query.index ?? []) as readonly IndexQuery[]) {
    if (name === ownerUidIndex || informer.hasIndex(name)) continue;
    throw new CacheReadError(
      'IndexMissing',
      `cannot list ${describeKind(informer.kind)} from the cache by ${name}: ` +
        'add an index with cache.indexField, or read with apiReader',
    );
  }
  return informer.list(query);
}

function fieldsOf(
  kind: KindName,
  selector: ListOptions['fieldSelector'],
): Array<[field: string, value: string]> {
  if (selector === undefined) return [];
  const matcher = parse(kind, () => parseFieldSelector(fieldSelectorText(selector)));
  return matcher.requirements.map(({ field, operator, value }) => {
    if (operator !== '=')
      throw unsupported(kind, `with the field selector "${matcher.toString()}", which is not field=value`);
    return [field, value];
  });
}

function parse<T>(kind: KindName, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const why = `cannot list ${describeKind(kind)}: ${(cause as Error).message}`;
    throw new InvalidRequestError('InvalidSelector', why, { cause });
  }
}

function unsupported(kind: KindName, how: string): CacheReadError {
  return new CacheReadError(
    'UnsupportedOption',
    `cannot list ${describeKind(kind)} from the cache ${how}: read with apiReader`,
  );
}
