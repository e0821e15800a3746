/** The value at a dotted path (`spec.replicas`); undefined when a part of the way is missing. */
export function getPath(object: object, path: string): unknown {
  let value: unknown = object;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Sets the value at a dotted path, making the objects on the way. In place. */
export function setPath(object: object, path: string, value: unknown): void {
  const steps = path.split('.');
  let target = object as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(target, step) ? target[step] : undefined;
    if (typeof next === 'object' && next !== null) {
      target = next as Record<string, unknown>;
    } else {
      const made: Record<string, unknown> = {};
      target[step] = made;
      target = made;
    }
  }
  target[steps[steps.length - 1] as string] = value;
}
