import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '@kubewright/api';
import { describe, expect, it } from 'vitest';
import { decodeProtobuf, encodeProtobuf, hasProtobuf } from './codec.js';
import type { TypedObject } from './codec.js';

// One object of each kind, every field filled, as Kubernetes' own suites keep them (k8s.io/api testdata, of a release
// newer than 1.36).
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const oracles = process.env['KUBEWRIGHT_ORACLES'] ?? path.join(root, '../shared/oracles');
const folder = path.join(oracles, 'kubernetes-objects');
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.pb'))
      .map((file) => file.slice(0, -'.pb'.length))
  : [];

/** Kinds that Kubernetes 1.36 does not have. */
const NEWER_KINDS = new Set([
  'certificates.k8s.io.v1.ClusterTrustBundle',
  'certificates.k8s.io.v1.PodCertificateRequest',
  'lifecycle.k8s.io.v1alpha1.Eviction',
  'lifecycle.k8s.io.v1alpha1.EvictionRequest',
  'resource.k8s.io.v1.DeviceTaintRule',
  'scheduling.k8s.io.v1alpha3.CompositePodGroup',
  'scheduling.k8s.io.v1alpha3.PodGroup',
  'scheduling.k8s.io.v1alpha3.Workload',
  'scheduling.k8s.io.v1beta1.PodGroup',
  'scheduling.k8s.io.v1beta1.Workload',
  'storagemigration.k8s.io.v1.StorageVersionMigration',
]);

/** Fields that Kubernetes 1.36 does not have, after the field that holds them. */
const NEWER_FIELDS = new Set([
  'CSINode.status',
  'basic.nodeAllocatableResources',
  'clusterTrustBundle.user',
  'conditions.observedGeneration',
  'configMap.defaultUser',
  'devices.nodeAllocatableResources',
  'downwardAPI.defaultUser',
  'emptyDir.mode',
  'grpc.mode',
  'httpGet.protocol',
  'items.user',
  'nodeAllocatableResourceClaimStatuses.mapping',
  'nodeAllocatableResourceClaimStatuses.overhead',
  'podCertificate.user',
  'pools.partitionSummary',
  'pools.shareableSummary',
  'projected.defaultUser',
  'results.skipNodeOperations',
  'secret.defaultUser',
  'serviceAccountToken.user',
  'spec.attestations',
  'spec.defaultPartitionTypeAttribute',
  'spec.evictionResponders',
  'spec.partitionTypeAttribute',
  'spec.podPreemptionPolicy',
  'spec.scheduling',
  'spec.skipNodeOperations',
  'status.healthStatus',
  'status.volumeHealth',
  'volumeMounts.bindMountOptions',
]);

/** Fields that later releases write differently: this list is left out there when it is empty. */
const CHANGED = new Set(['Pod.status.nodeAllocatableResourceClaimStatuses.resources: null is not undefined']);

describe.skipIf(names.length === 0)('the oracles of KUBEWRIGHT_ORACLES', () => {
  // The sample of a watch event has no type, so that its envelope differs.
  const known = names.filter((name) => !NEWER_KINDS.has(name) && name !== 'core.v1.WatchEvent');

  it.each(known)('%s means the same in protobuf and in JSON', (name) => {
    const { protobuf, json } = read(name);
    const decoded = decodeProtobuf(protobuf);
    const { differing, missing } = compare(decoded, json);
    expect(differing.filter((difference) => !CHANGED.has(difference))).toEqual([]);
    expect(decodeProtobuf(encodeProtobuf(json))).toEqual(decoded);
    if (missing.length === 0) expect(Buffer.from(encodeProtobuf(json)).equals(protobuf)).toBe(true);
  });

  it('are byte for byte what the encoder writes, where 1.36 knows all their fields', () => {
    const same = known.filter((name) =>
      Buffer.from(encodeProtobuf(read(name).json)).equals(read(name).protobuf),
    );
    expect(same.length).toBeGreaterThan(140);
  });

  it('lack all fields and kinds that are listed as newer, and no other', () => {
    const lacking = known.flatMap((name) => {
      const { protobuf, json } = read(name);
      return compare(decodeProtobuf(protobuf), json).missing;
    });
    expect([...new Set(lacking)].sort()).toEqual([...NEWER_FIELDS]);
    expect(names.filter((name) => NEWER_KINDS.has(name))).toEqual([...NEWER_KINDS]);
  });

  it.each([...NEWER_KINDS])('%s is unknown', (name) => {
    const { apiVersion, kind } = read(name).json;
    expect(hasProtobuf(apiVersion as string, kind as string)).toBe(false);
    expect(() => decodeProtobuf(read(name).protobuf)).toThrow('is registered for version');
  });
});

function read(name: string): { protobuf: Buffer; json: TypedObject } {
  const protobuf = readFileSync(path.join(folder, `${name}.pb`));
  const json = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as TypedObject;
  return { protobuf, json };
}

/** Fields of `json` that `decoded` lacks, after the field that holds them, and paths where both differ. */
function compare(decoded: unknown, json: unknown): { differing: string[]; missing: string[] } {
  const differing: string[] = [];
  const missing: string[] = [];
  const walk = (a: unknown, b: unknown, at: readonly string[]): void => {
    if (a === undefined) missing.push(at.slice(-2).join('.'));
    else if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
      a.forEach((item, i) => walk(item, b[i], at));
    else if (isJsonObject(a) && isJsonObject(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) walk(a[key], b[key], [...at, key]);
    } else if (a !== b) differing.push(`${at.join('.')}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);
  };
  walk(decoded, json, [String((json as TypedObject).kind)]);
  return { differing, missing };
}
