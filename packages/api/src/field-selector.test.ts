import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFieldSelector, parseFieldSelector } from './field-selector.js';

describe('parseFieldSelector', () => {
  it.each([
    ['', ''],
    [',', ''],
    ['a=b', 'a=b'],
    ['a==b', 'a=b'],
    ['a!=b', 'a!=b'],
    ['b=1,a=2', 'a=2,b=1'],
    ['a=', 'a='],
    ['=', ''],
    ['a=\\,\\=\\\\', 'a=\\,\\=\\\\'],
    ['spec.nodeName= x', 'spec.nodeName= x'],
  ])('reads %j as %j', (text, expected) => {
    expect(parseFieldSelector(text).toString()).toBe(expected);
  });

  // Messages of fields.ParseSelector of apimachinery 0.36.1.
  it.each([
    ['a', "invalid selector: 'a'; can't understand 'a'"],
    ['b=1,a', "invalid selector: 'b=1,a'; can't understand 'a'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=\\x', 'invalid field selector: invalid escape sequence: \\x'],
    ['a=\\', 'invalid field selector: invalid escape sequence: \\'],
  ])('refuses %j', (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(
      expect.objectContaining({ code: 'InvalidFieldSelector', message }),
    );
  });

  it('matches when all fields do', () => {
    const matcher = parseFieldSelector('metadata.name=web,status.phase!=Running');
    const matches = (fields: Record<string, string>): boolean =>
      matcher.matches((field) => fields[field] ?? '');
    expect(matches({ 'metadata.name': 'web' })).toBe(true);
    expect(matches({ 'metadata.name': 'web', 'status.phase': 'Running' })).toBe(false);
    expect(matches({})).toBe(false);
    expect(parseFieldSelector('').matches(() => '')).toBe(true);
  });

  it('gives its requirements', () => {
    expect(parseFieldSelector('a!=b').requirements).toEqual([{ field: 'a', operator: '!=', value: 'b' }]);
  });

  it('reads any value back that formatFieldSelector wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ',', '=', '\\', ' ', '!', 'ü') }), (value) => {
        const text = formatFieldSelector([{ field: 'f', operator: '=', value }]);
        expect(parseFieldSelector(text).requirements).toEqual([{ field: 'f', operator: '=', value }]);
      }),
    );
  });
});
