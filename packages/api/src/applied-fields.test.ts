import { describe, expect, it } from 'vitest';
import { hasApplied } from './applied-fields.js';

const object = {
  metadata: {
    managedFields: [
      { manager: 'operator', operation: 'Apply', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
      { manager: 'kubectl', operation: 'Update', fieldsV1: { 'f:spec': { 'f:paused': {} } } },
      {
        manager: 'autoscaler',
        operation: 'Apply',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      },
    ],
  },
};

describe('hasApplied', () => {
  it.each([
    { manager: 'operator', path: ['spec', 'replicas'], says: true },
    { manager: 'operator', path: ['spec'], says: true },
    { manager: 'operator', path: [], says: true },
    { manager: 'operator', path: ['spec', 'paused'], says: false },
    { manager: 'operator', path: ['metadata', 'labels', 'app'], says: false },
    { manager: 'kubectl', path: ['spec', 'paused'], says: false },
    { manager: 'autoscaler', path: ['spec', 'replicas'], says: false },
    { manager: 'nobody', path: [], says: false },
  ])('says $says of $path for $manager', ({ manager, path, says }) => {
    expect(hasApplied(object, manager, path)).toBe(says);
  });

  it('is false of an object without managed fields', () => {
    expect(hasApplied({ metadata: { name: 'a' } }, 'operator', [])).toBe(false);
  });
});
