import { jsonEquals, parseApiVersion } from '@kubewright/api';
import type { OwnerReference } from '@kubewright/api';
import type { ApiObject } from '../../kinds/behaviour.js';
import { resourceQuestion } from '../../pipeline/authorize.js';
import type { Authorizer, Decision } from '../../pipeline/authorize.js';
import type { ServedResource } from '../../resources/served-resource.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { admissionForbidden } from '../forbidden.js';

export interface OwnerReferencesParts {
  readonly authorizer: Authorizer;
  readonly resources: { all(): readonly ServedResource[] };
}

/**
 * Who hands an object over to an owner must be allowed to delete it, and who holds the owner's deletion up must be
 * allowed to set its finalizers (plugin/pkg/admission/gc). Off by default, as in the real server.
 */
export function ownerReferencesPermissionEnforcement(parts: OwnerReferencesParts): AdmissionPlugin {
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    operations: ['CREATE', 'UPDATE'],
    async validate(attributes) {
      const { resource, subresource, object, oldObject, operation } = attributes;
      if (resource.group === '' && resource.plural === 'pods' && subresource === 'status') return;
      const owners = ownersOf(object);
      const before = ownersOf(oldObject);
      if (jsonEquals(owners, before)) return;
      if (operation !== 'CREATE') await requireDeletion(parts, attributes);
      const blocking = newlyBlocking(owners, before);
      if (blocking.length > 0) await requireFinalizers(parts, attributes, blocking);
    },
  };
}

const ownersOf = (object: ApiObject | undefined): readonly OwnerReference[] =>
  object?.metadata?.ownerReferences ?? [];

function newlyBlocking(
  owners: readonly OwnerReference[],
  before: readonly OwnerReference[],
): OwnerReference[] {
  const blocked = new Set(
    before.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true).map(({ uid }) => uid),
  );
  return owners.filter(({ uid, blockOwnerDeletion }) => blockOwnerDeletion === true && !blocked.has(uid));
}

async function requireDeletion(
  { authorizer }: OwnerReferencesParts,
  attributes: AdmissionAttributes,
): Promise<void> {
  const { resource, subresource, namespace, name } = attributes;
  const { group, version, plural } = resource;
  const decision = await authorizer.authorize(
    resourceQuestion(attributes.user, {
      verb: 'delete',
      group,
      version,
      resource: plural,
      subresource,
      namespace,
      name,
    }),
  );
  if (decision.allowed) return;
  throw admissionForbidden(
    attributes,
    `cannot set an ownerRef on a resource you can't delete: ${reasonOf(decision)}`,
  );
}

async function requireFinalizers(
  { authorizer, resources }: OwnerReferencesParts,
  attributes: AdmissionAttributes,
  owners: readonly OwnerReference[],
): Promise<void> {
  const ask = { verb: 'update', subresource: 'finalizers' };
  const anything = { ...ask, group: '*', version: '*', resource: '*', namespace: '', name: '*' };
  if ((await authorizer.authorize(resourceQuestion(attributes.user, anything))).allowed) return;
  for (const { apiVersion, kind, name } of owners) {
    const { group, version } = parseApiVersion(apiVersion);
    const owner = resources
      .all()
      .find((one) => one.kind === kind && one.group === group && one.version === version);
    if (owner === undefined) {
      const message = `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
      throw admissionForbidden(attributes, message);
    }
    const namespace = owner.namespaced ? attributes.namespace : '';
    const decision = await authorizer.authorize(
      resourceQuestion(attributes.user, { ...ask, group, version, resource: owner.plural, namespace, name }),
    );
    if (decision.allowed) continue;
    throw admissionForbidden(
      attributes,
      `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${reasonOf(decision)}`,
    );
  }
}

// The second half is Go's error, of which there is none.
const reasonOf = ({ reason = '' }: Decision): string => `${reason}, <nil>`;
