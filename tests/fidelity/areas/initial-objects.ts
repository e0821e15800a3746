import type { RequestStep } from '../framework/steps.js';
import { area, get, independent } from '../framework/steps.js';

/** All that can be listed. */
const RESOURCES: Readonly<Record<string, readonly string[]>> = {
  '/api/v1': [
    'componentstatuses',
    'configmaps',
    'endpoints',
    'events',
    'limitranges',
    'namespaces',
    'nodes',
    'persistentvolumeclaims',
    'persistentvolumes',
    'pods',
    'podtemplates',
    'replicationcontrollers',
    'resourcequotas',
    'secrets',
    'serviceaccounts',
    'services',
  ],
  '/apis/admissionregistration.k8s.io/v1': [
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
    'mutatingwebhookconfigurations',
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'validatingwebhookconfigurations',
  ],
  '/apis/apiextensions.k8s.io/v1': ['customresourcedefinitions'],
  '/apis/apiregistration.k8s.io/v1': ['apiservices'],
  '/apis/apps/v1': ['controllerrevisions', 'daemonsets', 'deployments', 'replicasets', 'statefulsets'],
  '/apis/autoscaling/v2': ['horizontalpodautoscalers'],
  '/apis/batch/v1': ['cronjobs', 'jobs'],
  '/apis/certificates.k8s.io/v1': ['certificatesigningrequests'],
  '/apis/coordination.k8s.io/v1': ['leases'],
  '/apis/discovery.k8s.io/v1': ['endpointslices'],
  '/apis/events.k8s.io/v1': ['events'],
  '/apis/flowcontrol.apiserver.k8s.io/v1': ['flowschemas', 'prioritylevelconfigurations'],
  '/apis/networking.k8s.io/v1': [
    'ingressclasses',
    'ingresses',
    'ipaddresses',
    'networkpolicies',
    'servicecidrs',
  ],
  '/apis/node.k8s.io/v1': ['runtimeclasses'],
  '/apis/policy/v1': ['poddisruptionbudgets'],
  '/apis/rbac.authorization.k8s.io/v1': ['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'],
  '/apis/resource.k8s.io/v1': ['deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices'],
  '/apis/scheduling.k8s.io/v1': ['priorityclasses'],
  '/apis/storage.k8s.io/v1': [
    'csidrivers',
    'csinodes',
    'csistoragecapacities',
    'storageclasses',
    'volumeattachments',
    'volumeattributesclasses',
  ],
};

interface Listed {
  readonly items?: ReadonlyArray<{ readonly status?: { readonly conditions?: readonly unknown[] } }>;
}

const hasItems: RequestStep['until'] = ({ body }) => (body as Listed).items?.length !== 0;
const haveConditions: RequestStep['until'] = ({ body }) =>
  (body as Listed).items?.every(({ status }) => (status?.conditions?.length ?? 0) > 0) === true;

/** What a real server makes a moment after it has said that it is ready. */
const LATE: Readonly<Record<string, RequestStep['until']>> = {
  apiservices: haveConditions,
  configmaps: hasItems,
  flowschemas: haveConditions,
  ipaddresses: hasItems,
  servicecidrs: haveConditions,
  services: hasItems,
};

export const initialObjects = area(
  'initial-objects',
  'what there is of every resource when nobody has made anything yet',
  [
    independent(
      'at the start',
      'f-initial',
      Object.fromEntries(
        Object.entries(RESOURCES).flatMap(([path, plurals]) =>
          plurals.map((plural) => {
            const until = LATE[plural];
            return [`${path}/${plural}`, get(`${path}/${plural}`, until === undefined ? {} : { until })];
          }),
        ),
      ),
      { madeByServers: true },
    ),
  ],
  { first: true },
);
