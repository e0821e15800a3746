import type { Marker, MarkerValue } from './marker.js';

/*
 * The named arguments of a marker. Their types were checked when the marker was read, against its definition: what is of
 * another type here is treated as absent.
 */

export function stringArgument(marker: Marker, name: string): string | undefined {
  const value = argument(marker, name);
  return typeof value === 'string' ? value : undefined;
}

export function numberArgument(marker: Marker, name: string): number | undefined {
  const value = argument(marker, name);
  return typeof value === 'number' ? value : undefined;
}

export function booleanArgument(marker: Marker, name: string): boolean | undefined {
  const value = argument(marker, name);
  return typeof value === 'boolean' ? value : undefined;
}

/** Undefined when it is absent; a list may be empty. */
export function stringListArgument(marker: Marker, name: string): string[] | undefined {
  const value = argument(marker, name);
  if (!Array.isArray(value)) return undefined;
  return (value as readonly MarkerValue[]).filter((item) => typeof item === 'string');
}

function argument({ value }: Marker, name: string): MarkerValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const named = value as { readonly [argument: string]: MarkerValue };
  return Object.hasOwn(named, name) ? named[name] : undefined;
}
