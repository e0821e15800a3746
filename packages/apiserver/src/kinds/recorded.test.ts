import { readdirSync, readFileSync } from 'node:fs';
import { applyMergePatch } from '@kubewright/api';
import { loadBuiltinDescriptions } from '@kubewright/api/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldErrorMessage } from '../errors/field-error.js';
import { StatusError } from '../errors/status-error.js';
import { resetStatus } from '../registry/kind-rules.js';
import { nameRuleOf } from '../registry/names.js';
import { objectUpdate, statusUpdate } from '../registry/update-strategy.js';
import { builtinResources } from '../resources/builtin-resources.js';
import type { UpdateStrategy } from '../registry/update-strategy.js';
import type { ServedResource } from '../resources/served-resource.js';
import { behaviourContext } from '../test-support/behaviour-context.js';
import type { ApiObject, BehaviourContext, TableColumn } from './behaviour.js';
import { defaultTable } from './shared/columns.js';
import { validateObjectMeta, validateObjectMetaUpdate } from './shared/object-meta.js';

// What kube-apiserver 1.36.1 answered, without admission plugins. `stored` of an update is a merge patch to the object
// before.
interface Created {
  readonly object: ApiObject;
  readonly stored: ApiObject;
  readonly warnings?: readonly string[];
}
interface Rejected {
  readonly object: ApiObject;
  readonly errors: readonly string[];
}
interface Updated {
  readonly old: ApiObject;
  readonly updates: ReadonlyArray<{
    change: object;
    subresource?: 'status';
    errors?: readonly string[];
    stored?: object;
    warnings?: readonly string[];
  }>;
}
interface Shown {
  readonly object: ApiObject;
  readonly nowMs: number;
  readonly columns?: readonly TableColumn[];
  readonly cells: readonly unknown[];
}

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`./testdata/${file}`, import.meta.url), 'utf8'));

// `npm run record:kinds` writes one file of each group of kinds; the others are older and hold one sort of answers each.
const byGroup = readdirSync(new URL('./testdata/recorded', import.meta.url)).map(
  (file) => read(`recorded/${file}`) as Readonly<Record<string, unknown[]>>,
);
const recorded = <T>(name: string): T[] =>
  [...(read(`${name}.json`) as unknown[]), ...byGroup.flatMap((group) => group[name] ?? [])] as T[];

const served = builtinResources();
const label = ({ kind, metadata }: ApiObject): string => `${kind} ${metadata.name}`;

function resourceOf({ apiVersion, kind }: ApiObject): ServedResource {
  const found = served.find(
    (one) =>
      one.kind === kind && (one.group === '' ? one.version : `${one.group}/${one.version}`) === apiVersion,
  );
  if (found === undefined) throw new Error(`no resource for ${apiVersion} ${kind}`);
  return found;
}

function decoded(object: ApiObject): ApiObject {
  const copy = structuredClone(object);
  const resource = resourceOf(copy);
  resource.schema.decode(copy);
  resource.behaviour.defaults?.(copy);
  return copy;
}

// The server had the namespace, and nothing else that rules look at.
const DEFAULT_NAMESPACE: ApiObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };

const contextOf = (
  options: Parameters<typeof behaviourContext>[0] = {},
): ReturnType<typeof behaviourContext> => ({
  ...behaviourContext(options),
  objects: {
    get: (_group, plural) => (plural === 'namespaces' ? DEFAULT_NAMESPACE : undefined),
    list: () => [],
  },
});

/** Runs what a create runs of a kind's rules; the texts of its faults. `object` is changed. */
function create(object: ApiObject, context: BehaviourContext): string[] {
  const resource = resourceOf(object);
  const rules = resource.behaviour;
  resetStatus(resource, object);
  return texts(() => {
    rules.prepareForCreate?.(object, context);
    const errors = [
      ...validateObjectMeta(object.metadata, { namespaced: resource.namespaced, name: nameRuleOf(rules) }),
      ...(rules.validate?.(object, context) ?? []),
    ];
    if (errors.length === 0) rules.warnings?.(object, undefined, context);
    return errors.map(fieldErrorMessage);
  });
}

