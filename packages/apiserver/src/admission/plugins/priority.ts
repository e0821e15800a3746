import type { Pod, PodSpec } from '@kubewright/api/core/v1';
import type { PriorityClass } from '@kubewright/api/scheduling/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { admissionForbidden } from '../forbidden.js';
import type { StoredObjects } from '../stored-objects.js';

const CLASSES = '/registry/scheduling.k8s.io/priorityclasses/';

type StoredClass = ApiObject & PriorityClass;

/** Turns the name of a priority class into a number; there is one default at most (plugin/pkg/admission/priority). */
export function priority(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'Priority',
    operations: ['CREATE', 'UPDATE'],
    resources: ['pods', 'priorityclasses.scheduling.k8s.io'],
    subresources: [''],
    admit(attributes) {
      const { resource, object, oldObject } = attributes;
      if (resource.plural !== 'pods') return;
      const spec = ((object as ApiObject & Pod).spec ??= {} as PodSpec);
      if (oldObject === undefined) setPriority(objects, attributes, spec);
      else keepPriority(spec, (oldObject as ApiObject & Pod).spec);
    },
    validate(attributes) {
      const { resource, object, oldObject } = attributes;
      const { globalDefault, metadata } = object as StoredClass;
      if (resource.plural === 'pods' || globalDefault !== true) return;
      const other = defaultClass(objects)?.metadata.name;
      if (other === undefined || (oldObject !== undefined && other === metadata.name)) return;
      const message = `PriorityClass ${other} is already marked as default. Only one default can exist`;
      throw admissionForbidden(attributes, message);
    },
  };
}

function setPriority(objects: StoredObjects, attributes: AdmissionAttributes, spec: PodSpec): void {
  const { name, value, preemptionPolicy } = classOf(objects, attributes, spec.priorityClassName ?? '');
  if (name !== '') spec.priorityClassName = name;
  if (spec.priority !== undefined && spec.priority !== value) {
    const message = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
    throw admissionForbidden(attributes, message);
  }
  spec.priority = value;
  if (preemptionPolicy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const message = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`;
    throw admissionForbidden(attributes, message);
  }
  spec.preemptionPolicy = preemptionPolicy;
}

/** An update need not repeat what was worked out. */
function keepPriority(spec: PodSpec, old: PodSpec | undefined): void {
  if (old?.priority !== undefined) spec.priority ??= old.priority;
  if (old?.preemptionPolicy !== undefined) spec.preemptionPolicy ??= old.preemptionPolicy;
}

interface EstablishedClass {
  readonly name: string;
  readonly value: number;
  readonly preemptionPolicy: PodSpec['preemptionPolicy'];
}

function classOf(objects: StoredObjects, attributes: AdmissionAttributes, name: string): EstablishedClass {
  const found = name === '' ? defaultClass(objects) : objects.get<StoredClass>(CLASSES + name);
  if (found !== undefined) {
    const { metadata, value = 0, preemptionPolicy } = found;
    return { name: metadata.name ?? '', value, preemptionPolicy };
  }
  if (name === '') return { name: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' };
  throw admissionForbidden(attributes, `no PriorityClass with name ${name} was found`);
}

/** Of several, which only a race can make, the lowest. */
function defaultClass(objects: StoredObjects): Readonly<StoredClass> | undefined {
  let lowest: Readonly<StoredClass> | undefined;
  for (const candidate of objects.list<StoredClass>(CLASSES)) {
    if (candidate.globalDefault !== true) continue;
    if (lowest === undefined || (lowest.value ?? 0) > (candidate.value ?? 0)) lowest = candidate;
  }
  return lowest;
}
