import type { ServedResource } from '../resources/served-resource.js';

// kubernetes `pkg/kubeapiserver/default_storage_factory_builder.go`, SpecialDefaultResourcePrefixes, and the stores of
// the servers that kube-apiserver delegates to.
const STORED_ELSEWHERE: Readonly<Record<string, string>> = {
  replicationcontrollers: 'controllers',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  services: 'services/specs',
  'ingresses.networking.k8s.io': 'ingress',
  'customresourcedefinitions.apiextensions.k8s.io': 'apiextensions.k8s.io/customresourcedefinitions',
  'apiservices.apiregistration.k8s.io': 'apiregistration.k8s.io/apiservices',
};

/** The key of an object in the etcd of a real server, which its messages name. */
export function etcdKey({ group, plural, custom }: ServedResource, namespace: string, name: string): string {
  const full = group === '' ? plural : `${plural}.${group}`;
  const folder = custom ? `${group}/${plural}` : (STORED_ELSEWHERE[full] ?? plural);
  return ['/registry', folder, ...(namespace === '' ? [] : [namespace]), name].join('/');
}
