// Reads the OpenAPI v3 documents of a kube-apiserver: a folder or .tar.gz with one file per group-version,
// named as the server's paths with '/' replaced by '_' (api_v1.json, apis_apps_v1.json).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Returns Map<group-version path, document>, in path order. */
export function readOpenApi(source) {
  const isGroupVersion = /^(?:api|apis\/[^/]+)\/v\d+(?:(?:alpha|beta)\d+)?$/;
  return new Map([...readDocuments(source)].filter(([route]) => isGroupVersion.test(route)));
}

/** Returns Map<path, document> of all documents, those of discovery ('api', 'apis/apps', 'version') included. */
export function readDocuments(source) {
  if (statSync(source).isDirectory()) return readFolder(source);
  const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-openapi-'));
  try {
    execFileSync('tar', ['-xzf', source, '-C', folder]);
    const inner = readdirSync(folder);
    return readFolder(inner.length === 1 ? path.join(folder, inner[0]) : folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readFolder(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files
      .sort()
      .map((file) => [
        file.slice(0, -'.json'.length).replaceAll('_', '/'),
        JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
      ]),
  );
}

/**
 * All component schemas of all documents, sorted by name. The documents repeat them; they differ only in the list of
 * group-version-kinds of DeleteOptions and WatchEvent, which are registered in every group: there the union is kept.
 */
export function collectSchemas(documents) {
  const schemas = new Map();
  for (const document of documents.values()) {
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const known = schemas.get(name);
      if (known === undefined) {
        schemas.set(name, structuredClone(schema));
        continue;
      }
      const kinds = known['x-kubernetes-group-version-kind'];
      for (const gvk of schema['x-kubernetes-group-version-kind'] ?? []) {
        if (!kinds.some((k) => k.group === gvk.group && k.version === gvk.version && k.kind === gvk.kind))
          kinds.push(gvk);
      }
    }
  }
  return new Map([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const VERBS = {
  list: 'list',
  get: 'get',
  post: 'create',
  put: 'update',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'deletecollection',
  watch: 'watch',
  watchlist: 'watch',
  connect: 'create',
};

/** The resources that the paths of one document describe: plural -> { kind, namespaced, verbs, subresources }. */
export function collectResources(groupVersionPath, document) {
  const resources = new Map();
  for (const [route, item] of Object.entries(document.paths ?? {})) {
    const rest = route.slice(`/${groupVersionPath}/`.length);
    if (!route.startsWith(`/${groupVersionPath}/`) || rest === '') continue;
    const segments = rest.split('/').filter((s) => s !== 'watch');
    const namespaced = segments[0] === 'namespaces' && segments[1] === '{namespace}' && segments.length > 2;
    const [plural, name, ...sub] = namespaced ? segments.slice(2) : segments;
    if (plural.startsWith('{')) continue;
    const subresource = sub.filter((s) => s !== '{path}').join('/');
    const target = resources.get(plural) ?? {
      plural,
      kind: undefined,
      namespaced: false,
      verbs: new Set(),
      subresources: new Map(),
    };
    resources.set(plural, target);
    if (namespaced) target.namespaced = true;
    for (const operation of Object.values(item)) {
      const action = operation['x-kubernetes-action'];
      const gvk = operation['x-kubernetes-group-version-kind'];
      if (action === undefined || gvk === undefined) continue;
      if (subresource === '' || name === undefined) {
        target.kind ??= gvk.kind;
        target.verbs.add(VERBS[action]);
      } else {
        const entry = target.subresources.get(subresource) ?? { name: subresource, gvk, verbs: new Set() };
        target.subresources.set(subresource, entry);
        entry.verbs.add(action === 'connect' ? connectVerb(item, operation) : VERBS[action]);
      }
    }
  }
  return [...resources.values()].sort((a, b) => (a.plural < b.plural ? -1 : 1));
}

const CONNECT_METHODS = { get: 'get', post: 'create', put: 'update', patch: 'patch', delete: 'delete' };

function connectVerb(item, operation) {
  const method = Object.keys(item).find((m) => item[m] === operation);
  return CONNECT_METHODS[method] ?? 'get';
}
