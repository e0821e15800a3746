import type { KubernetesObject } from '@kubewright/api';

/** What an object is up to, in the words of kstatus (sigs.k8s.io/cli-utils/pkg/kstatus). */
export interface Health {
  readonly status: 'Current' | 'InProgress' | 'Failed' | 'Terminating';
  /** A word or two for a person: `2/2 ready`, `Running`, `ContainerCreating`. */
  readonly state: string;
}

interface AnyCondition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

interface AnyObject extends KubernetesObject {
  readonly spec?: Record<string, unknown>;
  readonly status?: Record<string, unknown>;
}

/** Reads the health off an object of any kind; kinds with rules of their own first, conditions for all others. */
export function healthOf(object: KubernetesObject): Health {
  if (object.metadata?.deletionTimestamp !== undefined)
    return { status: 'Terminating', state: 'Terminating' };
  const any = object as AnyObject;
  return RULES[object.kind ?? '']?.(any) ?? byConditions(any);
}

const RULES: Readonly<Record<string, (object: AnyObject) => Health>> = {
  Deployment: (object) => replicas(object, 'availableReplicas', 'updatedReplicas'),
  ReplicaSet: (object) => replicas(object, 'readyReplicas'),
  StatefulSet: (object) => replicas(object, 'readyReplicas'),
  ReplicationController: (object) => replicas(object, 'readyReplicas'),
  Pod: podHealth,
  Service: serviceHealth,
  Job: jobHealth,
};

const numberAt = (part: Record<string, unknown> | undefined, field: string): number =>
  typeof part?.[field] === 'number' ? part[field] : 0;

function isStale(object: AnyObject): boolean {
  const observed = object.status?.['observedGeneration'];
  return typeof observed === 'number' && observed < (object.metadata?.generation ?? 0);
}

function conditionsOf(object: AnyObject): AnyCondition[] {
  const conditions = object.status?.['conditions'];
  return Array.isArray(conditions) ? (conditions as AnyCondition[]) : [];
}

function replicas(object: AnyObject, ...counted: string[]): Health {
  const wanted = typeof object.spec?.['replicas'] === 'number' ? object.spec['replicas'] : 1;
  const reached = Math.min(...counted.map((field) => numberAt(object.status, field)));
  const state = `${reached}/${wanted} ready`;
  const stalled = conditionsOf(object).find((c) => c.type === 'Progressing' && c.status === 'False');
  if (stalled !== undefined) return { status: 'Failed', state: stalled.reason ?? state };
  const settled = !isStale(object) && reached === wanted && numberAt(object.status, 'replicas') === wanted;
  return { status: settled && object.status !== undefined ? 'Current' : 'InProgress', state };
}

function podHealth(object: AnyObject): Health {
  const phase = typeof object.status?.['phase'] === 'string' ? object.status['phase'] : 'Pending';
  if (phase === 'Succeeded') return { status: 'Current', state: 'Completed' };
  if (phase === 'Failed') return { status: 'Failed', state: 'Failed' };
  const waiting = waitingReason(object.status?.['containerStatuses']);
  if (waiting !== undefined) {
    const failed = waiting.endsWith('BackOff') || waiting.startsWith('Err');
    return { status: failed ? 'Failed' : 'InProgress', state: waiting };
  }
  const ready = conditionsOf(object).some((c) => c.type === 'Ready' && c.status === 'True');
  return { status: ready ? 'Current' : 'InProgress', state: phase };
}

function waitingReason(statuses: unknown): string | undefined {
  if (!Array.isArray(statuses)) return undefined;
  for (const status of statuses as Array<{ state?: { waiting?: { reason?: string } } }>) {
    if (status.state?.waiting !== undefined) return status.state.waiting.reason ?? 'Waiting';
  }
  return undefined;
}

function serviceHealth(object: AnyObject): Health {
  const type = typeof object.spec?.['type'] === 'string' ? object.spec['type'] : 'ClusterIP';
  const ports = Array.isArray(object.spec?.['ports'])
    ? (object.spec['ports'] as Array<{ port: number; nodePort?: number; protocol?: string }>)
    : [];
  const text = ports.map(
    (p) => `${p.port}${p.nodePort === undefined ? '' : `:${p.nodePort}`}/${p.protocol ?? 'TCP'}`,
  );
  const assigned = type === 'ExternalName' || typeof object.spec?.['clusterIP'] === 'string';
  return { status: assigned ? 'Current' : 'InProgress', state: [type, ...text].join(' ') };
}

function jobHealth(object: AnyObject): Health {
  const done = conditionsOf(object).find(
    (c) => (c.type === 'Complete' || c.type === 'Failed') && c.status === 'True',
  );
  if (done !== undefined)
    return { status: done.type === 'Failed' ? 'Failed' : 'Current', state: done.type ?? '' };
  return { status: 'InProgress', state: `${numberAt(object.status, 'succeeded')} succeeded` };
}

/** Conditions that say "it works", best first. */
const POSITIVE = ['Ready', 'Available', 'Established', 'Reconciled'];

/** Whether the object says of itself, in a condition, that it works. */
export function reportsHealth(object: KubernetesObject): boolean {
  const conditions = conditionsOf(object);
  return (
    !isStale(object) &&
    POSITIVE.some((type) => conditions.some((c) => c.type === type && c.status === 'True'))
  );
}

function byConditions(object: AnyObject): Health {
  const conditions = conditionsOf(object);
  if (isStale(object)) return { status: 'InProgress', state: 'Updating' };
  for (const type of POSITIVE) {
    const condition = conditions.find((c) => c.type === type);
    if (condition === undefined) continue;
    if (condition.status === 'True') return { status: 'Current', state: type };
    return { status: 'InProgress', state: condition.reason ?? `Not ${type}` };
  }
  const stalled = conditions.find(
    (c) => (c.type === 'Stalled' || c.type === 'Degraded') && c.status === 'True',
  );
  if (stalled !== undefined) return { status: 'Failed', state: stalled.reason ?? stalled.type ?? '' };
  return { status: 'Current', state: '' };
}
