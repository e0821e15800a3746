import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { crdStatus } from './crd-status.js';

const NOW = Date.parse('2026-01-02T03:04:05Z');

function definition(names: CustomResourceDefinitionNames, group = 'e.com'): CustomResourceDefinition {
  const version = { name: 'v1', served: true, storage: true };
  return {
    metadata: { name: `${names.plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { singular: names.kind.toLowerCase(), listKind: `${names.kind}List`, ...names },
      versions: [version],
    },
  };
}

function established(names: CustomResourceDefinitionNames): CustomResourceDefinition {
  const crd = definition(names);
  return { ...crd, status: crdStatus(crd, [], NOW) };
}

const conditions = (crd: CustomResourceDefinition, others: readonly CustomResourceDefinition[]) =>
  crdStatus(crd, others, NOW).conditions?.map(({ type, status, reason, message }) => [
    type,
    status,
    reason,
    message,
  ]);

describe('crdStatus', () => {
  it('accepts names that nobody has, and establishes the definition', () => {
    const crd = definition({ plural: 'apps', kind: 'App', shortNames: ['ap'], categories: ['all'] });
    crd.status = { acceptedNames: { plural: '', kind: '' }, conditions: [], storedVersions: ['v1'] };
    expect(crdStatus(crd, [], NOW)).toEqual({
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'True',
          lastTransitionTime: '2026-01-02T03:04:05Z',
          reason: 'NoConflicts',
          message: 'no conflicts found',
        },
        {
          type: 'Established',
          status: 'True',
          lastTransitionTime: '2026-01-02T03:04:05Z',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
      acceptedNames: {
        plural: 'apps',
        singular: 'app',
        shortNames: ['ap'],
        kind: 'App',
        listKind: 'AppList',
        categories: ['all'],
      },
      storedVersions: ['v1'],
    });
  });

  it('returns the present status when nothing changes', () => {
    const crd = established({ plural: 'apps', kind: 'App' });
    expect(crdStatus(crd, [crd], NOW + 1000)).toBe(crd.status);
  });

  it('refuses a kind that another definition of the group has', () => {
    const first = established({ plural: 'apps', kind: 'App' });
    const second = definition({ plural: 'apps2', kind: 'App' });
    expect(conditions(second, [first])).toEqual([
      ['NamesAccepted', 'False', 'ListKindConflict', '"AppList" is already in use'],
      ['Established', 'False', 'NotAccepted', 'not all names are accepted'],
    ]);
    expect(crdStatus(second, [first], NOW).acceptedNames).toEqual({ plural: 'apps2', kind: '' });
    expect(conditions(definition({ plural: 'apps', kind: 'App' }, 'other.com'), [first])?.[0]?.[1]).toBe(
      'True',
    );
  });

  it('names every short name in conflict', () => {
    const first = established({ plural: 'apps', kind: 'App', shortNames: ['ap'] });
    const second = definition({ plural: 'xs', kind: 'X', shortNames: ['ap', 'apps', 'free'] });
    expect(conditions(second, [first])?.[0]).toEqual([
      'NamesAccepted',
      'False',
      'ShortNamesConflict',
      '["ap" is already in use, "apps" is already in use]',
    ]);
  });

  it('keeps a definition established when a later change of names conflicts', () => {
    const first = established({ plural: 'apps', kind: 'App' });
    const second = established({ plural: 'xs', kind: 'X' });
    second.spec.names = { ...second.spec.names, shortNames: ['apps'] };
    expect(conditions(second, [first])?.map(([type, status]) => [type, status])).toEqual([
      ['NamesAccepted', 'False'],
      ['Established', 'True'],
    ]);
  });

  it('judges the approval of groups of the community', () => {
    const crd = definition({ plural: 'apps', kind: 'App' }, 'x.k8s.io');
    crd.metadata!.annotations = { 'api-approved.kubernetes.io': 'unapproved, experimental' };
    expect(conditions(crd, [])?.[0]).toEqual([
      'KubernetesAPIApprovalPolicyConformant',
      'False',
      'UnapprovedAnnotation',
      'not approved: "unapproved, experimental"',
    ]);
  });
});
