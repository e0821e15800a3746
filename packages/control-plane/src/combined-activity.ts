import type { Activity, InformerPosition } from '@kubewright/runtime';

/** Several activities as one: idle when all are. */
export function combineActivities(parts: readonly Activity[]): Activity {
  return {
    isIdle: () => parts.every((part) => part.isIdle()),
    busyWith: () => parts.flatMap((part) => part.busyWith()),
    resourceVersions: (): InformerPosition[] => parts.flatMap((part) => part.resourceVersions()),
    subscribe: (listener) => {
      const unsubscribes = parts.map((part) => part.subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
  };
}
