import { InvalidRequestError } from '../errors.js';
import type { QueryValue } from '../paths.js';
import { fieldSelectorText, labelSelectorText } from '../selectors.js';
import type {
  FieldWriteOptions,
  ListOptions,
  PatchOptions,
  SelectionOptions,
  WatchOptions,
  WriteOptions,
} from './options.js';

type Query = Record<string, QueryValue>;

export function selectionQuery({ labelSelector, fieldSelector }: SelectionOptions): Query {
  try {
    return {
      labelSelector: labelSelector === undefined ? undefined : labelSelectorText(labelSelector),
      fieldSelector: fieldSelector === undefined ? undefined : fieldSelectorText(fieldSelector),
    };
  } catch (error) {
    throw new InvalidRequestError('InvalidSelector', `the selector cannot be sent: ${(error as Error).message}`, { cause: error });
  }
}

export function listQuery(options: ListOptions): Query {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  return { ...selectionQuery(options), resourceVersion, resourceVersionMatch, limit, continue: options.continue };
}

export function watchQuery(options: WatchOptions): Query {
  const { resourceVersion, resourceVersionMatch, allowWatchBookmarks, sendInitialEvents, timeoutSeconds } = options;
  return {
    ...selectionQuery(options),
    watch: true,
    resourceVersion,
    // The server refuses initial events without it.
    resourceVersionMatch: resourceVersionMatch ?? (sendInitialEvents === undefined ? undefined : 'NotOlderThan'),
    allowWatchBookmarks,
    sendInitialEvents,
    timeoutSeconds,
  };
}

export function dryRunQuery({ dryRun }: WriteOptions): Query {
  return { dryRun: dryRun === true ? 'All' : undefined };
}

export function fieldWriteQuery(options: FieldWriteOptions, defaultFieldManager: string | undefined): Query {
  const { fieldManager = defaultFieldManager, fieldValidation } = options;
  return { ...dryRunQuery(options), fieldManager, fieldValidation };
}

export function patchQuery(options: PatchOptions, defaultFieldManager: string | undefined): Query {
  return { ...fieldWriteQuery(options, defaultFieldManager), force: options.force };
}
