import type { DashboardState } from '../state.js';

/** What a page shows, or, after the first one, what of it has changed: lists that grow hold only what was added. */
export type DashboardChange = Partial<DashboardState> & {
  /** Whether it is the whole state, which takes the place of what was shown before. */
  readonly isWhole: boolean;
};

/** What has to be told to somebody who knows the state `before`; undefined when there is nothing. */
export function changeOf(
  before: DashboardState | undefined,
  now: DashboardState,
): DashboardChange | undefined {
  if (before === undefined) return { ...now, isWhole: true };
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof DashboardState>;
  const changed: Record<string, unknown> = {};
  for (const key of keys) {
    if (before[key] === now[key]) continue;
    // JSON knows no undefined: what is gone is null.
    changed[key] = now[key] ?? null;
  }
  if (Object.keys(changed).length === 0) return undefined;
  if ('logs' in changed) changed['logs'] = added(before.logs, now.logs, ({ sequence }) => sequence);
  if ('timelines' in changed) changed['timelines'] = added(before.timelines, now.timelines, ({ key }) => key);
  return { ...changed, isWhole: false };
}

function added<T>(before: readonly T[], now: readonly T[], numberOf: (item: T) => number): T[] {
  const last = before.at(-1);
  const known = last === undefined ? 0 : numberOf(last);
  return now.filter((item) => numberOf(item) > known);
}
