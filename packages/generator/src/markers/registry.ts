import { nearest } from '@kubewright/api';
import type { MarkerDefinition } from './definition.js';
import { acceptedDefinitions } from './definitions/accepted.js';
import { itemsDefinitions } from './definitions/items.js';
import { packageDefinitions } from './definitions/package.js';
import { patchDefinitions } from './definitions/patches.js';
import { rbacDefinitions } from './definitions/rbac.js';
import { oneOfDefinitions, requirementDefinitions } from './definitions/requirements.js';
import { resourceDefinitions } from './definitions/resource.js';
import { schemaDefinitions, topologyDefinitions } from './definitions/schema.js';
import { validationDefinitions } from './definitions/validation.js';
import { webhookDefinitions } from './definitions/webhook.js';

/** Looks markers up by what stands in a comment. */
export interface MarkerRegistry {
  /** In the order of the reference. */
  readonly definitions: readonly MarkerDefinition[];
  /**
   * The definition of a marker by all that stands before its equals sign. The last part of that may be the name of an
   * argument: `kubebuilder:resource:path` finds `kubebuilder:resource`.
   */
  find(name: string): MarkerDefinition | undefined;
  /** The definition by a JSDoc tag without the at sign. */
  findTag(tag: string): MarkerDefinition | undefined;
  /** Whether a marker that is not found is certainly a mistake, and not another tool's. */
  owns(name: string): boolean;
  /** The known name that an unknown one most likely meant. */
  suggest(name: string): string | undefined;
  /** The known tag that an unknown one most likely meant. */
  suggestTag(tag: string): string | undefined;
}

export interface MarkerRegistryOptions {
  /** Markers on top of the built-in ones. */
  readonly definitions?: readonly MarkerDefinition[];
}

/**
 * The markers of controller-gen v0.22 for CustomResourceDefinitions, RBAC and webhooks, and those of other generators
 * that nothing comes of.
 */
export function createMarkerRegistry(options: MarkerRegistryOptions = {}): MarkerRegistry {
  const definitions = [
    ...resourceDefinitions,
    ...validationDefinitions,
    ...oneOfDefinitions,
    ...requirementDefinitions,
    ...itemsDefinitions,
    ...schemaDefinitions,
    ...topologyDefinitions,
    ...patchDefinitions,
    ...packageDefinitions,
    ...rbacDefinitions,
    ...webhookDefinitions,
    ...(options.definitions ?? []),
    ...acceptedDefinitions,
  ].map((definition) => ({ ...definition, example: definition.example.trim() }));
  const byName = new Map<string, MarkerDefinition>();
  const byTag = new Map<string, MarkerDefinition>();
  for (const definition of definitions) {
    for (const name of [definition.name, ...(definition.aliases ?? [])]) byName.set(name, definition);
    for (const tag of definition.tags ?? []) byTag.set(tag, definition);
  }
  return {
    definitions,
    find: (name) => byName.get(name) ?? byName.get(parentOf(name)) ?? openDefinition(definitions, name),
    findTag: (tag) => byTag.get(withoutPrefix(tag)),
    owns: (name) =>
      name.startsWith('k8s:') || nearest(firstPart(name), ['kubebuilder', 'kubewright'], 3) !== undefined,
    suggest: (name) => suggestName(byName, name),
    suggestTag: (tag) => nearest(withoutPrefix(tag), byTag.keys(), limitOf(withoutPrefix(tag))),
  };
}

/** Markers without effect may go on as they like: `genclient:method=...`, `k8s:conversion-gen-external-types=...`. */
function openDefinition(
  definitions: readonly MarkerDefinition[],
  name: string,
): MarkerDefinition | undefined {
  return definitions.find(
    (definition) =>
      definition.withoutEffect === true &&
      name.startsWith(definition.name) &&
      /^[:-]/.test(name.slice(definition.name.length)),
  );
}

function suggestName(byName: ReadonlyMap<string, MarkerDefinition>, name: string): string | undefined {
  const names = [...byName.keys()];
  if (!name.includes(':')) return nearest(name, names, limitOf(name));
  const whole = nearest(name, names, 2);
  if (whole !== undefined) return whole;
  for (let parent = parentOf(name); parent.includes(':'); parent = parentOf(parent)) {
    const near = nearest(parent, names, 2);
    // The rest is an argument: `kubebuilder:printcolum:name`.
    if (near?.includes(':') === true) return near === parent ? near : near + name.slice(parent.length);
  }
  // `kubebuilder:validation:nullable` means `nullable`, `kubebuilder:validation:Min` one that begins so.
  const last = lastPart(name).toLowerCase();
  return (
    names.find((known) => lastPart(known).toLowerCase() === last) ??
    (last.length < 3 ? undefined : names.find((known) => lastPart(known).toLowerCase().startsWith(last))) ??
    (last.length < 3 ? undefined : names.find((known) => lastPart(known).toLowerCase().includes(last))) ??
    nearest(name, names, 4)
  );
}

/** Short words are near to many others: foreign `+foo` lines are to be left alone. */
function limitOf(word: string): number {
  return word.length < 5 ? 0 : word.length < 8 ? 1 : 2;
}

/** typescript-json-schema's own tags may have a prefix: `@TJS-minimum`. */
function withoutPrefix(tag: string): string {
  return tag.startsWith('TJS-') && tag !== 'TJS-type' ? tag.slice('TJS-'.length) : tag;
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(':')));
}

function firstPart(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
