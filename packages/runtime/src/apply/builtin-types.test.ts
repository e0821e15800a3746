import { builtinSchema, builtinSchemaNames } from '@kubewright/api/schema';
import { createTypeCompiler } from '@kubewright/api/structured-merge';
import type { SchemaType } from '@kubewright/api/structured-merge';
import { describe, expect, it } from 'vitest';

import { isAtomicMap, isBuiltinGroup, isMergedList } from './builtin-types.js';

/** Types that no object is made of: schemas as data, and the objects of other groups within them. */
const NOT_OBJECTS = /JSONSchemaProps|apiextensions|\.runtime\.|resource\.v1(alpha|beta)/;

/** What fields of each name are, in all types that `roots` lead to. */
function shapes(roots: readonly string[]): Map<string, Set<string>> {
  const types = createTypeCompiler(builtinSchema);
  const found = new Map<string, Set<string>>();
  const seen = new Set<SchemaType>();
  const note = (name: string, shape: string): void => {
    found.set(name, (found.get(name) ?? new Set()).add(shape));
  };
  const visit = (type: SchemaType, name: string): void => {
    if (type.map !== undefined) note(name, type.map.atomic ? 'whole' : 'merged');
    if (type.list !== undefined) note(name, type.list.atomic ? 'whole list' : 'merged list');
    if (seen.has(type)) return;
    seen.add(type);
    if (type.list?.atomic === false) visit(type.list.item, `${name}[]`);
    if (type.map?.atomic === true) return;
    for (const [field, { type: fieldType }] of type.map?.fields ?? []) visit(fieldType, field);
    if (type.map?.element !== undefined) visit(type.map.element, `${name}{}`);
  };
  for (const root of roots) visit(types.named(root), '');
  return found;
}

describe('what is known of built-in types', () => {
  it('maps are owned as a whole under their names, wherever they occur', () => {
    const names = builtinSchemaNames().filter((name) => !NOT_OBJECTS.test(name));
    const wrong = [...shapes(names)].filter(([name, kinds]) => isAtomicMap(name) && kinds.has('merged'));
    expect(wrong).toEqual([]);
  });

  it('lists are merged under their names, in the kinds for which that is said', () => {
    const workloads = ['apps.v1.Deployment', 'apps.v1.StatefulSet', 'apps.v1.DaemonSet', 'apps.v1.ReplicaSet']
      .concat(['batch.v1.Job', 'batch.v1.CronJob', 'core.v1.Pod', 'core.v1.PodTemplate', 'core.v1.Service'])
      .concat(['core.v1.ReplicationController']);
    for (const kind of workloads) {
      const wrong = [...shapes([`io.k8s.api.${kind}`])].filter(
        ([name, kinds]) => isMergedList(kind.split('.').at(-1)!, name) && kinds.has('whole list'),
      );
      expect(wrong, kind).toEqual([]);
    }
    expect(isMergedList('NetworkPolicy', 'ports')).toBe(false);
    expect(isMergedList('Anything', 'finalizers')).toBe(true);
  });

  it('groups of custom resources are not taken for built-in ones', () => {
    expect(['v1', 'apps/v1', 'batch/v1', 'rbac.authorization.k8s.io/v1'].every(isBuiltinGroup)).toBe(true);
    expect(['gateway.networking.k8s.io/v1', 'example.com/v1', 'x/v1'].some(isBuiltinGroup)).toBe(false);
  });
});
