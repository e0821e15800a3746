import { validateDns1123Label } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';
import type { BehaviourContext } from '../behaviour.js';

/** Warns of a name that makes an odd host name; `use` says what it is used in. */
export function warnUnlessDnsLabel(object: KubernetesObject, context: BehaviourContext, use: string): void {
  const messages = validateDns1123Label(object.metadata?.name ?? '');
  if (messages.length === 0) return;
  context.warn(
    `metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
  );
}
