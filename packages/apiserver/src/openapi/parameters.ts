import type { Parameter } from './document.js';
import { parameterTexts, subresourceParameterTexts } from './generated/parameters.js';
import type { ParameterText } from './generated/parameters.js';

const query = ({ name, type, description }: ParameterText): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type, uniqueItems: true },
});

const path = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema: { type: 'string', uniqueItems: true },
});

function named(...names: string[]): Parameter[] {
  return names.flatMap((name) => {
    const text = parameterTexts[name];
    return text === undefined ? [] : [query(text)];
  });
}

const LIST = [
  'allowWatchBookmarks',
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'shardSelector',
  'timeoutSeconds',
  'watch',
];
const DELETE = [
  'dryRun',
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'propagationPolicy',
];

/** The query parameters of requests, by action. Objects are shared: do not change them. */
export const actionParameters = {
  list: named(...LIST),
  post: named('dryRun', 'fieldManager', 'fieldValidation'),
  put: named('dryRun', 'fieldManager', 'fieldValidation'),
  patch: named('dryRun', 'fieldManager@patch', 'fieldValidation', 'force'),
  delete: named(...DELETE),
  deletecollection: named(
    ...LIST.filter((name) => name !== 'allowWatchBookmarks' && name !== 'watch'),
    ...DELETE,
  ),
  get: named(),
  getCustom: named('resourceVersion'),
} as const;

export const prettyParameter: Parameter = named('pretty')[0]!;
export const namespaceParameter: Parameter = path(
  'namespace',
  'object name and auth scope, such as for teams and projects',
);
export const pathParameter: Parameter = path('path', 'path to the resource');
export const nameParameter = (kind: string): Parameter => path('name', `name of the ${kind}`);

/** The parameters of a subresource that is no object: `pods/exec`. */
export const subresourceParameters = (name: string): Parameter[] =>
  (subresourceParameterTexts[name] ?? []).map(query);
