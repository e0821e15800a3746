/** Computes a value when it is first asked for. */
export function lazy<T>(compute: () => T): () => T {
  let found: { value: T } | undefined;
  return () => (found ??= { value: compute() }).value;
}
