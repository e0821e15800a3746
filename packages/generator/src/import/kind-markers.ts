import type { JsonObject } from '@kubewright/api';
import type {
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceSubresources,
} from '@kubewright/api/apiextensions/v1';
import type { ImportedKind } from './imported-kind.js';
import { markerJson, markerString } from './marker-text.js';

/** Notes that tools leave on a definition about themselves. */
const NOTES_OF_TOOLS = new Set([
  'controller-gen.kubebuilder.io/version',
  'kubectl.kubernetes.io/last-applied-configuration',
]);

/** The markers of a kind: what its definition says beyond the schema. None for kinds of an OpenAPI document. */
export function kindMarkers({ definition }: ImportedKind): string[] {
  if (definition === undefined) return [];
  const { crd, version } = definition;
  const isOnlyVersion = crd.spec.versions.length === 1;
  return [
    ...resourceMarker(crd),
    ...(version.storage && !isOnlyVersion ? ['kubebuilder:storageversion'] : []),
    ...(version.served === false ? ['kubebuilder:unservedversion'] : []),
    ...(version.deprecated === true ? [deprecatedMarker(version.deprecationWarning)] : []),
    ...subresourceMarkers(version.subresources),
    ...(version.selectableFields ?? []).map(
      ({ jsonPath }) => `kubebuilder:selectablefield:JSONPath=${markerString(jsonPath)}`,
    ),
    ...(version.additionalPrinterColumns ?? []).map(columnMarker),
    // What is said of all versions at once is said by one of them.
    ...(version.storage ? [...metadataMarkers(crd), ...patchMarkers(crd)] : []),
  ];
}

/** Plural and scope are told by `defineKind`. */
function resourceMarker({ spec: { names } }: CustomResourceDefinition): string[] {
  const { kind, singular = '', shortNames, categories } = names;
  const parts = [
    ...(singular === '' || singular === kind.toLowerCase() ? [] : [`singular=${singular}`]),
    ...list('shortName', shortNames),
    ...list('categories', categories),
  ];
  return parts.length === 0 ? [] : [`kubebuilder:resource:${parts.join(',')}`];
}

/** Names of the API hold no character that would need quotes. */
function list(name: string, values: readonly string[] | undefined): string[] {
  return values === undefined || values.length === 0 ? [] : [`${name}=${values.join(';')}`];
}

function deprecatedMarker(warning: string | undefined): string {
  return `kubebuilder:deprecatedversion${warning === undefined ? '' : `:warning=${markerString(warning)}`}`;
}

function subresourceMarkers(subresources: CustomResourceSubresources | undefined): string[] {
  const { status, scale } = subresources ?? {};
  const markers = status === undefined || status === null ? [] : ['kubebuilder:subresource:status'];
  if (scale === undefined) return markers;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  const selector = labelSelectorPath === undefined ? '' : `,selectorpath=${labelSelectorPath}`;
  markers.push(
    `kubebuilder:subresource:scale:specpath=${specReplicasPath},statuspath=${statusReplicasPath}${selector}`,
  );
  return markers;
}

function columnMarker(column: CustomResourceColumnDefinition): string {
  const { name, type, jsonPath, description, format, priority } = column;
  const parts = [
    `name=${markerString(name)}`,
    `type=${type}`,
    `JSONPath=${markerString(jsonPath)}`,
    ...(format === undefined || format === '' ? [] : [`format=${markerString(format)}`]),
    ...(priority === undefined || priority === 0 ? [] : [`priority=${priority}`]),
    ...(description === undefined || description === '' ? [] : [`description=${markerString(description)}`]),
  ];
  return `kubebuilder:printcolumn:${parts.join(',')}`;
}

function metadataMarkers({ metadata }: CustomResourceDefinition): string[] {
  const pairs = (name: string, values: Record<string, string> | undefined): string[] =>
    Object.entries(values ?? {})
      .filter(([key]) => !NOTES_OF_TOOLS.has(key))
      .map(([key, value]) => `kubebuilder:metadata:${name}=${markerString(`${key}=${value}`)}`);
  return [...pairs('annotations', metadata?.annotations), ...pairs('labels', metadata?.labels)];
}

/** What no marker of kubebuilder says of a definition. */
function patchMarkers({ spec }: CustomResourceDefinition): string[] {
  const { names, conversion } = spec;
  const patch: JsonObject = {
    ...(names.listKind === undefined || names.listKind === `${names.kind}List`
      ? {}
      : { names: { listKind: names.listKind } }),
    ...(conversion === undefined || conversion.strategy === 'None'
      ? {}
      : { conversion: withoutCertificates(conversion) }),
  };
  return Object.keys(patch).length === 0 ? [] : [`kubewright:crd:patch=${markerJson({ spec: patch })}`];
}

/** A cluster's certificate authority belongs to that cluster. */
function withoutCertificates(conversion: CustomResourceConversion): CustomResourceConversion {
  const { webhook } = conversion;
  if (webhook?.clientConfig === undefined) return conversion;
  const { caBundle: _, ...clientConfig } = webhook.clientConfig;
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}
