import { applyJsonPatch } from '@kubewright/api';
import type { JsonPatchOperation, KubernetesObject } from '@kubewright/api';

import type { AdmissionResponse } from './admission-review.js';
import type { AdmissionHandler } from './definition.js';
import { allowed } from './response.js';

/**
 * Asks one handler after the other until one refuses; the patches and warnings of all together are the answer. Each
 * sees what those before it made of the object, which controller-runtime's `MultiMutatingHandler` leaves to them.
 */
export function multiMutatingHandler(...handlers: readonly AdmissionHandler[]): AdmissionHandler {
  return async (request, context) => {
    let object = request.object;
    const patches: object[] = [];
    const responses: AdmissionResponse[] = [];
    for (const handler of handlers) {
      const response = await handler(object === undefined ? request : { ...request, object }, context);
      if (!response.allowed) return response;
      responses.push(response);
      if (response.patches === undefined || response.patches.length === 0) continue;
      patches.push(...response.patches);
      object = applyJsonPatch(object, response.patches as JsonPatchOperation[], {
        dialect: 'kubernetes',
      }) as KubernetesObject;
    }
    return { ...together(responses), patches };
  };
}

/** Asks one handler after the other until one refuses; the warnings of all are passed on. */
export function multiValidatingHandler(...handlers: readonly AdmissionHandler[]): AdmissionHandler {
  return async (request, context) => {
    const responses: AdmissionResponse[] = [];
    for (const handler of handlers) {
      const response = await handler(request, context);
      if (!response.allowed) return response;
      responses.push(response);
    }
    return together(responses);
  };
}

function together(responses: readonly AdmissionResponse[]): AdmissionResponse {
  const warnings = responses.flatMap((response) => response.warnings ?? []);
  const annotations = responses.map((response) => response.auditAnnotations ?? {});
  return {
    ...allowed(),
    warnings,
    auditAnnotations: Object.assign({}, ...annotations) as Record<string, string>,
  };
}
