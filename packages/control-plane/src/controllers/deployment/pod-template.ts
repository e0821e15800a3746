import { jsonEquals } from '@kubewright/api';
import type { PodTemplateSpec } from '@kubewright/api/core/v1';
import { canonicalJson } from '../../shared/canonical-json.js';
import { fnv32a, safeEncodeString } from '../../shared/hash.js';

/** The label that tells the pods of one ReplicaSet of a Deployment from those of another. */
export const podTemplateHashLabel = 'pod-template-hash';

/**
 * The value of the `pod-template-hash` label: stable for equal templates, different after a collision. Like
 * controller.ComputeHash it is FNV-32a in the alphabet of generated names; what is hashed there is a dump of Go's
 * structures, here the canonical JSON, so that the two give different names.
 */
export function podTemplateHash(template: PodTemplateSpec, collisionCount: number | undefined): string {
  let hash = fnv32a(canonicalJson(template));
  if (collisionCount !== undefined) hash = fnv32a(String(collisionCount), hash);
  return safeEncodeString(String(hash));
}

/** Whether the templates are the same apart from the hash label (EqualIgnoreHash). */
export function equalIgnoringHash(a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean {
  return jsonEquals(withoutHash(a), withoutHash(b));
}

function withoutHash(template: PodTemplateSpec | undefined): unknown {
  const metadata: Record<string, unknown> = { ...template?.metadata };
  const labels = { ...template?.metadata?.labels };
  delete labels[podTemplateHashLabel];
  metadata.labels = labels;
  metadata.annotations = template?.metadata?.annotations ?? {};
  if (metadata.creationTimestamp === null) delete metadata.creationTimestamp;
  return { metadata, spec: template?.spec ?? {} };
}
