import type { Kind, KubernetesObject } from '@kubewright/api';

import type { AdmissionHandler, WebhookDefinition, WebhookEndpoint } from './definition.js';
import { checkPath, mutatePath, validatePath } from './paths.js';
import { defaulterHandler, validatorHandler } from './typed-handlers.js';
import type { Defaulter, ValidateFunction, Validator } from './typed-handlers.js';

export interface WebhookPathOptions {
  /** Defaults to the path that kubebuilder's markers generate: `/mutate-<group>-<version>-<kind>`. */
  path?: string;
}

/** Webhooks for one kind. Each method returns a new value; so far nothing happens. */
export interface WebhookBuilder<T extends KubernetesObject> extends WebhookDefinition {
  /** Serves a mutating webhook that fills objects in. */
  defaulter(defaulter: Defaulter<T>, options?: WebhookPathOptions): WebhookBuilder<T>;
  /** Serves a validating webhook; a function judges creates and updates alike. */
  validator(validator: Validator<T> | ValidateFunction<T>, options?: WebhookPathOptions): WebhookBuilder<T>;
}

/**
 * Begins the webhooks of a kind (controller-runtime's `NewWebhookManagedBy`):
 *
 * ```ts
 * const appServiceWebhook = webhookFor(AppService)
 *   .defaulter((app) => { app.spec.size ??= 1; })
 *   .validator((app, { fields }) => {
 *     if ((app.spec.size ?? 0) > 10) fields.invalid('spec.size', app.spec.size, 'must be at most 10');
 *   });
 * ```
 */
export function webhookFor<T extends KubernetesObject>(kind: Kind<T>): WebhookBuilder<T> {
  return builder(kind, []);
}

function builder<T extends KubernetesObject>(
  kind: Kind<T>,
  endpoints: readonly WebhookEndpoint[],
): WebhookBuilder<T> {
  return {
    endpoints,
    defaulter: (defaulter, options = {}) =>
      builder(kind, [
        ...endpoints,
        {
          type: 'mutating',
          path: checkPath(options.path ?? mutatePath(kind)),
          handle: defaulterHandler(kind, defaulter),
          kind,
          operations: ['CREATE', 'UPDATE'],
        },
      ]),
    validator: (given, options = {}) => {
      const validator: Validator<T> = typeof given === 'function' ? { create: given, update: given } : given;
      return builder(kind, [
        ...endpoints,
        {
          type: 'validating',
          path: checkPath(options.path ?? validatePath(kind)),
          handle: validatorHandler(kind, validator),
          kind,
          operations: (['create', 'update', 'delete'] as const)
            .filter((operation) => validator[operation] !== undefined)
            .map((operation) => operation.toUpperCase()),
        },
      ]);
    },
  };
}

/** A webhook that judges requests of any kind by itself. `type` matters to those who generate configurations. */
export function admissionHandler(options: {
  path: string;
  handle: AdmissionHandler;
  type?: 'mutating' | 'validating';
}): WebhookDefinition {
  const { path, handle, type = 'validating' } = options;
  return { endpoints: [{ type, path: checkPath(path), handle }] };
}
