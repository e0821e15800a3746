import type { Service } from '@kubewright/api/core/v1';
import type { BehaviourContext } from '../behaviour.js';

/** What a service says that has no effect, or no future (`pkg/api/service/warnings.go`). */
export function warnOfService({ spec = {}, metadata }: Service, context: BehaviourContext): void {
  if (metadata?.annotations?.['service.kubernetes.io/topology-aware-hints'] !== undefined) {
    context.warn(
      'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
    );
  }
  const external = (spec.externalIPs?.length ?? 0) > 0;
  const isName = spec.type === 'ExternalName';
  const headless = spec.type === 'ClusterIP' && spec.clusterIP === 'None';
  if (headless) {
    if (spec.loadBalancerIP) context.warn('spec.loadBalancerIP is ignored for headless services');
    if (external) context.warn('spec.externalIPs is ignored for headless services');
    if (spec.sessionAffinity !== 'None')
      context.warn('spec.SessionAffinity is ignored for headless services');
  } else if (external && !isName) {
    context.warn('spec.externalIPs is deprecated and may no longer be implemented in some clusters');
  }
  if (isName && external) context.warn('spec.externalIPs is ignored when spec.type is "ExternalName"');
  if (!isName && spec.externalName)
    context.warn('spec.externalName is ignored when spec.type is not "ExternalName"');
  if (spec.trafficDistribution === 'PreferClose') {
    context.warn('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
}
