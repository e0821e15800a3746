import type { ServedResource } from '../resources/served-resource.js';
import { componentsOf } from './components.js';
import type { ComponentOptions } from './components.js';
import { customSchemas } from './custom-schemas.js';
import { schemaRef } from './document.js';
import type { OpenApiDocument, PathItem } from './document.js';
import { groupOperation, groupVersionPath, operationId, tagOf } from './names.js';
import { makeOperation, makePathItem, metaSchema } from './operations.js';
import { pathsOf } from './resource-paths.js';

const BUILTIN_INFO = { title: 'Kubernetes', version: '1.36' };
const CUSTOM_INFO = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' };
const SECURITY_SCHEMES = {
  BearerToken: {
    type: 'apiKey',
    description: 'Bearer Token authentication',
    name: 'authorization',
    in: 'header',
  },
};

/** The document of a group-version: its resources' paths, and every schema these need. */
export function groupVersionDocument(
  group: string,
  version: string,
  resources: readonly ServedResource[],
): OpenApiDocument {
  const custom = resources.every((resource) => resource.custom);
  const paths = new Map<string, PathItem>(resources.flatMap(pathsOf));
  if (!custom) paths.set(`${groupVersionPath(group, version)}/`, resourceListPath(group, version));
  const own = new Map(resources.filter((resource) => resource.custom).flatMap(customSchemas));
  return makeDocument(paths, { own, custom, ...(custom ? {} : { groupVersion: { group, version } }) });
}

function resourceListPath(group: string, version: string): PathItem {
  return discoveryPath(
    operationId('get', group, version, 'APIResources'),
    tagOf(group, version),
    'get available resources',
    'APIResourceList',
  );
}

function discoveryPath(id: string, tag: string, description: string, kind: string): PathItem {
  const response = schemaRef(metaSchema(kind));
  return makePathItem([makeOperation({ method: 'get', id, tag, description, response, custom: false })]);
}

/** The documents of what is no resource: lists of groups and versions, and the version of the server. By their key. */
export function nonResourceDocuments(
  groups: readonly string[],
): Array<[key: string, make: () => OpenApiDocument]> {
  const one = (path: string, item: () => PathItem) => () =>
    makeDocument(new Map([[path, item()]]), { own: new Map(), custom: false });
  const version = (): PathItem =>
    makePathItem([
      makeOperation({
        method: 'get',
        id: 'getCodeVersion',
        tag: 'version',
        description: 'get the version information for this server',
        response: schemaRef('io.k8s.apimachinery.pkg.version.Info'),
        produces: 'jsonOnly',
        custom: false,
      }),
    ]);
  return [
    [
      'api',
      one('/api/', () =>
        discoveryPath('getCoreAPIVersions', 'core', 'get available API versions', 'APIVersions'),
      ),
    ],
    [
      'apis',
      one('/apis/', () =>
        discoveryPath('getAPIVersions', 'apis', 'get available API versions', 'APIGroupList'),
      ),
    ],
    ...groups.map((group): [string, () => OpenApiDocument] => {
      const { operationId: id, tag } = groupOperation(group);
      return [
        `apis/${group}`,
        one(`/apis/${group}/`, () => discoveryPath(id, tag, 'get information of a group', 'APIGroup')),
      ];
    }),
    ['version', one('/version/', version)],
  ];
}

function makeDocument(
  paths: ReadonlyMap<string, PathItem>,
  options: ComponentOptions & { custom: boolean },
): OpenApiDocument {
  const sorted = Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
  const schemas = componentsOf(sorted, options);
  return {
    openapi: '3.0.0',
    info: options.custom ? CUSTOM_INFO : BUILTIN_INFO,
    paths: sorted,
    components: {
      ...(Object.keys(schemas).length === 0 ? {} : { schemas }),
      ...(options.custom ? {} : { securitySchemes: SECURITY_SCHEMES }),
    },
  };
}
