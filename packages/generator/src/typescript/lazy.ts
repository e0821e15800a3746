/**
 * Computes a value when it is first asked for. `onCircle` is the value where computing it asks for it again; without
 * it there is no such circle.
 */
export function lazy<T>(compute: () => T, onCircle?: () => T): () => T {
  let found: { value: T } | undefined;
  let isRunning = false;
  return () => {
    if (found !== undefined) return found.value;
    if (isRunning && onCircle !== undefined) return onCircle();
    isRunning = true;
    try {
      found = { value: compute() };
    } finally {
      isRunning = false;
    }
    return found.value;
  };
}
