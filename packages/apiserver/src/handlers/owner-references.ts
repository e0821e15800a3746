import { jsonEquals } from '@kubewright/api';
import type { OwnerReference } from '@kubewright/api';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ResourceCall } from './resource-call.js';

/**
 * Keeps one of each owner reference, in place, and warns of the others (apiserver `endpoints/handlers/rest.go`,
 * dedupOwnerReferencesAndAddWarning). `when` is 'afterAdmission' for what may have come from a webhook.
 */
export function keepOneOfEachOwner(
  { warnings }: Pick<ResourceCall, 'warnings'>,
  { metadata }: ApiObject,
  when: 'atFirst' | 'afterAdmission',
): void {
  const references = metadata.ownerReferences;
  if (references === undefined || references.length < 2) return;
  const kept: OwnerReference[] = [];
  const duplicates: string[] = [];
  for (const reference of references) {
    if (kept.some((other) => jsonEquals(other, reference))) duplicates.push(reference.uid);
    else kept.push(reference);
  }
  if (duplicates.length === 0) return;
  metadata.ownerReferences = kept;
  const moment = when === 'afterAdmission' ? ' after mutating admission happens' : '';
  warnings.add(
    `.metadata.ownerReferences contains duplicate entries${moment}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(', ')}`,
  );
}
