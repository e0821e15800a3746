import {
  createMarkerRegistry,
  markerHelp,
  markerList,
  markersMarkdown,
  searchMarkers,
} from '@kubewright/generator';
import type { MarkerDefinition, MarkerRegistry } from '@kubewright/generator';
import { CliError } from '../errors.js';
import type { CommandIo } from '../io/terminal.js';

export interface MarkersCommandOptions {
  /** Names of markers or tags, or what their names begin or end with; empty: all of them. */
  readonly names: readonly string[];
  readonly output: 'text' | 'json' | 'markdown';
}

/** `kubewright markers`: what there is to write above types and fields. */
export function markersCommand({ names, output }: MarkersCommandOptions, io: CommandIo): number {
  const registry = createMarkerRegistry();
  const definitions = names.length === 0 ? registry.definitions : find(registry, names);
  io.stdout.write(format(registry, definitions, { names, output }, io));
  return 0;
}

function format(
  registry: MarkerRegistry,
  definitions: readonly MarkerDefinition[],
  { names, output }: MarkersCommandOptions,
  { stdout }: CommandIo,
): string {
  switch (output) {
    case 'json':
      return `${JSON.stringify(definitions, null, 2)}\n`;
    case 'markdown':
      return markersMarkdown(names.length === 0 ? registry : { ...registry, definitions });
    case 'text': {
      const width = stdout.columns === undefined ? {} : { columns: stdout.columns };
      // Details of what was asked for by name, a list where that is a whole family.
      return names.length === 0 || definitions.length > 3
        ? markerList(definitions, width)
        : definitions.map((definition) => markerHelp(definition, width)).join('\n');
    }
  }
}

function find(registry: MarkerRegistry, names: readonly string[]): MarkerDefinition[] {
  const found = names.flatMap((name) => {
    const { found: definitions, suggestion } = searchMarkers(registry, name);
    if (definitions.length > 0) return definitions;
    const hint =
      suggestion === undefined ? '`kubewright markers` lists all of them' : `did you mean ${suggestion}?`;
    throw new CliError('InvalidArgument', `no marker is called ${JSON.stringify(name)} (${hint})`);
  });
  return [...new Set(found)];
}
