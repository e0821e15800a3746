import type { ObjectKey, Status, TransportResponse } from '@kubewright/api';
import { ApiError } from '@kubewright/client';
import type { KindName } from '@kubewright/client';

import { parseBytes } from './codec.js';
import { resourceName } from './kind-name.js';

/** The body of a good answer; an error answer is thrown as the ApiError it is. */
export async function readAnswer(response: TransportResponse): Promise<Uint8Array> {
  const body = await response.body.bytes();
  if (response.status < 400) return body;
  const retryAfter = Number(response.headers['retry-after']);
  throw new ApiError(
    statusOf(body) ?? { status: 'Failure', code: response.status, message: textOf(response, body) },
    {
      httpStatus: response.status,
      ...(Number.isFinite(retryAfter) && retryAfter > 0 && { retryAfterMs: retryAfter * 1000 }),
    },
  );
}

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

function statusOf(body: Uint8Array): Status | undefined {
  try {
    const parsed = parseBytes(body) as Partial<Status> | null;
    return parsed?.kind === 'Status' ? (parsed as Status) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(response: TransportResponse, body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, 200)).trim();
  return `the server answered ${response.status}${text === '' ? '' : `: ${text}`}`;
}