function update(
  object: ApiObject,
  old: ApiObject,
  context: BehaviourContext,
  strategy: UpdateStrategy,
): string[] {
  const resource = resourceOf(object);
  return texts(() => {
    strategy.prepare(object, old, resource, context);
    return [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...strategy.validate(object, old, resource, context),
    ].map(fieldErrorMessage);
  });
}

// Go's maps shuffle the order, and the real server checks metadata more than once.
const distinct = (messages: readonly string[]): string[] => [...new Set(messages)].sort();

function texts(run: () => string[]): string[] {
  try {
    return distinct(run());
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return distinct((error.status.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`));
  }
}

// A merge patch cannot say null.
const withoutNulls = (object: unknown): unknown =>
  JSON.parse(JSON.stringify(object, (_key, value: unknown) => (value === null ? undefined : value)));

// The real server shows its internal types, which have other names than the API.
const withoutInternalTypes = (messages: readonly string[]): string[] =>
  distinct(
    messages.map((message) =>
      message.replace(/\n@@[^]*/, '\n@@').replace(/^(spec.template: Invalid value:) .*(: )/, '$1$2'),
    ),
  );

describe('a new object becomes what the real server makes of it', () => {
  it.each(recorded<Created>('created').map((one) => [label(one.object), one] as const))(
    '%s',
    (_label, { object, stored, warnings = [] }) => {
      const { uid, creationTimestamp } = stored.metadata;
      const context = contextOf({ nowMs: Date.parse(creationTimestamp as string) });
      const made = decoded(object);
      Object.assign(made.metadata, { uid, creationTimestamp, generation: stored.metadata.generation });
      expect(create(made, context)).toEqual([]);
      expect(JSON.parse(JSON.stringify(made))).toEqual(stored);
      expect(context.warnings).toEqual(
        warnings.filter((text) => !text.startsWith('v1 Endpoints is deprecated')),
      );
    },
  );
});

describe('an invalid object is refused in the words of the real server', () => {
  it.each(recorded<Rejected>('rejected').map((one) => [label(one.object), one] as const))(
    '%s',
    (_label, { object, errors }) => {
      const made = decoded(object);
      Object.assign(made.metadata, { uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' });
      expect(create(made, contextOf())).toEqual(distinct(errors));
    },
  );
});

describe('an update does what it does in the real server', () => {
  const cases = recorded<Updated>('updated').flatMap(({ old, updates }) =>
    updates.map(
      (one) =>
        [`${label(old)} ${one.subresource ?? ''} ${JSON.stringify(one.change)}`, { old, ...one }] as const,
    ),
  );
  it.each(cases)('%s', (_label, { old, change, subresource, errors, stored, warnings }) => {
    const object = decoded(applyMergePatch(old, change) as ApiObject);
    const before = decoded(old);
    const context = contextOf({ nowMs: Date.parse(old.metadata.creationTimestamp as string) });
    const strategy = subresource === 'status' ? statusUpdate : objectUpdate;
    expect(withoutInternalTypes(update(object, before, context, strategy))).toEqual(
      withoutInternalTypes(errors ?? []),
    );
    if (warnings !== undefined) expect(context.warnings).toEqual(warnings);
    if (stored !== undefined) {
      expect(withoutNulls(object)).toEqual(withoutNulls(applyMergePatch(old, stored)));
    }
  });
});

describe('a table shows what kubectl get shows of the real server', () => {
  beforeAll(loadBuiltinDescriptions);

  it.each(recorded<Shown>('tables').map((one) => [label(one.object), one] as const))(
    '%s',
    (_label, { object, nowMs, columns, cells }) => {
      const { table = defaultTable } = resourceOf(object).behaviour;
      const isDescribed = columns?.[0]?.description !== undefined;
      const shown = table.columns.map(({ name, type, format, description, priority }) => ({
        name,
        type,
        ...(format === undefined ? {} : { format }),
        ...(isDescribed ? { description } : {}),
        ...(priority === undefined ? {} : { priority }),
      }));
      if (columns !== undefined) expect(shown).toEqual(columns);
      expect(table.row(decoded(object) as never, nowMs)).toEqual(cells);
    },
  );
});
