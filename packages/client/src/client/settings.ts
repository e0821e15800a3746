import type { Clock, Transport } from '@kubewright/api';

import type { Impersonation } from '../kubeconfig/types.js';
import type { Interceptor } from '../transport/interceptors.js';
import type { ClientOverrides } from './client.js';
import type { FieldWriteOptions } from './options.js';
import type { RequestLimiter } from './rate-limit.js';
import type { Retry } from './retry.js';
import type { WarningHandler } from './warnings.js';
import { tellBoth } from './write.js';
import type { WriteListener } from './write.js';

/** All of `ClientOptions`, resolved. */
export interface ClientSettings {
  /** Without the interceptors. */
  readonly transport: Transport;
  readonly interceptors: readonly Interceptor[];
  readonly defaultNamespace: string;
  readonly userAgent: string;
  readonly onlyNamespace: string | undefined;
  readonly fieldManager: string | undefined;
  readonly fieldValidation: FieldWriteOptions['fieldValidation'];
  readonly dryRun: boolean;
  readonly impersonate: Impersonation | undefined;
  readonly timeoutMs: number | undefined;
  readonly onWrite: WriteListener | undefined;
  readonly onWarning: WarningHandler | undefined;
  readonly maxRetries: number | undefined;
  readonly onRetry: ((retry: Retry) => void) | undefined;
  readonly limiter: RequestLimiter | undefined;
  readonly clock: Clock;
}

export function overrideSettings(settings: ClientSettings, overrides: ClientOverrides): ClientSettings {
  const onlyNamespace = overrides.onlyNamespace ?? settings.onlyNamespace;
  return {
    ...settings,
    interceptors: [...(overrides.interceptors ?? []), ...settings.interceptors],
    defaultNamespace: onlyNamespace ?? overrides.defaultNamespace ?? settings.defaultNamespace,
    onlyNamespace,
    fieldManager: overrides.fieldManager ?? settings.fieldManager,
    fieldValidation: overrides.fieldValidation ?? settings.fieldValidation,
    dryRun: overrides.dryRun ?? settings.dryRun,
    impersonate: overrides.impersonate ?? settings.impersonate,
    timeoutMs: overrides.timeoutMs ?? settings.timeoutMs,
    maxRetries: overrides.maxRetries ?? settings.maxRetries,
    limiter: overrides.rateLimit === false ? undefined : settings.limiter,
    onRetry: tellBoth(settings.onRetry, overrides.onRetry),
    onWrite: tellBoth(settings.onWrite, overrides.onWrite),
  };
}
