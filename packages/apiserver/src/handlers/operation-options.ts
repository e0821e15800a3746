import type { AdmissionOperation } from '../admission/admission.js';

const KINDS: Readonly<Partial<Record<AdmissionOperation, string>>> = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
};

/**
 * The options in the query of a write as the object that webhooks see. A patch is an update, or a create where it
 * makes an object (apiserver `endpoints/handlers/patch.go`, patchToUpdateOptions).
 */
export function operationOptions(query: URLSearchParams, operation: AdmissionOperation): object | undefined {
  const kind = KINDS[operation];
  if (kind === undefined) return undefined;
  const dryRun = query.getAll('dryRun').filter((directive) => directive !== '');
  const fieldManager = query.get('fieldManager') ?? '';
  const fieldValidation = query.get('fieldValidation') ?? '';
  return {
    kind,
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(fieldManager === '' ? {} : { fieldManager }),
    ...(fieldValidation === '' ? {} : { fieldValidation }),
  };
}
