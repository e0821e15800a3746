import type { ControllerDefinition, ControllerOptions } from './definition.js';

/** Throws a RangeError that names the subject and the option which makes no sense. */
export function checkControllerOptions(subject: string, options: ControllerOptions): void {
  const { maxConcurrentReconciles } = options;
  if (
    maxConcurrentReconciles !== undefined &&
    !(Number.isInteger(maxConcurrentReconciles) && maxConcurrentReconciles > 0)
  ) {
    throw new RangeError(
      `${subject}: maxConcurrentReconciles must be a whole number of at least 1, got ${maxConcurrentReconciles}`,
    );
  }
  for (const limit of ['reconcileTimeoutMs', 'cacheSyncTimeoutMs'] as const) {
    const value = options[limit];
    if (value !== undefined && !(value > 0)) {
      throw new RangeError(`${subject}: ${limit} must be a number of milliseconds above 0, got ${value}`);
    }
  }
}

/** The definition with the options that it does not set itself. */
export function withDefaults(
  definition: ControllerDefinition,
  defaults: ControllerOptions | undefined,
): ControllerDefinition {
  if (defaults === undefined) return definition;
  const own = Object.entries(definition.options).filter(([, value]) => value !== undefined);
  return { ...definition, options: { ...defaults, ...Object.fromEntries(own) } };
}
