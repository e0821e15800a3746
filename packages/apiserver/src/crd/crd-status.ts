import { isoTime, jsonEquals } from '@kubewright/api';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
} from '@kubewright/api/apiextensions/v1';

/**
 * The status of a CustomResourceDefinition as the controllers of the real server would leave it: the names it gets, given
 * what `others` have, whether it is established, and what versions were ever stored. Returns the present status when
 * nothing changes. After apiextensions-apiserver's `pkg/controller/status/naming_controller.go`,
 * `pkg/controller/establish` and `pkg/controller/apiapproval`.
 */
export function crdStatus(
  crd: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
  nowMs: number,
): CustomResourceDefinitionStatus {
  const status = crd.status ?? {};
  const naming = decideNames(crd, others);
  const conditions = [...(status.conditions ?? [])];
  const set = (condition: CustomResourceDefinitionCondition): void =>
    setCondition(conditions, condition, nowMs);
  const approval = approvalCondition(crd);
  if (approval !== undefined) set(approval);
  set(naming.condition);
  const established = conditions.find(({ type }) => type === 'Established');
  if (naming.condition.status === 'True') {
    const reason = 'InitialNamesAccepted';
    if (established?.status !== 'True')
      set({ type: 'Established', status: 'True', reason, message: 'the initial names have been accepted' });
  } else if (established === undefined) {
    set({
      type: 'Established',
      status: 'False',
      reason: 'NotAccepted',
      message: 'not all names are accepted',
    });
  }
  const next: CustomResourceDefinitionStatus = {
    ...status,
    conditions,
    acceptedNames: naming.names,
    storedVersions: crd.status?.storedVersions ?? [],
  };
  return crd.status !== undefined && jsonEquals(next, crd.status) ? crd.status : next;
}

/** `status.storedVersions` with the present storage version added. */
export function storedVersions(crd: CustomResourceDefinition): string[] {
  const stored = crd.status?.storedVersions ?? [];
  const storage = crd.spec.versions?.find((version) => version.storage)?.name;
  return storage === undefined || stored.includes(storage) ? [...stored] : [...stored, storage];
}

function setCondition(
  conditions: CustomResourceDefinitionCondition[],
  condition: CustomResourceDefinitionCondition,
  nowMs: number,
): void {
  const i = conditions.findIndex(({ type }) => type === condition.type);
  const old = conditions[i];
  const lastTransitionTime =
    old?.status === condition.status ? (old.lastTransitionTime ?? isoTime(nowMs)) : isoTime(nowMs);
  const next = { ...old, ...condition, lastTransitionTime };
  if (old === undefined) conditions.push(next);
  else conditions[i] = next;
}

interface Naming {
  readonly names: CustomResourceDefinitionNames;
  readonly condition: CustomResourceDefinitionCondition;
}

function decideNames(crd: CustomResourceDefinition, others: readonly CustomResourceDefinition[]): Naming {
  const taken = others.filter(
    (other) => other.spec.group === crd.spec.group && other.metadata?.name !== crd.metadata?.name,
  );
  const accepted = crd.status?.acceptedNames ?? { plural: '', kind: '' };
  const own: CustomResourceDefinition = { ...crd, status: { acceptedNames: accepted } };
  const inUse = [...taken, own].map((other) => other.status?.acceptedNames);
  const resources = new Set(
    inUse.flatMap((names) => [names?.plural ?? '', names?.singular ?? '', ...(names?.shortNames ?? [])]),
  );
  const kinds = new Set(inUse.flatMap((names) => [names?.kind ?? '', names?.listKind ?? '']));
  const requested = crd.spec.names;
  const names: CustomResourceDefinitionNames = { ...accepted };
  let condition: CustomResourceDefinitionCondition = {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  };
  const refuse = (reason: string, message: string): void => {
    condition = { type: 'NamesAccepted', status: 'False', reason, message };
  };
  const claim = (
    name: 'plural' | 'singular' | 'kind' | 'listKind',
    used: ReadonlySet<string>,
    reason: string,
  ): void => {
    const wanted = requested[name] ?? '';
    if (wanted !== (accepted[name] ?? '') && used.has(wanted)) refuse(reason, inUseText(wanted));
    else if (requested[name] === undefined) delete names[name];
    else names[name] = wanted;
  };
  claim('plural', resources, 'PluralConflict');
  claim('singular', resources, 'SingularConflict');
  const ownShort = new Set(accepted.shortNames);
  const conflicts = (requested.shortNames ?? [])
    .filter((name) => !ownShort.has(name) && resources.has(name))
    .map(inUseText);
  if (conflicts.length > 0)
    refuse('ShortNamesConflict', conflicts.length === 1 ? conflicts[0]! : `[${conflicts.join(', ')}]`);
  else if (requested.shortNames === undefined) delete names.shortNames;
  else names.shortNames = requested.shortNames;
  claim('kind', kinds, 'KindConflict');
  claim('listKind', kinds, 'ListKindConflict');
  if (requested.categories === undefined) delete names.categories;
  else names.categories = requested.categories;
  return { names, condition };
}

const inUseText = (name: string): string => `${JSON.stringify(name)} is already in use`;

/** The annotation with which a group of the community says who approved its API. */
export const APPROVAL_ANNOTATION = 'api-approved.kubernetes.io';

/** Whether the group belongs to the Kubernetes community (apihelpers, IsProtectedCommunityGroup). */
export const isProtectedGroup = (group: string): boolean => /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);

/** The state of the approval of a community API. After apiextensions-apiserver's `pkg/apihelpers/helpers.go`. */
export function approvalState(annotation: string): {
  state: 'missing' | 'bypassed' | 'approved' | 'invalid';
  reason: string;
} {
  const must = `protected groups must have approval annotation "${APPROVAL_ANNOTATION}"`;
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (annotation === '') return { state: 'missing', reason: `${must}, ${see}` };
  if (annotation.startsWith('unapproved'))
    return { state: 'bypassed', reason: `not approved: ${JSON.stringify(annotation)}` };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/\s]+/.test(annotation))
    return { state: 'approved', reason: `approved in ${annotation}` };
  return {
    state: 'invalid',
    reason: `${must} with either a URL or a reason starting with "unapproved", ${see}`,
  };
}

function approvalCondition(crd: CustomResourceDefinition): CustomResourceDefinitionCondition | undefined {
  if (!isProtectedGroup(crd.spec.group)) return undefined;
  const { state, reason } = approvalState(crd.metadata?.annotations?.[APPROVAL_ANNOTATION] ?? '');
  const reasons = {
    missing: 'MissingAnnotation',
    bypassed: 'UnapprovedAnnotation',
    approved: 'ApprovedAnnotation',
    invalid: 'InvalidAnnotation',
  };
  return {
    type: 'KubernetesAPIApprovalPolicyConformant',
    status: state === 'approved' ? 'True' : 'False',
    reason: reasons[state],
    message: reason,
  };
}
