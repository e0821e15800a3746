import path from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { booleanArgument, stringArgument } from '../model/marker-arguments.js';
import { markersNamed } from '../model/marker.js';
import type { FileMarker } from '../model/program-model.js';
import { WEBHOOK_CONFIGURATION_MARKER } from './webhook-marker.js';

/** How `kubebuilder:webhookconfiguration` markers name the configurations. */
export interface ConfigurationNames {
  readonly mutating?: string;
  readonly validating?: string;
}

/**
 * A folder may name each configuration once, as a package may in Go. Where two folders name one differently,
 * controller-gen takes the last; here that is an error, because one of the names would be lost.
 */
export function configurationNames(
  markers: readonly FileMarker[],
  diagnostics: Diagnostics,
): ConfigurationNames {
  const named: { mutating?: string; validating?: string } = {};
  const seen = new Set<string>();
  for (const marker of markersNamed(markers, WEBHOOK_CONFIGURATION_MARKER)) {
    const which = booleanArgument(marker, 'mutating') === true ? 'mutating' : 'validating';
    const name = stringArgument(marker, 'name') ?? '';
    const key = `${which} ${path.dirname(marker.file)}`;
    const before = named[which];
    if (seen.has(key)) {
      diagnostics.error(
        'ConflictingMarkers',
        marker.position,
        `duplicate ${which} ${WEBHOOK_CONFIGURATION_MARKER} with name ${name}`,
        'a folder has at most one for mutating=true and one for mutating=false',
      );
    } else if (name !== '' && before !== undefined && before !== name) {
      diagnostics.error(
        'ConflictingMarkers',
        marker.position,
        `the ${which} webhook configuration is named ${name} here and ${before} elsewhere`,
        'there is one of it: keep one of the markers',
      );
    }
    seen.add(key);
    if (name !== '') named[which] ??= name;
  }
  return named;
}
