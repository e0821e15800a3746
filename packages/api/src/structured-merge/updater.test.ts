import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  createTypeCompiler,
  createUpdater,
  isFieldConflictError,
  pathsOf,
  pathText,
  recursiveDifference,
  fieldSet,
} from './index.js';
import type { ManagerFields, TypedValue } from './index.js';

const type = createTypeCompiler(() => undefined).compile({
  type: 'object',
  properties: {
    text: { type: 'string' },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    atomic: { type: 'array', items: { type: 'string' } },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, a: { type: 'string' }, b: { type: 'string' } },
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
});

/** One object that several managers write, each step in one version of its kind. */
class Subject {
  value: unknown = {};
  managers = new Map<string, ManagerFields>();
  private readonly versions: readonly string[];
  private readonly updater;

  constructor({ versions = ['v1'], reset = false } = {}) {
    this.versions = versions;
    this.updater = createUpdater({
      convert: (value, apiVersion) =>
        this.versions.includes(apiVersion) ? { ...value, apiVersion } : undefined,
      filters: reset ? { v1: (set) => recursiveDifference(set, fieldSet(['f:status'])) } : {},
    });
  }

  private typed(value: unknown, apiVersion: string): TypedValue {
    return { apiVersion, type, value };
  }

  apply(manager: string, config: unknown, { force = false, apiVersion = 'v1' } = {}): boolean {
    const live = this.typed(this.value, apiVersion);
    const result = this.updater.apply(live, this.typed(config, apiVersion), this.managers, manager, {
      force,
    });
    this.managers = result.managers;
    if (result.value !== undefined) this.value = result.value.value;
    return result.value !== undefined;
  }

  update(manager: string, value: unknown, apiVersion = 'v1'): void {
    const { managers } = this.updater.update(
      this.typed(this.value, apiVersion),
      this.typed(value, apiVersion),
      this.managers,
      manager,
    );
    this.managers = managers;
    this.value = value;
  }

  owned(manager: string): string[] {
    const fields = this.managers.get(manager);
    return fields === undefined ? [] : pathsOf(fields.set).map(pathText).sort();
  }

  conflicts(manager: string, config: unknown): string[] {
    try {
      this.apply(manager, config);
    } catch (error) {
      if (!isFieldConflictError(error)) throw error;
      return error.conflicts.map(({ manager: owner, path }) => `${owner}${pathText(path)}`);
    }
    return [];
  }
}

describe('applying', () => {
  it('removes what is no longer applied', () => {
    const subject = new Subject();
    subject.apply('one', {
      text: 'x',
      map: { a: '1', b: '2' },
      set: ['a', 'b'],
      items: [{ name: 'i', a: '1' }, { name: 'j' }],
    });
    subject.apply('one', { map: { b: '2' }, set: ['b'], items: [{ name: 'i' }] });
    expect(subject.value).toEqual({ map: { b: '2' }, set: ['b'], items: [{ name: 'i' }] });
  });

  it('keeps what another applier or updater owns too', () => {
    const subject = new Subject();
    subject.apply('one', { text: 'x', map: { a: '1', b: '2' } });
    subject.apply('two', { text: 'x' });
    subject.update('three', { text: 'x', map: { a: '1', b: '2', c: '3' } });
    subject.apply('one', {});
    expect(subject.value).toEqual({ text: 'x', map: { c: '3' } });
  });

  it('keeps an item that somebody else has a part of', () => {
    const subject = new Subject();
    subject.apply('one', { items: [{ name: 'i', a: '1' }] });
    subject.apply('two', { items: [{ name: 'i', b: '2' }] });
    subject.apply('one', {});
    expect(subject.value).toEqual({ items: [{ name: 'i', b: '2' }] });
  });

  it('conflicts over other values only, and over atomic lists as a whole', () => {
    const subject = new Subject();
    subject.apply('one', { text: 'x', atomic: ['a'], items: [{ name: 'i', a: '1' }] });
    expect(subject.conflicts('two', { text: 'x', atomic: ['b'], items: [{ name: 'i', a: '2' }] })).toEqual([
      'one.atomic',
      'one.items[name="i"].a',
    ]);
    expect(subject.conflicts('two', { text: 'x', items: [{ name: 'i', b: '2' }] })).toEqual([]);
  });

  it('takes fields over by force', () => {
    const subject = new Subject();
    subject.apply('one', { text: 'x', map: { a: '1' } });
    subject.apply('two', { text: 'y' }, { force: true });
    expect([subject.owned('one'), subject.owned('two')]).toEqual([['.map.a'], ['.text']]);
  });

  it('says when it changes nothing', () => {
    const subject = new Subject();
    expect(subject.apply('one', { text: 'x' })).toBe(true);
    expect(subject.apply('one', { text: 'x' })).toBe(false);
    expect(subject.apply('two', { text: 'x' })).toBe(false);
    expect(subject.owned('two')).toEqual(['.text']);
  });

  it('forgets managers that own nothing any more', () => {
    const subject = new Subject();
    subject.apply('one', { text: 'x' });
    subject.update('two', {});
    expect([...subject.managers.keys()]).toEqual([]);
  });
});

