import { describe, expect, test } from 'vitest';
import type { MarkerDefinition } from './definition.js';
import { createMarkerRegistry } from './registry.js';
import { registry } from './test-support/reading.js';

describe('the registry', () => {
  test.each([
    ['kubebuilder:resource', 'kubebuilder:resource'],
    ['kubebuilder:resource:path', 'kubebuilder:resource'],
    ['k8s:listMapKey', 'listMapKey'],
    ['genclient', 'genclient'],
    ['genclient:method', 'genclient'],
    ['kubebuilder:scaffold:manifestskustomizesamples', 'kubebuilder:scaffold'],
    ['k8s:deepcopy-gen:interfaces', 'k8s:deepcopy-gen'],
    ['k8s:conversion-gen-external-types', 'k8s:conversion-gen'],
    ['kubebuilder:resource:path:more', undefined],
    ['enumerable', undefined],
    ['resource', undefined],
  ])('finds %s as %s', (name, found) => {
    expect(registry.find(name)?.name).toBe(found);
  });

  test('has no name, alias or tag twice', () => {
    const names = registry.definitions.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    const tags = registry.definitions.flatMap((definition) => definition.tags ?? []);
    expect(names).toEqual([...new Set(names)]);
    expect(tags).toEqual([...new Set(tags)]);
  });

  // The lists of controller-gen v0.22: pkg/crd/markers, pkg/rbac, pkg/webhook, pkg/deepcopy, pkg/applyconfiguration.
  test.each([
    [
      'package',
      'groupName versionName kubebuilder:validation:Optional kubebuilder:validation:Required kubebuilder:skip',
    ],
    [
      'package',
      'kubebuilder:rbac kubebuilder:webhook kubebuilder:webhookconfiguration kubebuilder:object:generate',
    ],
    ['package', 'kubebuilder:ac:generate kubebuilder:ac:output:package k8s:deepcopy-gen'],
    [
      'type',
      'subresource:status subresource:scale printcolumn resource storageversion skipversion unservedversion',
    ],
    [
      'type',
      'deprecatedversion metadata selectablefield externalDocs object:root title pruning:PreserveUnknownFields',
    ],
    ['field', 'externalDocs default example title pruning:PreserveUnknownFields'],
    ['field', 'validation:Required validation:Optional validation:EmbeddedResource validation:Schemaless'],
    ['field', 'required optional k8s:required k8s:optional nullable default k8s:immutable'],
    ['type', 'validation:AtMostOneOf validation:ExactlyOneOf validation:AtLeastOneOf k8s:enum'],
    ['both', 'listMapKey listType mapType structType k8s:listType k8s:listMapKey'],
    ['both', 'validation:Maximum validation:Minimum validation:ExclusiveMaximum validation:ExclusiveMinimum'],
    ['both', 'validation:MultipleOf validation:MinProperties validation:MaxProperties validation:MaxLength'],
    [
      'both',
      'validation:MinLength validation:Pattern validation:MaxItems validation:MinItems validation:UniqueItems',
    ],
    ['both', 'validation:Enum validation:Format validation:Type validation:XPreserveUnknownFields'],
    ['both', 'validation:XEmbeddedResource validation:XIntOrString validation:XValidation'],
  ])("knows controller-gen's on a %s: %s", (place, names) => {
    for (const name of names.split(' ')) {
      const found = registry.find(name) ?? registry.find(`kubebuilder:${name}`);
      expect(found, name).toBeDefined();
      for (const target of place === 'both'
        ? (['type', 'field'] as const)
        : ([place] as ('type' | 'field' | 'package')[]))
        expect(found?.targets, name).toContain(target);
      if (!name.startsWith('validation:') || place !== 'both') continue;
      const items = registry.find(`kubebuilder:${name.replace('validation:', 'validation:items:')}`);
      expect(items?.arguments).toEqual(found?.arguments);
    }
  });

  test('takes definitions of its user', () => {
    const own: MarkerDefinition = {
      name: 'example:color',
      tags: ['color'],
      targets: ['field'],
      category: 'schema',
      arguments: { form: 'value', argument: { type: 'string', values: ['red', 'green'] } },
      help: 'A color.',
      example: '',
    };
    const extended = createMarkerRegistry({ definitions: [own] });
    expect(extended.find('example:color')).toEqual(own);
    expect(extended.findTag('color')).toEqual(own);
    expect(extended.suggest('example:colour')).toBe('example:color');
    expect(registry.find('example:color')).toBeUndefined();
  });
});
