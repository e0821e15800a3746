import type { ServedResource } from '../resources/served-resource.js';

/**
 * Names in OpenAPI documents, after apiserver's `pkg/endpoints/openapi/openapi.go` (GetOperationIDAndTags) and
 * `pkg/endpoints/installer.go`.
 */

/** Letters and digits only; what follows anything else is capitalised, and the first letter when asked. */
function identifier(text: string, capitalize: boolean): string {
  let upper = capitalize;
  let output = '';
  for (const char of text) {
    if (!/[A-Za-z0-9_]/.test(char)) {
      upper = true;
      continue;
    }
    output += upper ? char.toUpperCase() : char;
    upper = false;
  }
  return output;
}

const groupName = (group: string): string => (group === '' ? 'core' : group.replace(/\.k8s\.io$/, ''));

/** `listAppsV1NamespacedDeployment` for verb `list` and subject `NamespacedDeployment`. */
export function operationId(verb: string, group: string, version: string, subject: string): string {
  return `${verb}${identifier(groupName(group), true)}${identifier(version, true)}${identifier(subject, true)}`;
}

/** `apps_v1`. */
export function tagOf(group: string, version: string): string {
  return `${identifier(groupName(group), false)}_${identifier(version, false)}`;
}

/** `getAppsAPIGroup` and the tag `apps`. */
export function groupOperation(group: string): { operationId: string; tag: string } {
  return {
    operationId: `get${identifier(groupName(group), true)}APIGroup`,
    tag: identifier(groupName(group), false),
  };
}

/** The article before a kind: `a `, `an `, or none for plurals such as Endpoints. */
export function article(kind: string): string {
  if (kind.endsWith('s') && !kind.endsWith('ss')) return '';
  return /^[aeiou]/i.test(kind) ? 'an ' : 'a ';
}

/** The name of the schema of a kind: `io.k8s.api.apps.v1.Deployment`, `com.example.v1.Foo`. */
export function schemaNameOf(resource: ServedResource): string {
  return resource.custom
    ? customSchemaName(resource, resource.kind)
    : (resource.schema.openApiName ?? resource.kind);
}

export function listSchemaNameOf(resource: ServedResource): string {
  return resource.custom ? customSchemaName(resource, resource.listKind) : `${schemaNameOf(resource)}List`;
}

function customSchemaName({ group, version }: ServedResource, kind: string): string {
  return `${group.split('.').reverse().join('.')}.${version}.${kind}`;
}

/** `/api/v1` or `/apis/GROUP/VERSION`. */
export function groupVersionPath(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}
