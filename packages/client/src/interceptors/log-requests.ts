import { systemClock } from '@kubewright/api';
import type { Clock, LogFields, Logger, TransportRequest } from '@kubewright/api';

import type { Interceptor } from '../transport/interceptors.js';
import { requestInfoOf } from './request-info.js';

export interface LogRequestsOptions {
  logger: Logger;
  /** Defaults to `debug`. */
  level?: 'debug' | 'info' | undefined;
  /** Of durations. Defaults to the machine's. */
  clock?: Clock | undefined;
}

/** Logs each request when it was answered or failed; a watch when it was accepted. Bodies and credentials are not logged. */
export function logRequests(options: LogRequestsOptions): Interceptor {
  const { logger, level = 'debug', clock = systemClock } = options;
  return async (request, next) => {
    const startedAt = clock.now();
    try {
      const response = await next(request);
      logger[level]('API request', {
        ...fieldsOf(request),
        status: response.status,
        durationMs: clock.now() - startedAt,
      });
      return response;
    } catch (error) {
      logger[level]('API request without an answer', {
        ...fieldsOf(request),
        durationMs: clock.now() - startedAt,
        error,
      });
      throw error;
    }
  };
}

function fieldsOf(request: TransportRequest): LogFields {
  const { verb, isResource, path, group, version, resource, subresource, namespace, name } =
    requestInfoOf(request);
  if (!isResource) return { verb, path };
  return {
    verb,
    resource: subresource === '' ? resource : `${resource}/${subresource}`,
    groupVersion: group === '' ? version : `${group}/${version}`,
    ...(namespace === '' ? {} : { namespace }),
    ...(name === '' ? {} : { name }),
  };
}
