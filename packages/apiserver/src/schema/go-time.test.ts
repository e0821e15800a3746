import { describe, expect, it } from 'vitest';
import { normalizeTime } from './go-time.js';

const AS = 'as "2006-01-02T15:04:05Z07:00": cannot parse';
const AS_MICRO = 'as "2006-01-02T15:04:05.000000Z07:00": cannot parse';

describe('normalizeTime', () => {
  it.each([
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ['2020-01-01T00:00:00.999Z', '2020-01-01T00:00:00Z'],
    ['2020-01-01T00:00:00+02:00', '2019-12-31T22:00:00Z'],
    ['2020-01-01T00:00:00-02:30', '2020-01-01T02:30:00Z'],
    ['2020-01-01T1:00:00Z', '2020-01-01T01:00:00Z'],
    ['2020-02-29T00:00:00Z', '2020-02-29T00:00:00Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(normalizeTime(text, 'time')).toBe(expected);
  });

  it('keeps the six digits of a micro time', () => {
    expect(normalizeTime('2020-01-01T02:00:00.123456+02:00', 'microTime')).toBe(
      '2020-01-01T00:00:00.123456Z',
    );
  });

  // Texts from kube-apiserver 1.36.1.
  it.each([
    ['', `parsing time "" ${AS} "" as "2006"`],
    ['2020-01-01', `parsing time "2020-01-01" ${AS} "" as "T"`],
    ['2020-1-01T00:00:00Z', `parsing time "2020-1-01T00:00:00Z" ${AS} "1-01T00:00:00Z" as "01"`],
    ['2020-01-01T00:00:00', `parsing time "2020-01-01T00:00:00" ${AS} "" as "Z07:00"`],
    ['2020-01-01T00:00:00+0200', `parsing time "2020-01-01T00:00:00+0200" ${AS} "+0200" as "Z07:00"`],
    ['2020-01-01 00:00:00Z', `parsing time "2020-01-01 00:00:00Z" ${AS} " 00:00:00Z" as "T"`],
    ['20a0-01-01T00:00:00Z', `parsing time "20a0-01-01T00:00:00Z" ${AS} "20a0-01-01T00:00:00Z" as "2006"`],
    ['2020-02-30T00:00:00Z', 'parsing time "2020-02-30T00:00:00Z": day out of range'],
    ['2020-01-01T25:00:00Z', 'parsing time "2020-01-01T25:00:00Z": hour out of range'],
    ['2020-01-01T00:61:00Z', 'parsing time "2020-01-01T00:61:00Z": minute out of range'],
    ['2020-01-01T00:00:00Zx', 'parsing time "2020-01-01T00:00:00Zx": extra text: "x"'],
  ])('refuses %j with the text of Go', (text, message) => {
    expect(() => normalizeTime(text, 'time')).toThrow(message);
  });

  it.each([
    ['2020-01-01T00:00:00.1Z', `parsing time "2020-01-01T00:00:00.1Z" ${AS_MICRO} ".1Z" as ".000000"`],
    ['2020-01-01T00:00:00Z', `parsing time "2020-01-01T00:00:00Z" ${AS_MICRO} "Z" as ".000000"`],
    [
      '2020-01-01T00:00:00.1234567Z',
      `parsing time "2020-01-01T00:00:00.1234567Z" ${AS_MICRO} "7Z" as "Z07:00"`,
    ],
  ])('refuses the micro time %j', (text, message) => {
    expect(() => normalizeTime(text, 'microTime')).toThrow(message);
  });
});
