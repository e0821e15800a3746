import { Timestamp } from '../values.js';
import type { Duration } from '../values.js';
import { formatPlain } from './format.js';

/** The first second of year 1 and the last of year 9999: what a timestamp may be (common/types/timestamp.go). */
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;

/** A timestamp of seconds and nanoseconds of any size; undefined out of the range of years. */
export const timestampOf = (seconds: number, nanos: number, offsetSeconds = 0): Timestamp | undefined =>
  Number.isFinite(seconds) && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS
    ? new Timestamp(seconds, nanos, offsetSeconds)
    : undefined;

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Go's `time.Parse(time.RFC3339, text)`; 'range': a time, but of a year that is not allowed. */
export const parseTimestamp = (text: string): Timestamp | 'range' | undefined => {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (offsetHours > 24 || offsetMinutes > 59) return undefined;
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 3600 + offsetMinutes * 60);
  const nanos = Number((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  const seconds = utcSeconds(year, month, day) + hour * 3600 + minute * 60 + second - offset;
  return timestampOf(seconds, nanos, offset) ?? 'range';
};

const utcSeconds = (year: number, month: number, day: number): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1000;
};

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** Go's RFC3339Nano in the zone that the timestamp was written in. */
export const timestampText = ({ seconds, nanos, offsetSeconds }: Timestamp): string => {
  const local = new Date((seconds + offsetSeconds) * 1000).toISOString().replace(/^\+00/, '').slice(0, -5);
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return local + fraction + zoneText(offsetSeconds);
};

const zoneText = (offsetSeconds: number): string => {
  if (offsetSeconds === 0) return 'Z';
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** `string(duration)`: seconds as the float that Go's `Duration.Seconds` is. */
export const durationText = ({ nanos }: Duration): string => `${formatPlain(durationSeconds(nanos))}s`;

export const durationSeconds = (nanos: bigint): number =>
  Number(nanos / 1_000_000_000n) + Number(nanos % 1_000_000_000n) / 1e9;

/** A time as clocks show it in one zone; month from 0, weekday from Sunday 0. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly dayOfYear: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** `zone`: a name of IANA's database, empty for UTC, or an offset such as `-08:00`. A text: why it is none. */
export const wallClock = ({ seconds }: Timestamp, zone: string): WallClock | string => {
  const offset = zone.includes(':') ? fixedOffset(zone) : namedOffset(seconds, zone);
  if (typeof offset === 'string') return offset;
  const date = new Date((seconds + offset) * 1000);
  const startOfYear = new Date(date);
  startOfYear.setUTCMonth(0, 1);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    dayOfYear: Math.round((date.getTime() - startOfYear.getTime()) / 86_400_000),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
};

/** As stdlib's inTimeZone reads it: hours and minutes by themselves, each a whole number. */
const fixedOffset = (zone: string): number | string => {
  const colon = zone.indexOf(':');
  for (const part of [zone.slice(0, colon), zone.slice(colon + 1)]) {
    if (!/^[+-]?\d{1,9}$/.test(part)) return `strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`;
  }
  const hours = Number(zone.slice(0, colon));
  const minutes = Number(zone.slice(colon + 1));
  return (zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes) * 60;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat | undefined => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      era: 'short',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
};

const namedOffset = (seconds: number, zone: string): number | string => {
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  const format = formatOf(zone);
  if (format === undefined) return `unknown time zone ${zone}`;
  const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = parts.get('era') === 'BC' || parts.get('era') === 'B' ? 1 - part('year') : part('year');
  const local = utcSeconds(year, part('month'), part('day'));
  return local + part('hour') * 3600 + part('minute') * 60 + part('second') - seconds;
};
