import { predicateFuncs } from 'kubewright';
import type { KubernetesObject, Request } from 'kubewright';
import { appNameOf } from '../resources/labels.js';

/** The App that a pod runs for: pods belong to ReplicaSets, so only their labels tell. */
export function appOfPod(pod: KubernetesObject): Request[] {
  const name = appNameOf(pod);
  return name === undefined ? [] : [{ namespace: pod.metadata?.namespace ?? '', name }];
}

/** An App whose child has the name of this object: it may have waited for the name. */
export function appOfSameName({ metadata }: KubernetesObject): Request[] {
  return [{ namespace: metadata?.namespace ?? '', name: metadata?.name ?? '' }];
}

/** Lets only the end of objects through. */
export const isDeletion = predicateFuncs({
  add: () => false,
  update: () => false,
  generic: () => false,
});
