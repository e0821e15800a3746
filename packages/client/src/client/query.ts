import { InvalidRequestError } from '../errors.js';
import type { QueryValue } from '../paths.js';
import { fieldSelectorText, labelSelectorText } from '../selectors.js';
import type {
  DeleteOptions,
  FieldWriteOptions,
  ListOptions,
  PatchOptions,
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

export function fieldWriteQuery(options: FieldWriteOptions, defaultFieldManager: string | undefined): Query {
  const { dryRun, fieldManager = defaultFieldManager, fieldValidation } = options;
  return { dryRun: dryRun === true ? 'All' : undefined, fieldManager, fieldValidation };
}

export function patchQuery(options: PatchOptions, defaultFieldManager: string | undefined): Query {
  return { ...fieldWriteQuery(options, defaultFieldManager), force: options.force };
}

/** The body of a delete. A server that gets a body takes no notice of the query, so `dryRun` must be in it, too. */
export function deleteBody(options: DeleteOptions): Record<string, unknown> {
  const { dryRun, preconditions, propagationPolicy, gracePeriodSeconds } = options;
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(dryRun === true ? { dryRun: ['All'] } : {}),
    preconditions,
    propagationPolicy,
    gracePeriodSeconds,
  };
}
