import { createHash } from 'node:crypto';
import { formatApiVersion } from '@kubewright/api';
import type { ServedResource } from '../resources/served-resource.js';
import type { ServedGroup } from './group-versions.js';

/** `/api` */
export function apiVersions(serverAddress: string): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis` */
export function apiGroupList(groups: readonly ServedGroup[]): object {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groups.filter(({ group }) => group !== '').map(groupBody),
  };
}

/** `/apis/GROUP` */
export function apiGroup(group: ServedGroup): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group) };
}

/** `/api/v1` and `/apis/GROUP/VERSION` */
export function apiResourceList(groupVersion: string, resources: readonly ServedResource[]): object {
  return {
    kind: 'APIResourceList',
    // That of the core is the oldest, and does not say it.
    ...(groupVersion === 'v1' ? {} : { apiVersion: 'v1' }),
    groupVersion,
    resources: resources.flatMap((resource) => [mainResource(resource), ...subresources(resource)]),
  };
}

function groupBody({ group, versions }: ServedGroup): object {
  const all = versions.map(({ version }) => ({ groupVersion: formatApiVersion(group, version), version }));
  return { name: group, versions: all, preferredVersion: all[0] };
}

function mainResource(resource: ServedResource): object {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories } = resource;
  return {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(isStored(resource) ? { storageVersionHash: storageVersionHash(resource) } : {}),
  };
}

function subresources(resource: ServedResource): object[] {
  const { plural, namespaced, group, version } = resource;
  return resource.subresources.map((sub) => ({
    name: `${plural}/${sub.name}`,
    singularName: '',
    namespaced,
    ...(sub.group === group && sub.version === version ? {} : { group: sub.group, version: sub.version }),
    kind: sub.kind,
    verbs: sub.verbs,
  }));
}

const isStored = ({ group, plural, verbs }: ServedResource): boolean =>
  verbs.includes('list') && !(group === '' && plural === 'componentstatuses');

/** What the real server stores in another version than it prefers, or in another group. */
const STORED_AS: Readonly<Record<string, string>> = {
  'apiextensions.k8s.io/CustomResourceDefinition': 'apiextensions.k8s.io/v1beta1',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': 'admissionregistration.k8s.io/v1beta1',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': 'admissionregistration.k8s.io/v1beta1',
  'events.k8s.io/Event': '/v1',
};

// apiserver `endpoints/discovery/storageversionhash.go`.
function storageVersionHash({ group, storageVersion, kind, custom }: ServedResource): string {
  const stored = (custom ? undefined : STORED_AS[`${group}/${kind}`]) ?? `${group}/${storageVersion}`;
  const digest = createHash('sha256').update(`${stored}/${kind}`).digest();
  return digest.subarray(0, 8).toString('base64');
}
