import { InvalidRequestError } from '../errors.js';
import type { QueryValue } from '../paths.js';
import { fieldSelectorText, labelSelectorText } from '../selectors.js';
import type {
  DeleteOptions,
  FieldWriteOptions,
  ListOptions,
  SelectionOptions,
  WatchOptions,
} from './options.js';

type Query = Record<string, QueryValue>;

export function selectionQuery({ labelSelector, fieldSelector }: SelectionOptions): Query {
  try {
    return {
      labelSelector: labelSelector === undefined ? undefined : labelSelectorText(labelSelector),
      fieldSelector: fieldSelector === undefined ? undefined : fieldSelectorText(fieldSelector),
    };
  } catch (error) {
    throw new InvalidRequestError(
      'InvalidSelector',
      `the selector cannot be sent: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

export function listQuery(options: ListOptions): Query {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  return {
    ...selectionQuery(options),
    resourceVersion,
    resourceVersionMatch,
    limit,
    continue: options.continue,
  };
}

export function watchQuery(options: WatchOptions): Query {
  const { resourceVersion, resourceVersionMatch, allowWatchBookmarks, sendInitialEvents, timeoutSeconds } =
    options;
  return {
    ...selectionQuery(options),
    watch: true,
    resourceVersion,
    // The server refuses initial events without it.
    resourceVersionMatch:
      resourceVersionMatch ?? (sendInitialEvents === undefined ? undefined : 'NotOlderThan'),
    allowWatchBookmarks,
    sendInitialEvents,
    timeoutSeconds,
  };
}

/** What a client says of every write. */
export interface WriteDefaults {
  /** Counts whatever the write says. */
  readonly dryRun: boolean;
  readonly fieldManager: string | undefined;
  readonly fieldValidation: FieldWriteOptions['fieldValidation'];
}

/** The path with the options of a write that carries fields; put together by hand, as it is done thousands of times. */
export function fieldWritePath(
  path: string,
  options: FieldWriteOptions,
  defaults: WriteDefaults,
  force?: boolean,
): string {
  const { fieldManager = defaults.fieldManager, fieldValidation = defaults.fieldValidation } = options;
  let query = '';
  if (options.dryRun === true || defaults.dryRun) query = '&dryRun=All';
  if (fieldManager !== undefined && fieldManager !== '')
    query += `&fieldManager=${encodeURIComponent(fieldManager)}`;
  if (fieldValidation !== undefined) query += `&fieldValidation=${fieldValidation}`;
  if (force !== undefined) query += `&force=${force}`;
  return query === '' ? path : `${path}?${query.slice(1)}`;
}

/** The body of a delete. A server that gets a body takes no notice of the query, so `dryRun` must be in it, too. */
export function deleteBody(
  options: DeleteOptions,
  isDryRun = options.dryRun === true,
): Record<string, unknown> {
  const { preconditions, propagationPolicy, gracePeriodSeconds } = options;
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(isDryRun ? { dryRun: ['All'] } : {}),
    preconditions,
    propagationPolicy,
    gracePeriodSeconds,
  };
}
