import type { KubernetesObject } from '@kubewright/api';
import type { RoleRef, Subject } from '@kubewright/api/rbac/v1';
import type { TableLayout } from '../behaviour.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';

interface Binding extends KubernetesObject {
  roleRef: RoleRef;
  subjects?: Subject[];
}

/** printers/internalversion, printRoleBinding; `noun` stands in the descriptions of columns. */
export function bindingTable(kind: string, noun: string): TableLayout<Binding> {
  return {
    columns: [
      NAME,
      // Described by the older version of the group, which says less.
      documented('Role', 'string', `rbac.v1.${kind}.roleRef`, { without: ' This field is immutable.' }),
      AGE,
      column('Users', 'string', `Users in the ${noun}`, { priority: 1 }),
      column('Groups', 'string', `Groups in the ${noun}`, { priority: 1 }),
      column('ServiceAccounts', 'string', `ServiceAccounts in the ${noun}`, { priority: 1 }),
    ],
    row: ({ metadata, roleRef = NO_ROLE, subjects = [] }, nowMs) => [
      metadata?.name,
      `${roleRef.kind}/${roleRef.name}`,
      age(metadata?.creationTimestamp, nowMs),
      names(subjects, 'User'),
      names(subjects, 'Group'),
      names(subjects, 'ServiceAccount'),
    ],
  };
}

const NO_ROLE = { apiGroup: '', kind: '', name: '' };

function names(subjects: readonly Subject[] | null, kind: string): string {
  return (subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map(({ name, namespace }) => (kind === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
    .join(', ');
}
