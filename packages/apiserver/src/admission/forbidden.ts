import { forbiddenError, isStatusError } from '../errors/status-error.js';
import type { StatusError } from '../errors/status-error.js';
import { aboutResource } from '../registry/about.js';
import type { AdmissionAttributes } from './admission.js';

/** The refusal of a plugin, named after what the request is about (apiserver `admission/errors.go`, NewForbidden). */
export function admissionForbidden(
  { resource, name, object }: Pick<AdmissionAttributes, 'resource' | 'name' | 'object'>,
  reason: string | StatusError,
): StatusError {
  if (typeof reason !== 'string' && isStatusError(reason) && reason.status.code === 403) return reason;
  const { name: own = '', generateName = '' } = object?.metadata ?? {};
  const about = [name, own, generateName, 'Unknown'].find((text) => text !== '') as string;
  return forbiddenError(aboutResource(resource), about, typeof reason === 'string' ? reason : reason.message);
}
