import { jsonEquals } from '@kubewright/api';
import type { Pod, PodSpec, Toleration } from '@kubewright/api/core/v1';
import type { RuntimeClass } from '@kubewright/api/node/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { admissionForbidden } from '../forbidden.js';
import type { StoredObjects } from '../stored-objects.js';

type Runtime = ApiObject & RuntimeClass;

const CLASSES = '/registry/node.k8s.io/runtimeclasses/';
const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** Pods get the overhead of their runtime class, and go where it runs (plugin/pkg/admission/runtimeclass). */
export function runtimeClass(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'RuntimeClass',
    operations: ['CREATE'],
    resources: ['pods'],
    subresources: [''],
    admit(attributes) {
      const spec = specOf(attributes);
      const runtime = runtimeOf(objects, attributes, spec);
      if (runtime === undefined) return;
      setOverhead(attributes, spec, runtime);
      setScheduling(attributes, spec, runtime);
    },
    validate(attributes) {
      const spec = specOf(attributes);
      const overhead = runtimeOf(objects, attributes, spec)?.overhead;
      if (overhead === undefined) {
        if (spec.overhead === undefined) return;
        const message = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';
        throw admissionForbidden(attributes, message);
      }
      if (!jsonEquals(overhead.podFixed ?? {}, spec.overhead ?? {}))
        throw admissionForbidden(attributes, MISMATCH);
    },
  };
}

const specOf = ({ object }: AdmissionAttributes): PodSpec =>
  ((object as ApiObject & Pod).spec ??= {} as PodSpec);

function runtimeOf(
  objects: StoredObjects,
  attributes: AdmissionAttributes,
  { runtimeClassName }: PodSpec,
): Readonly<Runtime> | undefined {
  if (runtimeClassName === undefined) return undefined;
  const found = objects.get<Runtime>(CLASSES + runtimeClassName);
  if (found !== undefined) return found;
  const message = `pod rejected: RuntimeClass ${JSON.stringify(runtimeClassName)} not found`;
  throw admissionForbidden(attributes, message);
}

function setOverhead(attributes: AdmissionAttributes, spec: PodSpec, { overhead }: Readonly<Runtime>): void {
  if (overhead === undefined) return;
  const { podFixed = {} } = overhead;
  const given = spec.overhead ?? {};
  if (Object.keys(given).length > 0 && !jsonEquals(podFixed, given))
    throw admissionForbidden(attributes, MISMATCH);
  spec.overhead = { ...podFixed };
}

function setScheduling(
  attributes: AdmissionAttributes,
  spec: PodSpec,
  { scheduling }: Readonly<Runtime>,
): void {
  if (scheduling === undefined) return;
  const { nodeSelector = {}, tolerations = [] } = scheduling;
  const own = spec.nodeSelector ?? {};
  for (const [key, value] of Object.entries(nodeSelector)) {
    if (own[key] === undefined || own[key] === value) continue;
    const message = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own[key]}`;
    throw admissionForbidden(attributes, message);
  }
  const selector = { ...own, ...nodeSelector };
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector;
  const merged = mergeTolerations([...(spec.tolerations ?? []), ...tolerations]);
  if (merged.length > 0) spec.tolerations = merged;
}

/** Leaves out what others tolerate already (pkg/util/tolerations). */
function mergeTolerations(all: readonly Toleration[]): Toleration[] {
  const merged: Toleration[] = [];
  all.forEach((toleration, i) => {
    const isCovered =
      merged.some((other) => covers(other, toleration)) ||
      all.slice(i + 1).some((other) => !jsonEquals(other, toleration) && covers(other, toleration));
    if (!isCovered) merged.push({ ...toleration });
  });
  return merged;
}

function covers(whole: Toleration, part: Toleration): boolean {
  if (jsonEquals(whole, part)) return true;
  const { key = '', operator = '', effect = '', tolerationSeconds } = whole;
  if ((part.key ?? '') !== key && (key !== '' || operator !== 'Exists')) return false;
  if ((part.effect ?? '') !== effect && effect !== '') return false;
  if (effect === 'NoExecute' && tolerationSeconds !== undefined) {
    if (part.tolerationSeconds === undefined || part.tolerationSeconds > tolerationSeconds) return false;
  }
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && part.operator === 'Equal' && part.value === whole.value;
}
