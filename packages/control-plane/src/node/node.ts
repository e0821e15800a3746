import { isoMicroTime, isoTime } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { Lease } from '@kubewright/api/coordination/v1';
import { Namespace, Node } from '@kubewright/api/core/v1';
import type { NodeCondition, NodeStatus } from '@kubewright/api/core/v1';
import { isAlreadyExists, isConflict, isNotFound } from '@kubewright/client';
import { controllerFor, requeueAfter } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext } from '@kubewright/runtime';
import type { ResolvedNodeOptions } from './options.js';

const leaseNamespace = 'kube-node-lease';
// As kubelets ask for (NodeLeaseDurationSeconds).
const leaseDurationSeconds = 40;
const NOT_READY_TAINT = 'node.kubernetes.io/not-ready';
const kubeletVersion = 'v1.36.1';

/**
 * Keeps the one node registered and ready, with its Lease, as its kubelet would. The namespaces that every cluster has
 * wake it when there is no node yet.
 */
export function nodeRegistration(options: ResolvedNodeOptions): ControllerDefinition {
  const request = { name: options.nodeName };
  return controllerFor(Node)
    .named('node-registration')
    .watches(Namespace, ({ metadata }) => (metadata.name === leaseNamespace ? [request] : []))
    .reconcileRequest(async ({ name }, context) => {
      if (name !== options.nodeName) return undefined;
      await Promise.all([register(options, context), renewLease(options, context)]);
      return options.nodeHeartbeatMs > 0 ? requeueAfter(options.nodeHeartbeatMs) : undefined;
    });
}

async function register(options: ResolvedNodeOptions, context: ReconcileContext): Promise<void> {
  const { client, apiReader, clock } = context;
  let node: Stored<Node>;
  try {
    node = await apiReader.get(Node, options.nodeName);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    node = await createNode(options, context);
  }
  node = await withoutNotReadyTaint(node, context);
  const ready = node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  if (ready === true) return;
  try {
    await client.status.update({ ...node, status: nodeStatus(options, clock.now()) });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
}

/** Takes the taint away that every new node gets, as the node lifecycle controller does for nodes that are ready. */
async function withoutNotReadyTaint(node: Stored<Node>, { client }: ReconcileContext): Promise<Stored<Node>> {
  const taints = node.spec?.taints ?? [];
  const others = taints.filter(({ key, effect }) => key !== NOT_READY_TAINT || effect !== 'NoSchedule');
  if (others.length === taints.length) return node;
  try {
    return await client.update({ ...node, spec: { ...node.spec, taints: others } });
  } catch (error) {
    if (!isConflict(error)) throw error;
    return node;
  }
}

async function createNode(options: ResolvedNodeOptions, context: ReconcileContext): Promise<Stored<Node>> {
  const { client, apiReader, clock } = context;
  const { nodeName, podCIDR } = options;
  const labels = {
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': nodeName,
    'kubernetes.io/os': 'linux',
  };
  try {
    return await client.create(
      Node({
        metadata: { name: nodeName, labels },
        spec: { podCIDR, podCIDRs: [podCIDR], providerID: `kubewright://${nodeName}` },
        status: nodeStatus(options, clock.now()),
      }),
    );
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return apiReader.get(Node, nodeName);
  }
}

function nodeStatus({ nodeName, hostIP }: ResolvedNodeOptions, nowMs: number): NodeStatus {
  const now = isoTime(nowMs);
  const condition = (type: string, status: string, reason: string, message: string): NodeCondition => ({
    type,
    status,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
    reason,
    message,
  });
  const capacity = {
    cpu: '8',
    'ephemeral-storage': '101430960Ki',
    'hugepages-1Gi': '0',
    'hugepages-2Mi': '0',
    memory: '32Gi',
    pods: '65533',
  };
  return {
    addresses: [
      { type: 'InternalIP', address: hostIP },
      { type: 'Hostname', address: nodeName },
    ],
    capacity,
    allocatable: capacity,
    conditions: [
      condition(
        'MemoryPressure',
        'False',
        'KubeletHasSufficientMemory',
        'kubelet has sufficient memory available',
      ),
      condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
      condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
      condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'),
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      architecture: 'amd64',
      bootID: 'kubewright',
      containerRuntimeVersion: 'kubewright://0.1.0',
      kernelVersion: 'kubewright',
      kubeProxyVersion: '',
      kubeletVersion,
      machineID: 'kubewright',
      operatingSystem: 'linux',
      osImage: 'kubewright',
      systemUUID: 'kubewright',
    },
  };
}

async function renewLease(options: ResolvedNodeOptions, context: ReconcileContext): Promise<void> {
  const { client, apiReader, clock } = context;
  const { nodeName } = options;
  const spec = { holderIdentity: nodeName, leaseDurationSeconds, renewTime: isoMicroTime(clock.now()) };
  try {
    const lease = await apiReader.get(Lease, { namespace: leaseNamespace, name: nodeName });
    if (options.nodeHeartbeatMs > 0) await client.update({ ...lease, spec: { ...lease.spec, ...spec } });
  } catch (error) {
    if (isConflict(error)) return;
    if (!isNotFound(error)) throw error;
    await createLease(nodeName, spec, context);
  }
}

async function createLease(
  nodeName: string,
  spec: NonNullable<Lease['spec']>,
  context: ReconcileContext,
): Promise<void> {
  try {
    await context.client.create(Lease({ metadata: { namespace: leaseNamespace, name: nodeName }, spec }));
  } catch (error) {
    // Made meanwhile, or its namespace is not there yet and will wake this again.
    if (!isAlreadyExists(error) && !isNotFound(error)) throw error;
  }
}
