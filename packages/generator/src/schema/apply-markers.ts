import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Marker } from '../model/marker.js';
import { itemsOf, typeName } from './keywords.js';
import { DEFAULT_PRIORITY } from './marker-rules/marker-rule.js';
import type { MarkerRule } from './marker-rules/marker-rule.js';
import { ITEM_MARKER_RULES, MARKER_RULES } from './marker-rules/marker-rules.js';
import type { Origins } from './origins.js';

/** What applying markers reports to. */
export interface MarkerContext {
  readonly origins: Origins;
  readonly diagnostics: Diagnostics;
  /** Where the type or field stands, for markers that have no place of their own. */
  readonly position: SourcePosition | undefined;
  /** Written by the user; else of Kubernetes' own types, whose markers are for other tools too. */
  readonly isOwn: boolean;
}

/**
 * Applies the markers that shape schemas, in controller-gen's order: by priority, then as they are written; those of
 * items last. Markers that say something else are passed over.
 */
export function applyMarkers(
  schema: JSONSchemaProps,
  markers: readonly Marker[],
  context: MarkerContext,
): void {
  for (const [marker, rule] of ordered(markers, MARKER_RULES)) applyMarker(schema, marker, rule, context);
  for (const [marker, rule] of ordered(markers, ITEM_MARKER_RULES)) {
    const items = itemsOf(schema);
    if (schema.type !== 'array' || items === undefined) {
      report(marker, `must be applied to an array, found ${typeName(schema)}`, context);
      continue;
    }
    // Items may be the shared schema of a declaration.
    const copy = { ...items };
    context.origins.copy(items, copy);
    schema.items = copy;
    applyMarker(copy, marker, rule, context);
  }
}

function ordered(
  markers: readonly Marker[],
  rules: ReadonlyMap<string, MarkerRule>,
): Array<[Marker, MarkerRule]> {
  const priority = (rule: MarkerRule): number => rule.priority ?? DEFAULT_PRIORITY;
  return markers
    .flatMap((marker): Array<[Marker, MarkerRule]> => {
      const rule = rules.get(marker.name);
      return rule === undefined ? [] : [[marker, rule]];
    })
    .sort(([, a], [, b]) => priority(a) - priority(b));
}

function applyMarker(
  schema: JSONSchemaProps,
  marker: Marker,
  rule: MarkerRule,
  context: MarkerContext,
): void {
  const position = marker.position ?? context.position;
  const problem = rule.apply(schema, marker.value, {
    marker,
    placeRule: (made) => context.origins.place(made, position),
  });
  if (problem !== undefined) return report(marker, problem, context);
  for (const keyword of rule.sets) context.origins.placeKeyword(schema, keyword, position);
}

function report(marker: Marker, problem: string, { diagnostics, position, isOwn }: MarkerContext): void {
  if (!isOwn && marker.position === undefined) return;
  diagnostics.error('InvalidMarker', marker.position ?? position, `+${marker.name}: ${problem}`);
}
