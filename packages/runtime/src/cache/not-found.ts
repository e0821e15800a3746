import type { ObjectKey } from '@kubewright/api';
import { ApiError } from '@kubewright/client';
import type { KindName } from '@kubewright/client';

import { resourceName } from './kind-name.js';

/** The error a server answers for an object that is not there. */
export function notFound(kind: KindName, key: ObjectKey): ApiError {
  return new ApiError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'NotFound',
    code: 404,
    message: `${resourceName(kind)} "${key.name}" not found`,
    details: { name: key.name, kind: kind.plural, ...(kind.group !== '' && { group: kind.group }) },
  });
}
