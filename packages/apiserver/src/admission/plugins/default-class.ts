import type { ApiObject } from '../../kinds/behaviour.js';

/** Of the classes that an annotation marks as the default, the newest; of those of one second, the first by name. */
export function newestDefault(
  classes: readonly ApiObject[],
  annotations: readonly string[],
): ApiObject | undefined {
  const isDefault = ({ metadata }: ApiObject): boolean =>
    annotations.some((annotation) => metadata.annotations?.[annotation] === 'true');
  const createdAt = ({ metadata }: ApiObject): number => Date.parse(metadata.creationTimestamp ?? '');
  // They come sorted by name.
  return classes.filter(isDefault).sort((a, b) => createdAt(b) - createdAt(a))[0];
}
