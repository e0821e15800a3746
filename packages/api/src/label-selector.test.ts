import { describe, expect, it } from 'vitest';
import { formatLabelSelector, labelSelectorMatcher, parseLabelSelector } from './label-selector.js';
import { LabelSelectorError } from './label-selector-requirement.js';

describe('parseLabelSelector', () => {
  // Text, and what labels.Parse(text).String() of apimachinery 0.36.1 makes of it.
  it.each([
    ['', ''],
    ['  ', ''],
    ['a', 'a'],
    ['!a', '!a'],
    ['a=b', 'a=b'],
    ['a==b', 'a==b'],
    ['a = b , c != d', 'a=b,c!=d'],
    ['a=', 'a='],
    ['a=,b', 'a=,b'],
    ['b,a', 'a,b'],
    ['a in (c,b,b)', 'a in (b,c)'],
    ['a notin (x, y)', 'a notin (x,y)'],
    ['a in ()', 'a in ()'],
    ['a in (,b)', 'a in (,b)'],
    ['a in (b,,c)', 'a in (,b,c)'],
    ['in in (in, notin)', 'in in (in,notin)'],
    ['x.io/y>5', 'x.io/y>5'],
    ['a<1', 'a<1'],
    ['a,', undefined],
  ])('reads %j as %j', (text, expected) => {
    if (expected === undefined) expect(() => parseLabelSelector(text)).toThrow(LabelSelectorError);
    else expect(parseLabelSelector(text).toString()).toBe(expected);
  });

  // Messages of labels.Parse.
  it.each([
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['=a', "found '=', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a=b c', "found 'c', expected: ',' or 'end of string'"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
    ['a==!b', "unable to parse requirement: found '!', expected: identifier"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    [
      'a=-',
      "unable to parse requirement: values[0][a]: Invalid value: \"-\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    ['/a', 'unable to parse requirement: <nil>: Invalid value: "/a": prefix part must be non-empty'],
    [
      'a>b',
      "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('refuses %j', (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(
      expect.objectContaining({ code: 'InvalidLabelSelector', message }),
    );
  });

  it.each([
    ['', {}, true],
    ['a', { a: '' }, true],
    ['a', {}, false],
    ['!a', {}, true],
    ['!a', { a: '' }, false],
    ['a=b', { a: 'b' }, true],
    ['a=b', { a: 'c' }, false],
    ['a=b', {}, false],
    ['a=', { a: '' }, true],
    ['a=', {}, false],
    ['a!=b', {}, true],
    ['a!=b', { a: 'c' }, true],
    ['a!=b', { a: 'b' }, false],
    ['a in (b,c)', { a: 'c' }, true],
    ['a in (b,c)', { a: 'd' }, false],
    ['a notin (b,c)', {}, true],
    ['a notin (b,c)', { a: 'b' }, false],
    ['a>1', { a: '10' }, true],
    ['a>1', { a: '1' }, false],
    ['a>1', { a: 'x' }, false],
    ['a>1', {}, false],
    ['a<9223372036854775807', { a: '9223372036854775806' }, true],
    ['a<5', { a: '99999999999999999999' }, false],
    ['a=b,c', { a: 'b', c: '' }, true],
    ['a=b,c', { a: 'b' }, false],
    ['toString', {}, false],
  ])('%j against %j: %s', (text, labels, expected) => {
    expect(parseLabelSelector(text).matches(labels as Record<string, string>)).toBe(expected);
  });

  it('takes absent labels for none', () => {
    expect(parseLabelSelector('!a').matches(undefined)).toBe(true);
    expect(parseLabelSelector('a').matches(undefined)).toBe(false);
  });
});

describe('labelSelectorMatcher', () => {
  it('matches nothing when the selector is absent, and everything when it is empty', () => {
    expect(labelSelectorMatcher(undefined).matches({ a: 'b' })).toBe(false);
    expect(labelSelectorMatcher(undefined).matches(undefined)).toBe(false);
    expect(labelSelectorMatcher({}).matches(undefined)).toBe(true);
    expect(labelSelectorMatcher({ matchLabels: {}, matchExpressions: [] }).matches({ a: 'b' })).toBe(true);
  });

  it('matches when all labels and expressions do', () => {
    const matcher = labelSelectorMatcher({
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['a', 'b'] },
        { key: 'env', operator: 'NotIn', values: ['test'] },
        { key: 'x', operator: 'Exists' },
        { key: 'y', operator: 'DoesNotExist' },
      ],
    });
    expect(matcher.toString()).toBe('app=web,env notin (test),tier in (a,b),x,!y');
    const labels = { app: 'web', tier: 'a', x: '' };
    expect(matcher.matches(labels)).toBe(true);
    expect(matcher.matches({ ...labels, tier: 'c' })).toBe(false);
    expect(matcher.matches({ ...labels, env: 'test' })).toBe(false);
    expect(matcher.matches({ ...labels, y: '1' })).toBe(false);
  });

  it.each([
    [{ key: 'a', operator: 'Gt', values: ['1'] }, '"Gt" is not a valid label selector operator'],
    [{ key: 'a', operator: 'toString' }, '"toString" is not a valid label selector operator'],
    [
      { key: 'a', operator: 'In' },
      "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    ],
    [
      { key: 'a', operator: 'Exists', values: ['b'] },
      'values: Invalid value: ["b"]: values set must be empty for exists and does not exist',
    ],
  ])('refuses %j', (expression, message) => {
    expect(() => labelSelectorMatcher({ matchExpressions: [expression] })).toThrow(
      expect.objectContaining({ message }),
    );
  });

  it('names everything that is wrong with an expression at once', () => {
    const expression = { key: '/a', operator: 'In', values: ['-', '_'] };
    expect(() => labelSelectorMatcher({ matchExpressions: [expression] })).toThrow(
      /^\[key: Invalid value: "\/a": .*, values\[0\]\[\/a\]: Invalid value: "-": .*, values\[1\]\[\/a\]: Invalid value: "_": .*\]$/,
    );
  });
});

describe('formatLabelSelector', () => {
  it('gives text that reads as the same selector', () => {
    const text = formatLabelSelector({
      matchLabels: { b: '2', a: '' },
      matchExpressions: [{ key: 'c', operator: 'In', values: ['y', 'x'] }],
    });
    expect(text).toBe('a=,b=2,c in (x,y)');
    expect(parseLabelSelector(text).toString()).toBe(text);
  });

  it('gives no text for a selector of everything', () => {
    expect(formatLabelSelector({})).toBe('');
  });
});