describe('updating', () => {
  it('takes what it changes from others, and what it removes', () => {
    const subject = new Subject();
    subject.apply('one', { text: 'x', map: { a: '1', b: '2' } });
    subject.update('two', { text: 'y', map: { b: '2' } });
    expect([subject.owned('one'), subject.owned('two')]).toEqual([['.map.b'], ['.text']]);
  });

  it('owns nothing of what it cannot change', () => {
    const subject = new Subject({ reset: true });
    subject.update('one', { text: 'x', status: { phase: 'Ready' } });
    expect(subject.owned('one')).toEqual(['.text']);
  });
});

describe('versions', () => {
  it('keeps ownership in the version in which it was made', () => {
    const subject = new Subject({ versions: ['v1', 'v2'] });
    subject.apply('one', { text: 'x', map: { a: '1' } }, { apiVersion: 'v1' });
    subject.apply('two', { map: { b: '1' } }, { apiVersion: 'v2' });
    expect(subject.conflicts('two', { text: 'y' })).toEqual(['one.text']);
    subject.apply('one', { map: { a: '1' } }, { apiVersion: 'v2' });
    expect(subject.value).toEqual({ map: { a: '1', b: '1' } });
    expect(subject.managers.get('one')?.apiVersion).toBe('v2');
  });

  it('forgets managers of versions that are gone', () => {
    const subject = new Subject({ versions: ['v1'] });
    subject.managers.set('old', { set: fieldSet(['f:text']), apiVersion: 'v0', applied: true });
    subject.apply('one', { map: { a: '1' } });
    expect([...subject.managers.keys()]).toEqual(['one']);
  });
});

// Invariants:
// - applying the same configuration twice changes nothing the second time;
// - appliers of disjoint fields never conflict, and all of what they apply is there;
// - what a manager applies no longer is gone, unless somebody else applies it.
describe('any configurations', () => {
  const seed = Number(process.env['KUBEWRIGHT_SEED'] ?? 20_260_501);
  const run = <T extends unknown[]>(property: fc.IPropertyWithHooks<T>): void =>
    fc.assert(property, { seed, numRuns: 300, verbose: 1 });

  const name = fc.constantFrom('a', 'b', 'c');
  const word = fc.constantFrom('x', 'y');
  const config = fc.record(
    {
      text: word,
      map: fc.dictionary(name, word, { maxKeys: 3 }),
      set: fc.uniqueArray(name),
      atomic: fc.array(name, { maxLength: 2 }),
      items: fc.uniqueArray(fc.record({ name, a: word, b: word }, { requiredKeys: ['name'] }), {
        selector: (item) => item.name,
      }),
    },
    { requiredKeys: [] },
  );

  it('can be applied again without a change', () => {
    run(
      fc.property(config, config, (first, second) => {
        const subject = new Subject();
        subject.apply('one', first);
        subject.apply('two', second, { force: true });
        const before = structuredClone(subject.value);
        expect(subject.apply('two', second)).toBe(false);
        expect(subject.value).toEqual(before);
      }),
    );
  });

  it('never conflict when their fields are disjoint', () => {
    run(
      fc.property(fc.dictionary(name, word), fc.dictionary(name, word), fc.uniqueArray(name), (a, b, set) => {
        const prefixed = Object.fromEntries(Object.entries(b).map(([key, value]) => [`other-${key}`, value]));
        const subject = new Subject();
        subject.apply('one', { map: a, set });
        subject.apply('two', { map: prefixed, set: set.map((item) => `other-${item}`) });
        const { map = {}, set: all = [] } = subject.value as { map?: object; set?: string[] };
        expect(map).toEqual({ ...a, ...prefixed });
        expect(all.length).toBe(set.length * 2);
      }),
    );
  });

  it('are gone when nobody applies them any more', () => {
    run(
      fc.property(config, config, (first, second) => {
        const subject = new Subject();
        subject.apply('one', first);
        subject.apply('two', second, { force: true });
        subject.apply('one', {}, { force: true });
        const alone = new Subject();
        alone.apply('two', second);
        expect(subject.owned('one')).toEqual([]);
        expect(subject.owned('two')).toEqual(alone.owned('two'));
      }),
    );
  });
});
