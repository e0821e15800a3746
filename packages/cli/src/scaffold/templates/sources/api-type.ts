import { pluralize } from '@kubewright/api';
import type { ProjectConfig, ProjectResource } from '../../model.js';
import { qualifiedGroup } from '../../resources.js';
import { kebabCase, versionsOf } from './names.js';
import { fitting } from './source-text.js';

/** The type of a kind in one version, and the value by which it is used. */
export function apiType(config: ProjectConfig, resource: ProjectResource): string {
  const { kind, plural, version } = resource;
  const isFirst = versionsOf(config, resource)[0]?.version === version;
  const markers = [
    // One version is what is stored: the first, until somebody decides otherwise.
    ...(isFirst ? ['+kubebuilder:storageversion'] : []),
    '+kubebuilder:subresource:status',
    ...(resource.api?.namespaced === false
      ? [`+kubebuilder:resource:path=${plural},scope=Cluster`]
      : plural === pluralize(kind)
        ? []
        : [`+kubebuilder:resource:path=${plural}`]),
    `+kubebuilder:printcolumn:name=Available,type=string,JSONPath=.status.conditions[?(@.type=="Available")].status`,
    '+kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp',
  ];
  const names = [
    `  group: '${qualifiedGroup(resource)}',`,
    `  version: '${version}',`,
    `  kind: '${kind}',`,
    ...(plural === pluralize(kind) ? [] : [`  plural: '${plural}',`]),
    ...(resource.api?.namespaced === false ? ['  namespaced: false,'] : []),
  ];
  const types = [`${kind}Spec`, `${kind}Status`];
  const root = fitting(
    0,
    `export interface ${kind} extends CustomResource<${types.join(', ')}> {}`,
    `export interface ${kind} extends CustomResource<\n  ${types.join(',\n  ')}\n> {}`,
  );
  return `import { defineKind } from 'kubewright';
import type { Condition, CustomResource, int64 } from 'kubewright';

// EDIT THIS FILE! It is yours: the types below are the schema of the CustomResourceDefinition. After a change, run
// \`npm run generate\` (or \`make generate\`). What comments may say is explained by \`npx kubewright markers\`.

/** ${kind}Spec is the desired state of ${kind}. */
export interface ${kind}Spec {
  // INSERT ADDITIONAL SPEC FIELDS - desired state of cluster

  /**
   * foo is an example field of ${kind}. Edit ${kebabCase(kind)}.ts to remove or change it.
   *
   * @maxLength 253
   */
  foo?: string;
}

/** ${kind}Status is the observed state of ${kind}. */
export interface ${kind}Status {
  // INSERT ADDITIONAL STATUS FIELDS - observed state of cluster

  /** The generation of the spec that the status tells of. */
  observedGeneration?: int64;
  /**
   * conditions represent the current state of the ${kind}. Each has a unique type; usual ones are "Available" (it works),
   * "Progressing" (it is being created or changed) and "Degraded" (it failed to reach its desired state).
   *
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}

${markers.map((marker) => `// ${marker}\n`).join('')}
/** ${kind} is the Schema for the ${plural} API. */
${root}
export const ${kind} = defineKind<${kind}>({
${names.join('\n')}
});
`;
}
