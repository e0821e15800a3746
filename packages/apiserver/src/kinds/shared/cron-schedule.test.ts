import { describe, expect, it } from 'vitest';
import { cronFault } from './cron-schedule.js';

describe('a cron schedule', () => {
  it.each([
    '* * * * *',
    '*/5 0-6 1,15 jan-mar mon',
    '0 0 ? * SUN',
    '@daily',
    '@every 1h30m',
    'TZ=UTC 0 0 * * *',
  ])('may be %s', (schedule) => {
    expect(cronFault(schedule)).toBeUndefined();
  });

  it.each([
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['9-3 * * * *', 'beginning of range (9) beyond end of range (3): 9-3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@fortnightly', 'unrecognized descriptor: @fortnightly'],
  ])('cannot be %s', (schedule, fault) => {
    expect(cronFault(schedule)).toBe(fault);
  });
});
