/** `850 ms`, `1.2 s`, `95 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** `0`, `0.3`, `12`: a rate, with no more digits than it deserves. */
export function formatRate(perSecond: number): string {
  return perSecond === 0 || perSecond >= 10 ? String(Math.round(perSecond)) : perSecond.toFixed(1);
}

/** `1 object`, `2 objects`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
