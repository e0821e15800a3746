import { KubeconfigError } from './errors.js';
import type { ClusterEntry, ContextEntry, Entry, KubeconfigFile, UserEntry } from './types.js';

type Check = (value: unknown) => boolean;
interface Field {
  readonly check: Check;
  readonly expected: string;
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

const TEXT: Field = {
  check: (value) => typeof value === 'string',
  expected: 'text (in quotes, if it looks like a number)',
};
const BOOLEAN: Field = { check: (value) => typeof value === 'boolean', expected: 'true or false' };
const TEXTS: Field = { check: isTexts, expected: 'a list of texts' };
const LISTS: Field = {
  check: (value) => isMapping(value) && Object.values(value).every(isTexts),
  expected: 'lists of texts by name',
};
const LIST: Field = { check: Array.isArray, expected: 'a list' };
const MAPPING: Field = { check: isMapping, expected: 'a mapping' };

const CLUSTER: Readonly<Record<keyof ClusterEntry, Field>> = {
  server: TEXT,
  'tls-server-name': TEXT,
  'insecure-skip-tls-verify': BOOLEAN,
  'certificate-authority': TEXT,
  'certificate-authority-data': TEXT,
  'proxy-url': TEXT,
  'disable-compression': BOOLEAN,
  extensions: LIST,
};
const USER: Readonly<Record<keyof UserEntry, Field>> = {
  'client-certificate': TEXT,
  'client-certificate-data': TEXT,
  'client-key': TEXT,
  'client-key-data': TEXT,
  token: TEXT,
  tokenFile: TEXT,
  username: TEXT,
  password: TEXT,
  as: TEXT,
  'as-uid': TEXT,
  'as-groups': TEXTS,
  'as-user-extra': LISTS,
  exec: MAPPING,
  'auth-provider': MAPPING,
};
const CONTEXT: Readonly<Record<keyof ContextEntry, Field>> = { cluster: TEXT, user: TEXT, namespace: TEXT };

/** Checks that a parsed document is a kubeconfig. Errors name the field, not its value: it may be a secret. */
export function checkShape(document: unknown, origin: { source: string; directory: string }): KubeconfigFile {
  const { source } = origin;
  if (document === null || document === undefined) {
    return { currentContext: undefined, clusters: new Map(), users: new Map(), contexts: new Map() };
  }
  if (!isMapping(document))
    throw wrongShape(source, 'the document', 'a mapping with clusters, users and contexts');
  for (const [field, expected] of [
    ['kind', 'Config'],
    ['apiVersion', 'v1'],
  ] as const) {
    const value = document[field];
    if (value !== undefined && value !== '' && value !== expected) throw wrongShape(source, field, expected);
  }
  const currentContext = document['current-context'];
  if (currentContext !== undefined && currentContext !== null && typeof currentContext !== 'string') {
    throw wrongShape(source, 'current-context', TEXT.expected);
  }
  return {
    currentContext: currentContext === null || currentContext === '' ? undefined : currentContext,
    clusters: entries<ClusterEntry>(document, 'clusters', 'cluster', CLUSTER, origin),
    users: entries<UserEntry>(document, 'users', 'user', USER, origin),
    contexts: entries<ContextEntry>(document, 'contexts', 'context', CONTEXT, origin),
  };
}

function entries<T>(
  document: Record<string, unknown>,
  list: string,
  body: string,
  fields: Readonly<Record<string, Field>>,
  { source, directory }: { source: string; directory: string },
): Map<string, Entry<T>> {
  const found = new Map<string, Entry<T>>();
  const items = document[list] ?? [];
  if (!Array.isArray(items)) throw wrongShape(source, list, `a list of entries with name and ${body}`);
  items.forEach((item: unknown, index) => {
    const at = `${list}[${index}]`;
    if (!isMapping(item)) throw wrongShape(source, at, `a mapping with name and ${body}`);
    const { name } = item;
    if (typeof name !== 'string') throw wrongShape(source, `${at}.name`, TEXT.expected);
    if (found.has(name))
      throw new KubeconfigError(
        'InvalidShape',
        `${source}: ${list} has two entries named ${JSON.stringify(name)}`,
      );
    const value = item[body] ?? {};
    if (!isMapping(value)) throw wrongShape(source, `${at}.${body}`, 'a mapping');
    found.set(name, { source, directory, value: pick(value, fields, `${at}.${body}`, source) as T });
  });
  return found;
}

function pick(
  value: Record<string, unknown>,
  fields: Readonly<Record<string, Field>>,
  at: string,
  source: string,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, { check, expected }] of Object.entries(fields)) {
    const field = value[name];
    if (field === undefined || field === null || field === '') continue;
    if (!check(field)) throw wrongShape(source, `${at}.${name}`, expected);
    picked[name] = field;
  }
  return picked;
}

function wrongShape(source: string, field: string, expected: string): KubeconfigError {
  return new KubeconfigError('InvalidShape', `${source}: ${field} must be ${expected}`);
}
