/** `5s`, `3m`, `2h`, `4d`: the largest unit, as kubectl shows ages. */
export function age(sinceMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

/** `0.4 ms`, `85 ms`, `1.2 s`. */
export function duration(ms: number): string {
  if (ms < 1) return ms === 0 ? '0 ms' : `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/** `0`, `0.3`, `12`. */
export function rate(perSecond: number): string {
  return perSecond === 0 || perSecond >= 10 ? String(Math.round(perSecond)) : perSecond.toFixed(1);
}

/** `14:03:07`, where the reader is. */
export function timeOfDay(ms: number): string {
  const date = new Date(ms);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** `1 object`, `2 objects`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `namespace/name`, or the name alone. */
export function keyOf({
  namespace,
  name,
}: {
  namespace?: string | undefined;
  name?: string | undefined;
}): string {
  return namespace === undefined || namespace === '' ? (name ?? '') : `${namespace}/${name ?? ''}`;
}
