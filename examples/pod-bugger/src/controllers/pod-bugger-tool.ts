import { controllerFor, generationChanged, requeueAfter, setStatusCondition, updateStatus } from 'kubewright';
import { Pod } from 'kubewright/core/v1';
import { PodBuggerTool } from '../api/v1alpha1/pod-bugger-tool.js';
import type { PodWithTool } from '../api/v1alpha1/pod-bugger-tool.js';
import { addTool, toolIn } from './container.js';
import { byName, concernsTools, takesTools, toolsFor } from './pods.js';

// +kubebuilder:rbac:groups=tools.example.com,resources=podbuggertools,verbs=list;watch
// +kubebuilder:rbac:groups=tools.example.com,resources=podbuggertools/status,verbs=patch
// +kubebuilder:rbac:groups=core,resources=pods,verbs=list;watch
// +kubebuilder:rbac:groups=core,resources=pods/ephemeralcontainers,verbs=patch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** How long until pods are tried again that the server did not let us change. */
const RETRY_REFUSED_MS = 60_000;

export const podBuggerToolController = controllerFor(PodBuggerTool, { predicates: [generationChanged] })
  .watches(Pod, toolsFor, { predicates: [concernsTools] })
  .withOptions({ failureEvents: true })
  .reconcile(async (tool, context) => {
    const { client, clock } = context;
    const { namespace, deletionTimestamp } = tool.metadata;
    if (deletionTimestamp !== undefined) return;

    const matching = await client.list(Pod, { namespace, labelSelector: tool.spec.labels });
    const wanted = matching.items.filter(takesTools).sort(byName);
    const pods: PodWithTool[] = [];
    for (const pod of wanted) {
      const container = toolIn(pod, tool) ?? (await addTool(pod, tool, context));
      if (container !== undefined) pods.push({ name: pod.metadata.name, image: container.image ?? '' });
    }

    const isComplete = pods.length === wanted.length;
    await updateStatus(
      client,
      tool,
      (status) => {
        status.pods = pods;
        status.installed = pods.length;
        status.conditions ??= [];
        const ready = {
          type: 'Ready',
          status: isComplete ? 'True' : 'False',
          reason: isComplete ? 'Installed' : 'PodsRefused',
          message: `${pods.length} of ${wanted.length} pods have the tool`,
        };
        setStatusCondition(status.conditions, ready, { now: clock.now() });
      },
      { observedGeneration: true },
    );
    return isComplete ? undefined : requeueAfter(RETRY_REFUSED_MS);
  });
