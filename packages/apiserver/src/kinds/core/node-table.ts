import type { Node, NodeStatus } from '@kubewright/api/core/v1';
import type { TableLayout } from '../behaviour.js';
import { NONE, UNKNOWN } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';

const WIDE = { priority: 1 } as const;

/** printers/internalversion, printNode. */
export const nodeTable: TableLayout<Node> = {
  columns: [
    NAME,
    column('Status', 'string', 'The status of the node'),
    column('Roles', 'string', 'The roles of the node'),
    AGE,
    documented('Version', 'string', 'core.v1.NodeSystemInfo.kubeletVersion'),
    documented('Internal-IP', 'string', 'core.v1.NodeStatus.addresses', WIDE),
    documented('External-IP', 'string', 'core.v1.NodeStatus.addresses', WIDE),
    documented('OS-Image', 'string', 'core.v1.NodeSystemInfo.osImage', WIDE),
    documented('Kernel-Version', 'string', 'core.v1.NodeSystemInfo.kernelVersion', WIDE),
    documented('Container-Runtime', 'string', 'core.v1.NodeSystemInfo.containerRuntimeVersion', WIDE),
  ],
  row: (node, nowMs) => {
    const { metadata, status = {} } = node;
    const info = status.nodeInfo;
    const kernel = info?.kernelVersion || UNKNOWN;
    return [
      metadata?.name,
      statusCell(node),
      roles(metadata?.labels) || NONE,
      age(metadata?.creationTimestamp, nowMs),
      info?.kubeletVersion ?? '',
      address(status, 'InternalIP'),
      address(status, 'ExternalIP'),
      info?.osImage || UNKNOWN,
      info?.architecture ? `${kernel} (${info.architecture})` : kernel,
      info?.containerRuntimeVersion || UNKNOWN,
    ];
  },
};

function statusCell({ spec, status }: Node): string {
  const ready = status?.conditions?.findLast(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${state},SchedulingDisabled` : state;
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';
const ROLE_LABEL = 'kubernetes.io/role';

function roles(labels: Readonly<Record<string, string>> = {}): string {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(labels)) {
    if (key.startsWith(ROLE_PREFIX)) found.add(key.slice(ROLE_PREFIX.length));
    else if (key === ROLE_LABEL) found.add(value);
  }
  found.delete('');
  return [...found].sort().join(',');
}

const address = (status: NodeStatus, type: string): string =>
  status.addresses?.find((candidate) => candidate.type === type)?.address ?? NONE;
