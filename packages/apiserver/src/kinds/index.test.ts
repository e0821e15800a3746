import { builtinGroupVersions, loadBuiltinDescriptions } from '@kubewright/api/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtinBehaviours } from './index.js';

describe('the behaviours of built-in kinds', () => {
  beforeAll(loadBuiltinDescriptions);

  it('are one per kind, and each of a kind that Kubernetes has', () => {
    const names = builtinBehaviours.map(({ group, kind }) => `${kind}.${group}`);
    const known = new Set(
      builtinGroupVersions.flatMap(({ group, resources }) => resources.map(({ kind }) => `${kind}.${group}`)),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('have a scale exactly where Kubernetes serves the scale subresource', () => {
    const scalable = new Set(
      builtinGroupVersions.flatMap(({ group, resources }) =>
        resources
          .filter(({ subresources }) => subresources.some(({ name }) => name === 'scale'))
          .map(({ kind }) => `${kind}.${group}`),
      ),
    );
    const scaled = builtinBehaviours.filter(({ scale }) => scale !== undefined);
    expect(new Set(scaled.map(({ group, kind }) => `${kind}.${group}`))).toEqual(scalable);
  });

  it('explain every column of their tables', () => {
    const bare = builtinBehaviours.flatMap(({ kind, table }) =>
      (table?.columns ?? []).filter(({ description }) => !description).map(({ name }) => `${kind} ${name}`),
    );
    // The real server has none for it either.
    expect(bare).toEqual(['RuntimeClass Handler']);
  });
});
