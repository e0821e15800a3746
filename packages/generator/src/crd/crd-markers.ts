import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@kubewright/api/apiextensions/v1';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Marker, MarkerValue } from '../model/marker.js';
import type { Origins } from '../schema/origins.js';

/** What markers of a kind's type say about the CRD beyond its schema. */
export interface CrdMarkerContext {
  readonly crd: CustomResourceDefinition;
  readonly version: CustomResourceDefinitionVersion;
  readonly origins: Origins;
  readonly diagnostics: Diagnostics;
}

type Apply = (value: MarkerValue, context: CrdMarkerContext, marker: Marker) => string | undefined;

/**
 * Applies the markers of a kind's type to its version of the CRD, in the order of the source. What several versions may
 * say (names, scope) is left to `resource-names.ts`.
 */
export function applyCrdMarkers(markers: readonly Marker[], context: CrdMarkerContext): void {
  for (const marker of markers) {
    const problem = APPLY.get(marker.name)?.(marker.value, context, marker);
    if (problem !== undefined)
      context.diagnostics.error('InvalidMarker', marker.position, `+${marker.name}: ${problem}`);
  }
}

const APPLY: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['kubebuilder:subresource:status', status],
  ['kubebuilder:subresource:scale', scale],
  ['kubebuilder:printcolumn', printColumn],
  ['kubebuilder:selectablefield', selectableField],
  ['kubebuilder:storageversion', storageVersion],
  ['kubebuilder:unservedversion', unservedVersion],
  ['kubebuilder:deprecatedversion', deprecatedVersion],
  ['kubebuilder:metadata', metadata],
]);

function status(_value: MarkerValue, { version, origins }: CrdMarkerContext, marker: Marker): undefined {
  version.subresources = { ...version.subresources, status: {} };
  origins.place(version.subresources, marker.position);
}

function scale(
  value: MarkerValue,
  { version, origins }: CrdMarkerContext,
  marker: Marker,
): string | undefined {
  const specReplicasPath = text(value, 'specpath');
  const statusReplicasPath = text(value, 'statuspath');
  const labelSelectorPath = text(value, 'selectorpath');
  if (specReplicasPath === undefined || statusReplicasPath === undefined)
    return 'needs specpath and statuspath, such as specpath=.spec.replicas,statuspath=.status.replicas';
  const made = {
    specReplicasPath,
    statusReplicasPath,
    ...(labelSelectorPath === undefined ? {} : { labelSelectorPath }),
  };
  origins.place(made, marker.position);
  version.subresources = { ...version.subresources, scale: made };
  return undefined;
}

function printColumn(
  value: MarkerValue,
  { version, origins }: CrdMarkerContext,
  marker: Marker,
): string | undefined {
  const name = text(value, 'name');
  const type = text(value, 'type');
  const jsonPath = text(value, 'JSONPath');
  if (name === undefined || type === undefined || jsonPath === undefined)
    return 'needs name, type and JSONPath, such as name=Size,type=integer,JSONPath=.spec.size';
  const description = text(value, 'description');
  const format = text(value, 'format');
  const priority = named(value, 'priority');
  const column = {
    name,
    type,
    jsonPath,
    ...(description === undefined || description === '' ? {} : { description }),
    ...(format === undefined || format === '' ? {} : { format }),
    ...(typeof priority === 'number' && priority !== 0 ? { priority } : {}),
  };
  origins.place(column, marker.position);
  version.additionalPrinterColumns = [...(version.additionalPrinterColumns ?? []), column];
  // controller-gen writes the empty object too.
  version.subresources ??= {};
  return undefined;
}

function selectableField(
  value: MarkerValue,
  { version, origins }: CrdMarkerContext,
  marker: Marker,
): string | undefined {
  const jsonPath = text(value, 'JSONPath');
  if (jsonPath === undefined) return 'needs a JSONPath, such as JSONPath=.spec.size';
  const field = { jsonPath };
  origins.place(field, marker.position);
  version.selectableFields = [...(version.selectableFields ?? []), field];
  return undefined;
}

function storageVersion(
  _value: MarkerValue,
  { version, origins }: CrdMarkerContext,
  marker: Marker,
): undefined {
  version.storage = true;
  origins.placeKeyword(version, 'storage', marker.position);
}

function unservedVersion(
  _value: MarkerValue,
  { version, origins }: CrdMarkerContext,
  marker: Marker,
): undefined {
  version.served = false;
  origins.placeKeyword(version, 'served', marker.position);
}

function deprecatedVersion(
  value: MarkerValue,
  { version, origins }: CrdMarkerContext,
  marker: Marker,
): undefined {
  const warning = text(value, 'warning');
  version.deprecated = true;
  if (warning !== undefined) version.deprecationWarning = warning;
  origins.placeKeyword(version, 'deprecated', marker.position);
  origins.placeKeyword(version, 'deprecationWarning', marker.position);
}

function metadata(
  value: MarkerValue,
  { crd, origins }: CrdMarkerContext,
  marker: Marker,
): string | undefined {
  for (const field of ['annotations', 'labels'] as const) {
    for (const pair of list(value, field)) {
      const equals = pair.indexOf('=');
      if (equals < 1) return `${field} are written key=value, but one is ${JSON.stringify(pair)}`;
      const entries = (crd.metadata![field] ??= {});
      entries[pair.slice(0, equals)] = pair.slice(equals + 1);
      origins.place(entries, marker.position);
    }
  }
  return undefined;
}

/** A named argument; undefined where it is not given. */
function named(value: MarkerValue, argument: string): MarkerValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as { readonly [name: string]: MarkerValue })[argument];
}

export function text(value: MarkerValue, argument: string): string | undefined {
  const given = named(value, argument);
  return typeof given === 'string' ? given : undefined;
}

export function list(value: MarkerValue, argument: string): string[] {
  const given = named(value, argument);
  return Array.isArray(given) ? given.map(String) : typeof given === 'string' ? [given] : [];
}
