import type { Service, ServiceSpec } from '@kubewright/api/core/v1';
import { behaviour } from '../behaviour.js';
import { allocateForCreate, allocateForUpdate, allocationsAreFree } from './service-allocation.js';
import { serviceTable } from './service-table.js';
import { isExternallyAccessible } from './service-traits.js';
import { dropTypeDependentFields } from './service-update.js';
import { validateService, validateServiceStatus, validateServiceUpdate } from './service-validation.js';
import { warnOfService } from './service-warnings.js';

/** registry/core/service: cluster IPs and node ports are allocated among all services there are. */
export const service = behaviour<Service>({
  group: '',
  kind: 'Service',
  nameRule: 'dnsLabel',
  hasGeneration: false,
  defaults: defaultService,
  prepareForCreate: (object, context) => {
    object.status = { loadBalancer: {} };
    allocateForCreate(object, context);
    warnOfService(object, context);
  },
  prepareForUpdate: (object, old, context) => {
    if (old.status !== undefined) object.status = old.status;
    allocateForUpdate(object, old, context);
    dropTypeDependentFields(object, old);
    warnOfService(object, context);
  },
  prepareForStatusUpdate: (object, old) => {
    if (old.spec !== undefined) object.spec = old.spec;
  },
  stillFree: allocationsAreFree,
  validate: validateService,
  validateUpdate: validateServiceUpdate,
  validateStatusUpdate: validateServiceStatus,
  selectableFields: {
    'spec.clusterIP': ({ spec }) => spec?.clusterIP ?? '',
    'spec.type': ({ spec }) => spec?.type ?? '',
  },
  table: serviceTable,
});

const CLIENT_IP_SECONDS = 10_800;

/** core/v1 `defaults.go`, SetDefaults_Service. */
function defaultService(object: Service): void {
  const spec = (object.spec ??= {});
  defaultSessionAffinity(spec);
  spec.type ??= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ??= 'TCP';
    port.targetPort ||= port.port;
  }
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ??= 'Cluster';
  if (spec.type === 'ExternalName') delete spec.internalTrafficPolicy;
  else spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type !== 'LoadBalancer') return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of object.status?.loadBalancer?.ingress ?? []) if (ingress.ip) ingress.ipMode ??= 'VIP';
}

function defaultSessionAffinity(spec: ServiceSpec): void {
  spec.sessionAffinity ??= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (
    spec.sessionAffinity === 'ClientIP' &&
    spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined
  ) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: CLIENT_IP_SECONDS } };
  }
}
