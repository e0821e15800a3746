import { parseFieldSelector, parseLabelSelector } from '@kubewright/api';
import type { FieldSelectorMatcher, LabelSelectorMatcher } from '@kubewright/api';
import { forbidden, notSupported } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { badRequestError, invalidError } from '../errors/status-error.js';
import { queryFlag } from '../pipeline/request-info.js';

/** The query of a list or watch (meta/v1 ListOptions). */
export interface ListOptions {
  readonly labelSelector: LabelSelectorMatcher | undefined;
  readonly fieldSelector: FieldSelectorMatcher | undefined;
  /** `''` when not given. */
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  /** 0: no limit. */
  readonly limit: number;
  readonly continueToken: string;
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

/** Reads and checks the query (apimachinery `apis/meta/internalversion/validation`). Throws StatusError 400 or 422. */
export function parseListOptions(query: URLSearchParams, verb: 'list' | 'watch'): ListOptions {
  const options: ListOptions = {
    labelSelector: selector(query.get('labelSelector'), parseLabelSelector),
    fieldSelector: selector(query.get('fieldSelector'), parseFieldSelector),
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    limit: integer(query, 'limit') ?? 0,
    continueToken: query.get('continue') ?? '',
    timeoutSeconds: integer(query, 'timeoutSeconds'),
    allowWatchBookmarks: queryFlag(query, 'allowWatchBookmarks'),
    sendInitialEvents: query.has('sendInitialEvents') ? queryFlag(query, 'sendInitialEvents') : undefined,
  };
  const errors = verb === 'list' ? listErrors(options) : watchErrors(options);
  if (errors.length > 0) throw invalidError({ group: 'meta.k8s.io', resource: 'ListOptions' }, '', errors);
  return options;
}

function listErrors({
  resourceVersion,
  resourceVersionMatch: match,
  continueToken,
  sendInitialEvents,
}: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (match !== '') {
    if (resourceVersion === '') {
      errors.push(
        forbidden(
          'resourceVersionMatch',
          'resourceVersionMatch is forbidden unless resourceVersion is provided',
        ),
      );
    }
    if (continueToken !== '') {
      errors.push(
        forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'),
      );
    }
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']));
    }
    if (match === 'Exact' && resourceVersion === '0') {
      errors.push(
        forbidden(
          'resourceVersionMatch',
          'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
        ),
      );
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function watchErrors({
  resourceVersionMatch: match,
  continueToken,
  sendInitialEvents,
}: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(
      forbidden(
        'resourceVersionMatch',
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      ),
    );
  }
  if (match !== '' && sendInitialEvents === undefined) {
    const message = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    errors.push(forbidden('resourceVersionMatch', message));
  }
  if (match !== '' && match !== 'NotOlderThan')
    errors.push(notSupported('resourceVersionMatch', match, ['NotOlderThan']));
  if (continueToken !== '') {
    errors.push(
      forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'),
    );
  }
  return errors;
}

function selector<T>(text: string | null, parse: (text: string) => T): T | undefined {
  if (text === null || text === '') return undefined;
  try {
    return parse(text);
  } catch (error) {
    throw badRequestError((error as Error).message);
  }
}

function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    const fault = /^[+-]?\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
    throw badRequestError(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${fault}`);
  }
  return Number(text);
}
