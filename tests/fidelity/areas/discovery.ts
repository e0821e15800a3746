import { area, get, independent } from '../framework/steps.js';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const groups = [
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'resource.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
];

export const discovery = area('discovery', 'groups, resources, aggregated discovery, versions', [
  independent('discovery', 'f-discovery', {
    'the core versions': get('/api'),
    'the core resources': get('/api/v1'),
    'an unknown core version': get('/api/v2'),
    'a resource of no group': get('/apis/example.org'),
    ...Object.fromEntries(
      groups.flatMap((group) => [
        [group, get(`/apis/${group}`)],
        [`the group of ${group}`, get(`/apis/${group.split('/')[0]}`)],
      ]),
    ),
    'aggregated core': get('/api', { headers: { accept: AGGREGATED } }),
    'aggregated core without profile': get('/api', { headers: { accept: `${AGGREGATED};profile=nopeer` } }),
    'aggregated as a client asks': get('/api', {
      headers: {
        accept: `${AGGREGATED},application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json`,
      },
    }),
    'aggregated of an unknown version': get('/api', {
      headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList' },
    }),
    'as YAML': get('/api/v1', { headers: { accept: 'application/yaml' } }),
    'as text': get('/api/v1', { headers: { accept: 'text/plain' } }),
    'the configuration of OpenID': get('/.well-known/openid-configuration'),
  }),
]);
