import { durationSeconds, wallClock } from '../../go/time.js';
import type { WallClock } from '../../go/time.js';
import type { FunctionDeclaration, Implementation, Overload } from '../../library.js';
import { DURATION, INT, STRING, TIMESTAMP } from '../../types.js';
import { CelError } from '../../values.js';
import type { Duration, Timestamp, Value } from '../../values.js';

const part = (read: (clock: WallClock, timestamp: Timestamp) => number) => {
  return (timestamp: Timestamp, zone: string): Value => {
    const clock = wallClock(timestamp, zone);
    return typeof clock === 'string' ? new CelError(clock) : read(clock, timestamp);
  };
};

/** A function of timestamps in UTC and in a zone, and of durations where they have such a part. */
const time = (
  name: string,
  id: string,
  read: (clock: WallClock, timestamp: Timestamp) => number,
  options: { readonly withZone?: string; readonly duration?: (duration: Duration) => number } = {},
): FunctionDeclaration => {
  const inZone = part(read);
  const overloads: Overload[] = [
    {
      id: `timestamp_to_${id}`,
      member: true,
      args: [TIMESTAMP],
      result: INT,
      implementation: (timestamp) => inZone(timestamp as Timestamp, 'UTC'),
    },
    {
      id: `timestamp_to_${id}${options.withZone ?? '_with_tz'}`,
      member: true,
      args: [TIMESTAMP, STRING],
      result: INT,
      implementation: inZone as Implementation,
    },
  ];
  const { duration } = options;
  if (duration !== undefined) {
    const implementation: Implementation = (value) => duration(value as Duration) + 0;
    overloads.push({ id: `duration_to_${id}`, member: true, args: [DURATION], result: INT, implementation });
  }
  return { name, overloads };
};

/** Parts of timestamps and durations (cel-go: common/stdlib/standard.go). */
export const TIME: readonly FunctionDeclaration[] = [
  time('getFullYear', 'year', ({ year }) => year),
  time('getMonth', 'month', ({ month }) => month),
  time('getDayOfYear', 'day_of_year', ({ dayOfYear }) => dayOfYear),
  time('getDayOfMonth', 'day_of_month', ({ day }) => day - 1),
  time('getDate', 'day_of_month_1_based', ({ day }) => day),
  time('getDayOfWeek', 'day_of_week', ({ weekday }) => weekday),
  time('getHours', 'hours', ({ hour }) => hour, {
    duration: ({ nanos }) => Number(nanos / 3_600_000_000_000n),
  }),
  time('getMinutes', 'minutes', ({ minute }) => minute, {
    duration: ({ nanos }) => Number(nanos / 60_000_000_000n),
  }),
  time('getSeconds', 'seconds', ({ second }) => second, {
    withZone: '_tz',
    duration: ({ nanos }) => Math.trunc(durationSeconds(nanos)),
  }),
  time('getMilliseconds', 'milliseconds', (_clock, { nanos }) => Math.floor(nanos / 1_000_000), {
    duration: ({ nanos }) => Number(nanos / 1_000_000n),
  }),
];
