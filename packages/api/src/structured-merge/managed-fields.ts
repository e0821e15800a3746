import type { ManagedFieldsEntry } from '../groups/meta/v1.js';
import { goText } from './go-text.js';
import { readFields } from './field-set.js';
import type { FieldSet } from './field-set.js';
import { FieldsFormatError } from './path-element.js';
import type { ManagerFields } from './updater.js';

/** `metadata.managedFields`, taken apart: who owns what, and since when. Keys are `managerIdentifier`s. */
export interface Managed {
  readonly managers: Map<string, ManagerFields>;
  readonly times: Map<string, string | undefined>;
}

export type ManagerName = Pick<ManagedFieldsEntry, 'manager' | 'operation' | 'apiVersion' | 'subresource'>;

export const emptyManaged = (): Managed => ({ managers: new Map(), times: new Map() });

// Few managers write most objects, again and again.
const MAX_KNOWN = 1024;
const identifiers = new Map<string, string>();
const names = new Map<string, ManagerName>();

/** What tells one entry from another, as text; appliers are the same in every version. */
export function managerIdentifier(name: ManagerName): string {
  const { manager = '', operation = '', apiVersion = '', subresource = '' } = name;
  const key = `${manager}\n${operation}\n${apiVersion}\n${subresource}`;
  let identifier = identifiers.get(key);
  if (identifier === undefined) {
    identifier = JSON.stringify({
      manager: orNothing(manager),
      operation: orNothing(operation),
      apiVersion: operation === 'Apply' ? undefined : orNothing(apiVersion),
      subresource: orNothing(subresource),
    });
    if (identifiers.size >= MAX_KNOWN) identifiers.clear();
    identifiers.set(key, identifier);
  }
  return identifier;
}

/** The reverse of `managerIdentifier`. */
export function managerOf(identifier: string): ManagerName {
  let name = names.get(identifier);
  if (name === undefined) {
    name = JSON.parse(identifier) as ManagerName;
    if (names.size >= MAX_KNOWN) names.clear();
    names.set(identifier, name);
  }
  return name;
}

const orNothing = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** Managed fields that cannot be read; the message is that of the real server. */
export class ManagedFieldsError extends Error {
  override readonly name = 'ManagedFieldsError';
}

export interface ReadManagedOptions {
  /** Whether the entries come from `writeManaged`, so that their sets are in order. Defaults to false. */
  readonly canonical?: boolean;
}

/** Takes entries apart. Throws ManagedFieldsError (apimachinery `pkg/util/managedfields/internal/managedfields.go`). */
export function readManaged(
  entries: readonly ManagedFieldsEntry[] | null | undefined,
  options: ReadManagedOptions = {},
): Managed {
  const managed = emptyManaged();
  for (const [i, entry] of (entries ?? []).entries()) {
    checkEntry(entry, i);
    const identifier = managerIdentifier(entry);
    managed.managers.set(identifier, {
      set: options.canonical === true ? ((entry.fieldsV1 ?? {}) as FieldSet) : setOf(entry),
      apiVersion: entry.apiVersion as string,
      applied: entry.operation === 'Apply',
    });
    managed.times.set(identifier, entry.time ?? undefined);
  }
  return managed;
}

function checkEntry({ operation, apiVersion = '', fieldsType = '' }: ManagedFieldsEntry, i: number): void {
  if (operation !== 'Apply' && operation !== 'Update')
    throw new ManagedFieldsError('operation must be `Apply` or `Update`');
  if (apiVersion === '') throw new ManagedFieldsError('apiVersion must not be empty');
  if (fieldsType === '') throw new ManagedFieldsError(`missing fieldsType in managed fields entry ${i}`);
  if (fieldsType !== 'FieldsV1')
    throw new ManagedFieldsError(
      `invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${i}`,
    );
}

function setOf(entry: ManagedFieldsEntry): FieldSet {
  try {
    return readFields(entry.fieldsV1);
  } catch (error) {
    if (!(error instanceof FieldsFormatError)) throw error;
    throw new ManagedFieldsError(
      `error decoding versioned set from ${goText(entry)}: error decoding set: ${error.message}`,
    );
  }
}

/** The entries of `metadata.managedFields`, in their order; undefined when nobody owns anything. */
export function writeManaged({ managers, times }: Managed): ManagedFieldsEntry[] | undefined {
  if (managers.size === 0) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  for (const [identifier, { set, apiVersion, applied }] of managers) {
    const { manager, operation, subresource } = managerOf(identifier);
    const time = times.get(identifier);
    const entry: ManagedFieldsEntry = {};
    if (manager !== undefined) entry.manager = manager;
    entry.operation = applied ? 'Apply' : (operation as string);
    entry.apiVersion = apiVersion;
    if (time !== undefined) entry.time = time;
    entry.fieldsType = 'FieldsV1';
    entry.fieldsV1 = set;
    if (subresource !== undefined) entry.subresource = subresource;
    entries.push(entry);
  }
  return entries.length > 1 ? entries.sort(compareEntries) : entries;
}

function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareText(a.operation, b.operation) ||
    secondsOf(a) - secondsOf(b) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

const secondsOf = ({ time }: ManagedFieldsEntry): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);

function compareText(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
