import { addEphemeralContainers, isForbidden, isInvalid, isNotFound } from 'kubewright';
import type { ReconcileContext, Stored } from 'kubewright';
import type { EphemeralContainer, Pod } from 'kubewright/core/v1';
import type { PodBuggerTool } from '../api/v1alpha1/pod-bugger-tool.js';

/**
 * The name of the ephemeral container of a tool. It tells whether a pod has the tool: it is the same for all time, also
 * for a tool that is deleted and made anew, so that no pod gets it twice.
 */
function containerName(tool: Stored<PodBuggerTool>): string {
  return `bugger-${tool.metadata.name}`;
}

/** The container of the tool in a pod that has it. */
export function toolIn(pod: Stored<Pod>, tool: Stored<PodBuggerTool>): EphemeralContainer | undefined {
  return pod.spec?.ephemeralContainers?.find(({ name }) => name === containerName(tool));
}

/** Adds the tool to a pod and returns its container; undefined for a pod that is gone, or that the server refuses to change. */
export async function addTool(
  pod: Stored<Pod>,
  tool: Stored<PodBuggerTool>,
  { client, events, signal }: ReconcileContext,
): Promise<EphemeralContainer | undefined> {
  const container = containerOf(tool);
  const { name, image } = container;
  try {
    await addEphemeralContainers(client, pod, [container], { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!isRefusal(error)) throw error;
    const message = `pod ${pod.metadata.name}: ${error.message}`;
    events.event(tool, { type: 'Warning', reason: 'PodRefused', action: 'AddTool', message, related: pod });
    return undefined;
  }
  const added = { reason: 'ToolAdded', action: 'AddTool' };
  const message = `added container ${name} (${image})`;
  events.event(tool, { ...added, message: `${message} to pod ${pod.metadata.name}`, related: pod });
  events.event(pod, {
    ...added,
    message: `${message} for PodBuggerTool ${tool.metadata.name}`,
    related: tool,
  });
  return container;
}

/** It keeps its standard input open, so that a shell waits for `kubectl attach`. */
function containerOf(tool: Stored<PodBuggerTool>): EphemeralContainer {
  const { labels: _labels, ...rest } = tool.spec;
  return { name: containerName(tool), stdin: true, tty: true, ...rest };
}

/** By validation, by a policy or by a webhook: other pods may still take the tool. */
function isRefusal(error: unknown): error is Error {
  return isInvalid(error) || isForbidden(error);
}
