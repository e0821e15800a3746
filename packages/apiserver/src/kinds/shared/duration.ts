const SECOND_MS = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * A duration as kubectl tells it, with two or three significant figures: `45s`, `3m10s`, `5h`, `2d3h`, `400d`, `3y20d`
 * (apimachinery `pkg/util/duration/duration.go`, HumanDuration). Up to two seconds in the future count as now.
 */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / SECOND_MS);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  const minutes = Math.floor(seconds / MINUTE);
  if (minutes < 10) return withRest(minutes, 'm', seconds % MINUTE, 's');
  if (minutes < 3 * 60) return `${minutes}m`;
  const hours = Math.floor(seconds / HOUR);
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 24 * 8) return withRest(days, 'd', hours % 24, 'h');
  if (days < 365 * 2) return `${days}d`;
  const years = Math.floor(days / 365);
  if (days < 365 * 8) return withRest(years, 'y', days % 365, 'd');
  return `${years}y`;
}

/** The time since an RFC 3339 timestamp as a table cell; `<unknown>` when there is none. */
export function age(timestamp: string | undefined, nowMs: number): string {
  const then = timestamp === undefined || timestamp === '' ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(then) ? '<unknown>' : humanDuration(nowMs - then);
}

function withRest(value: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${restUnit}`;
}
