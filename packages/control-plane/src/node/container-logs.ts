import type { ContainerLogRequest, NodeConnector } from '@kubewright/apiserver';
import type { ContainerStatus, Pod } from '@kubewright/api/core/v1';
import type { NodeStandInOptions } from './options.js';

/** The kubelet's side of `kubectl logs`: texts instead of what containers really wrote. */
export function containerLogs(logs: NodeStandInOptions['logs']): NodeConnector {
  return {
    containerLog(request) {
      const startedAt = startTime(request.pod, request.container);
      if (startedAt === undefined) return undefined;
      return pieces(shownPart(logs?.(request.pod, request.container) ?? '', startedAt, request));
    },
  };
}

/** When the container started, if it ever did. */
function startTime({ status }: Pod, container: string): string | undefined {
  const statuses: readonly ContainerStatus[] = [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ];
  const state = statuses.find(({ name }) => name === container)?.state;
  return state?.running?.startedAt ?? state?.terminated?.startedAt;
}

// All lines are as old as the container.
function shownPart(text: string, startedAt: string, request: ContainerLogRequest): Uint8Array {
  const { sinceMs, tailLines, timestamps, limitBytes } = request;
  if (sinceMs !== undefined && Date.parse(startedAt) < sinceMs) return new Uint8Array();
  let lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  if (tailLines !== undefined) lines = tailLines === 0 ? [] : lines.slice(-tailLines);
  const time = startedAt.replace(/Z$/, '.000000000Z');
  if (timestamps) lines = lines.map((line) => `${time} ${line}`);
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
  return limitBytes === undefined ? bytes : bytes.subarray(0, limitBytes);
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
