import type { Status, TransportRequest } from '@kubewright/api';

import { requestInfoOf } from '../interceptors/request-info.js';
import type { RequestInfo } from '../interceptors/request-info.js';
import { mayBeBuiltin } from '../mapper/builtin.js';

type Asked = Pick<TransportRequest, 'method' | 'path'>;

/** What to do about a refusal, where the server's words leave it open; undefined where they say it themselves. */
export function hintFor(status: Status, httpStatus: number, request: Asked): string | undefined {
  const message = status.message ?? '';
  switch (httpStatus) {
    case 401:
      return (
        'the credentials were not accepted: a token may have expired or belong to another cluster; check the user ' +
        'of the kubeconfig, or the service account of the pod'
      );
    case 403:
      return missingRule(message);
    case 404:
      return isResourceMissing(status, httpStatus)
        ? notServed(requestInfoOf(request))
        : subresourceMissing(requestInfoOf(request));
    case 409:
      return message.startsWith('Apply failed with ')
        ? 'leave these fields out of what is applied, or take them over with force: true'
        : undefined;
    case 413:
      return 'a request may have 3 MiB and a stored object about 1.5 MiB: spread the data over several objects';
    case 500:
      return webhookFailure(message);
    default:
      return undefined;
  }
}

/** The server's words for a path that it does not know, as text or in a Status. */
const NOT_SERVED = /404 page not found|could not find the requested resource/;

/** Whether a 404 is about the resource, not about an object of it, which would be named. */
export function isResourceMissing(status: Status, httpStatus: number): boolean {
  return httpStatus === 404 && (status.details?.name ?? '') === '' && NOT_SERVED.test(status.message ?? '');
}

/** apiserver's `endpoints/handlers/responsewriters/errors.go`, `forbiddenMessage`. */
const FORBIDDEN =
  /User "((?:[^"\\]|\\.)*)" cannot (\S+) (resource|path) "([^"]*)"(?: in API group "([^"]*)")?(?: in the namespace "([^"]*)")?/;

/** The marker whose rule RBAC misses (controller-tools' `rbac` marker). */
function missingRule(message: string): string | undefined {
  const match = FORBIDDEN.exec(message);
  if (match === null) return undefined;
  const [, user = '', verb = '', what, of = '', group = '', namespace] = match;
  const rule =
    what === 'path' ? `urls=${of},verbs=${verb}` : `groups=${group || 'core'},resources=${of},verbs=${verb}`;
  const where = namespace === undefined ? '' : ` (with ,namespace=${namespace} for that namespace alone)`;
  return (
    `no role of ${user} has the rule: add the marker // +kubebuilder:rbac:${rule}${where}, ` +
    'generate config/rbac again and apply it'
  );
}

function notServed(info: RequestInfo): string | undefined {
  if (!info.isResource) return undefined;
  const { group, version, resource } = info;
  const named = group === '' ? resource : `${resource}.${group}`;
  return mayBeBuiltin(group)
    ? `the API server does not serve ${named} in ${version}: it is older or newer than that version, or has it switched off`
    : `the API server does not serve ${named} in ${version}: install their CustomResourceDefinition (kubectl apply -f config/crd)`;
}

/** What a custom kind does not have is answered as if the object were not there (apiextensions' customresource_handler.go). */
function subresourceMissing({ group, resource, subresource }: RequestInfo): string | undefined {
  if (mayBeBuiltin(group) || (subresource !== 'status' && subresource !== 'scale')) return undefined;
  return (
    `if it is there, ${resource}.${group} have no subresource ${subresource}: add the marker ` +
    `// +kubebuilder:subresource:${subresource} and install their CustomResourceDefinition again`
  );
}

/** apiserver's admission/plugin/webhook/errors: the webhook could not be asked. */
function webhookFailure(message: string): string | undefined {
  const name = /failed calling webhook "([^"]*)"/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const why = /x509|certificate/.test(message)
    ? 'the caBundle of its configuration does not fit its certificate'
    : 'check that its pods are ready and that its Service selects them and their port';
  return `the webhook ${name} could not be asked, and its failurePolicy refuses then: ${why}`;
}
