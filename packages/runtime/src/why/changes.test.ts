import { describe, expect, it } from 'vitest';

import { diffObjects, formatPath } from './changes.js';
import { fieldOwner } from './field-owner.js';

const diff = (before: unknown, after: unknown, limit = 32) =>
  diffObjects(before, after, limit).changes.map(({ path, op }) => `${op} ${formatPath(path)}`);

describe('the changes of an object', () => {
  it.each([
    ['a field', { spec: { replicas: 1 } }, { spec: { replicas: 2 } }, ['changed spec.replicas']],
    ['nothing', { spec: { a: [1, { b: 2 }] } }, { spec: { a: [1, { b: 2 }] } }, []],
    [
      'labels with dots and slashes',
      { metadata: { labels: { 'app.kubernetes.io/name': 'a' } } },
      { metadata: { labels: { 'app.kubernetes.io/name': 'b', tier: 'x' } } },
      ['changed metadata.labels["app.kubernetes.io/name"]', 'added metadata.labels.tier'],
    ],
    [
      'an item of a list by its name, wherever it stands',
      {
        spec: {
          containers: [
            { name: 'a', image: '1' },
            { name: 'b', image: '1' },
          ],
        },
      },
      {
        spec: {
          containers: [
            { name: 'b', image: '2' },
            { name: 'a', image: '1' },
          ],
        },
      },
      ['changed spec.containers[name=b].image'],
    ],
    [
      'a condition by its type',
      { status: { conditions: [{ type: 'Ready', status: 'False' }] } },
      {
        status: {
          conditions: [
            { type: 'Ready', status: 'True' },
            { type: 'Extra', status: 'True' },
          ],
        },
      },
      ['changed status.conditions[type=Ready].status', 'added status.conditions[type=Extra]'],
    ],
    [
      'texts by position',
      { args: ['a', 'b'] },
      { args: ['a', 'c', 'd'] },
      ['changed args[1]', 'added args[2]'],
    ],
    [
      'no bookkeeping of the server',
      { metadata: { resourceVersion: '1', managedFields: [], generation: 1 } },
      { metadata: { resourceVersion: '2', managedFields: [{}], generation: 2 } },
      ['changed metadata.generation'],
    ],
    ['a change of type', { a: { b: 1 } }, { a: null }, ['changed a']],
  ])('are told of %s', (_what, before, after, expected) => {
    expect(diff(before, after)).toEqual(expected);
  });

  it('are cut off at a limit', () => {
    const before = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 0]));
    const after = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 1]));
    const { changes, truncated } = diffObjects(before, after, 10);
    expect([changes.length, truncated]).toEqual([10, true]);
  });
});

describe('the owner of a field', () => {
  const entry = (manager: string, time: string, fieldsV1: Record<string, unknown>) => ({
    manager,
    time,
    fieldsV1,
  });
  const object = {
    metadata: {
      name: 'a',
      managedFields: [
        entry('kubectl', '2026-01-01T00:00:00Z', { 'f:spec': { 'f:replicas': {} } }),
        entry('autoscaler', '2026-01-02T00:00:00Z', { 'f:spec': { 'f:replicas': {} } }),
        entry('operator', '2026-01-03T00:00:00Z', {
          'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {} } } },
        }),
      ],
    },
  };
  it.each([
    [['spec', 'replicas'], 'autoscaler'],
    [['spec', 'containers', { key: 'name', value: 'web' }, 'image'], 'operator'],
    [['status', 'phase'], undefined],
  ])('of %j is %s', (path, owner) => {
    expect(fieldOwner(object, path)).toBe(owner);
  });
});
