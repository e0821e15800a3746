import { formatKey, parseApiVersion } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';

import { messageOf, toError } from '../../internal/errors.js';
import type { ServerHandler } from '../../server/handler.js';
import { beginCall } from '../call-context.js';
import type { WebhookParts } from '../call-context.js';
import type { WebhookContext } from '../definition.js';
import { isBug } from '../response.js';
import type { Converter } from './converter.js';

export interface ConversionEndpointOptions extends WebhookParts {
  readonly converters: readonly Converter[];
  /** Is told of each conversion that fails by a bug. */
  readonly onPanic: () => void;
}

interface ConversionRequest {
  readonly uid?: string;
  readonly desiredAPIVersion?: string;
  readonly objects?: readonly KubernetesObject[];
}

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Serves conversion reviews of all kinds that are converted (controller-runtime's pkg/webhook/conversion): all objects
 * of a review, or none of them and the reason why.
 */
export function conversionEndpoint(options: ConversionEndpointOptions): ServerHandler {
  const { converters } = options;
  const log = options.logger.with({ webhook: 'conversion' });
  return async (request) => {
    let review: { apiVersion?: string; kind?: string; request?: ConversionRequest | null };
    try {
      review = (JSON.parse((await request.body()).toString()) ?? {}) as typeof review;
    } catch (error) {
      log.error('failed to read conversion request', { error: toError(error) });
      return { status: 400, body: `failed to read conversion request: ${messageOf(error)}\n` };
    }
    const { request: asked } = review;
    if (asked === undefined || asked === null) {
      log.error('conversion request is nil');
      return { status: 400, body: 'conversion request is nil\n' };
    }
    const call = beginCall(request, options, log);
    const { apiVersion = 'apiextensions.k8s.io/v1', kind = 'ConversionReview' } = review;
    const { uid = '' } = asked;
    let outcome: object;
    try {
      const convertedObjects = await convertAll(converters, asked, call.context);
      outcome = { convertedObjects, result: { metadata: {}, status: 'Success' } };
    } catch (error) {
      const { cause } = error as Error;
      if (isBug(cause)) options.onPanic();
      log.error('failed to convert', { error: toError(error), requestID: uid });
      const result = { metadata: {}, status: 'Failure', message: messageOf(error) };
      outcome = { convertedObjects: null, result };
    } finally {
      call.end();
    }
    return { headers: JSON_TYPE, body: JSON.stringify({ kind, apiVersion, response: { uid, ...outcome } }) };
  };
}

async function convertAll(
  converters: readonly Converter[],
  { desiredAPIVersion = '', objects = [] }: ConversionRequest,
  context: WebhookContext,
): Promise<KubernetesObject[]> {
  const converted: KubernetesObject[] = [];
  for (const object of objects) {
    const { apiVersion = '', kind = '', metadata } = object;
    const { group } = parseApiVersion(apiVersion);
    try {
      if (parseApiVersion(desiredAPIVersion).group !== group)
        throw new Error('versions of different groups cannot be converted');
      const converter = converters.find((one) => one.kind === kind && one.group === group);
      if (converter === undefined) throw new Error(`no conversion is registered for ${kind} of ${group}`);
      converted.push(await converter.convert(object, desiredAPIVersion, context));
    } catch (error) {
      const what = `${kind} ${formatKey({ name: '', ...metadata })}`;
      throw new Error(
        `cannot convert ${what} from ${apiVersion} to ${desiredAPIVersion}: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }
  return converted;
}
