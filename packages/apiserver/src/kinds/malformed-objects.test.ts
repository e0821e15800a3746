import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StatusError } from '../errors/status-error.js';
import { resetStatus } from '../registry/kind-rules.js';
import { objectUpdate, statusUpdate } from '../registry/update-strategy.js';
import { builtinResources } from '../resources/builtin-resources.js';
import type { ServedResource } from '../resources/served-resource.js';
import { behaviourContext } from '../test-support/behaviour-context.js';
import type { ApiObject } from './behaviour.js';

const objects = ['created', 'tables'].flatMap((name) => {
  const text = readFileSync(new URL(`./testdata/${name}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as Array<{ object: ApiObject }>).map(({ object }) => object);
});
const served = builtinResources();

function resourceOf({ apiVersion, kind }: ApiObject): ServedResource {
  const found = served.find(
    (one) =>
      one.kind === kind && (one.group === '' ? one.version : `${one.group}/${one.version}`) === apiVersion,
  );
  if (found === undefined) throw new Error(`no resource for ${apiVersion} ${kind}`);
  return found;
}

/** Places in an object that a request may leave out or fill with null: `['spec', 'containers', '0', 'name']`. */
function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const at = [...path, key];
    if (at[0] === 'apiVersion' || at[0] === 'kind' || (at[0] === 'metadata' && at.length === 1)) continue;
    yield at;
    yield* pathsOf(child, at);
  }
}

function changed(object: ApiObject, path: readonly string[], value: unknown): ApiObject {
  const copy = structuredClone(object);
  const last = path.at(-1) as string;
  const parent = path.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as never, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

// A null list or map may stay null, as Go writes it; a scalar is as good as absent.
function valuesFor(object: ApiObject, path: readonly string[]): readonly unknown[] {
  const value = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], object);
  if (typeof value !== 'object' || value === null) return [undefined];
  return Array.isArray(value) ? [undefined, null, []] : [undefined, null, {}];
}

/** Every rule of the kind, on an object from outside; a refusal is as good as an acceptance. */
function run(object: ApiObject, old: ApiObject): void {
  const resource = resourceOf(object);
  const rules = resource.behaviour;
  const context = behaviourContext();
  const decoded = (source: ApiObject): ApiObject => {
    const copy = structuredClone(source);
    resource.schema.decode(copy);
    rules.defaults?.(copy);
    return copy;
  };
  tolerate(() => {
    const made = decoded(object);
    resetStatus(resource, made);
    delete made.metadata.resourceVersion;
    rules.prepareForCreate?.(made, context);
    rules.validate?.(made, context);
  });
  for (const strategy of [objectUpdate, statusUpdate]) {
    for (const [after, before] of [
      [object, old],
      [old, object],
    ] as const) {
      tolerate(() => {
        const [next, was] = [decoded(after), decoded(before)];
        next.metadata.resourceVersion = was.metadata.resourceVersion = '1';
        strategy.prepare(next, was, resource, context);
        strategy.validate(next, was, resource, context);
      });
    }
  }
  tolerate(() => {
    const shown = decoded(object);
    rules.table?.row(shown as never, context.clock.now());
    for (const field of Object.values(rules.selectableFields ?? {})) field(shown);
    rules.gracePeriodSeconds?.(shown, undefined);
  });
}

function tolerate(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
  }
}

describe('no rule of a kind breaks on an object with a field missing, null or empty', () => {
  it.each(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))(
    '%s',
    (_label, object) => {
      const broken: string[] = [];
      for (const path of pathsOf(object)) {
        for (const value of valuesFor(object, path)) {
          try {
            run(changed(object, path, value), object);
          } catch (error) {
            broken.push(`${path.join('.')} = ${JSON.stringify(value)}: ${String(error)}`);
          }
        }
      }
      expect(broken).toEqual([]);
    },
  );
});
