import { controllerOf, ownerReference } from '@kubewright/api';
import type { Kind, KubernetesObject, LabelSelectorMatcher, Stored } from '@kubewright/api';
import { isInvalid, isNotFound, strategicMergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { keyOf } from './keys.js';

export interface ClaimOptions<Owner extends KubernetesObject, Child extends KubernetesObject> {
  owner: Stored<Owner>;
  ownerKind: Kind<Owner>;
  childKind: Kind<Child>;
  matcher: LabelSelectorMatcher;
  client: Client;
  /** Reads past the cache: adoption first makes sure that the owner still exists and stays. */
  apiReader: Client;
}

/**
 * Those of the children that the owner controls. Children without a controller that match the selector are adopted,
 * children of the owner that match no longer are released; an owner that is being deleted does neither
 * (pkg/controller/controller_ref_manager.go). Every child is tried before the first error is thrown.
 */
export async function claim<Owner extends KubernetesObject, Child extends KubernetesObject>(
  children: readonly Stored<Child>[],
  options: ClaimOptions<Owner, Child>,
): Promise<Stored<Child>[]> {
  const { owner, matcher } = options;
  const claimed: Stored<Child>[] = [];
  const errors: unknown[] = [];
  const deleting = owner.metadata.deletionTimestamp !== undefined;
  let mayAdopt: Promise<void> | undefined;
  for (const child of children) {
    const controller = controllerOf(child);
    const matches = matcher.matches(child.metadata.labels);
    if (controller !== undefined && controller.uid !== owner.metadata.uid) continue;
    if (controller !== undefined && matches) {
      claimed.push(child);
      continue;
    }
    if (deleting) continue;
    try {
      if (controller !== undefined) {
        await release(child, options);
      } else if (matches && child.metadata.deletionTimestamp === undefined) {
        await (mayAdopt ??= verifyOwner(options));
        await adopt(child, options);
        claimed.push(child);
      }
    } catch (error) {
      if (!isNotFound(error)) errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return claimed;
}

async function verifyOwner<Owner extends KubernetesObject, Child extends KubernetesObject>(
  options: ClaimOptions<Owner, Child>,
): Promise<void> {
  const { owner, ownerKind, apiReader } = options;
  const fresh = await apiReader.get(ownerKind, keyOf(owner));
  const name = `${owner.kind} ${owner.metadata.namespace ?? ''}/${owner.metadata.name}`;
  if (fresh.metadata.uid !== owner.metadata.uid) {
    throw new Error(`original ${name} is gone: got uid ${fresh.metadata.uid}, wanted ${owner.metadata.uid}`);
  }
  if (fresh.metadata.deletionTimestamp !== undefined) {
    throw new Error(`${name} has just been deleted at ${fresh.metadata.deletionTimestamp}`);
  }
}

async function adopt<Owner extends KubernetesObject, Child extends KubernetesObject>(
  child: Stored<Child>,
  options: ClaimOptions<Owner, Child>,
): Promise<void> {
  const reference = ownerReference(options.owner, { controller: true, blockOwnerDeletion: true });
  await options.client.patch(
    options.childKind,
    keyOf(child),
    strategicMergePatch({ metadata: { uid: child.metadata.uid, ownerReferences: [reference] } }),
  );
}

async function release<Owner extends KubernetesObject, Child extends KubernetesObject>(
  child: Stored<Child>,
  options: ClaimOptions<Owner, Child>,
): Promise<void> {
  const gone = [{ $patch: 'delete', uid: options.owner.metadata.uid }];
  try {
    await options.client.patch(
      options.childKind,
      keyOf(child),
      strategicMergePatch({ metadata: { uid: child.metadata.uid, ownerReferences: gone } }),
    );
  } catch (error) {
    // Gone, or another object by now: nothing is left to release.
    if (!isNotFound(error) && !isInvalid(error)) throw error;
  }
}
