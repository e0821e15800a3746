import { describe, expect, it } from 'vitest';
import { compilePattern } from './pattern.js';

describe('compilePattern', () => {
  it.each([
    ['^[a-z]+$', ['abc'], ['ABC', '', 'abc\n']],
    ['(?i)abc', ['ABC', 'xaBc'], ['ab']],
    ['(?i:a)b', ['Ab', 'ab'], ['AB']],
    ['(?i)[a-c]$', ['B', 'b'], ['d']],
    ['a.c', ['abc', 'a\rc', 'a😀c'], ['a\nc']],
    ['(?s)a.c', ['a\nc'], ['ac']],
    ['(?m)^b$', ['a\nb\nc'], ['ab']],
    ['\\Aa\\z', ['a'], ['a\n', 'ba']],
    ['\\Qa.b\\E', ['a.b'], ['axb']],
    ['^[[:alpha:]_-]+$', ['ab_-C'], ['a1']],
    ['^[^[:digit:]]+$', ['abc'], ['a1']],
    ['^[[:^digit:]]+$', ['abc'], ['a1']],
    ['^[\\D]+$', ['abé'], ['a1']],
    ['^\\pL+$', ['aé'], ['1']],
    ['^\\p{Greek}+$', ['αβ'], ['ab']],
    ['^\\P{Greek}+$', ['ab'], ['α']],
    ['^x{2,3}$', ['xx', 'xxx'], ['x', 'xxxx']],
    ['^x{,2}$', ['x{,2}'], ['xx']],
    ['^a{$', ['a{'], ['a']],
    ['^[]a]+$', [']a'], ['b']],
    ['^(?P<n>a)(?<m>b)$', ['ab'], ['a']],
    ['^\\_\\-\\/\\#$', ['_-/#'], ['x']],
    ['^\\x41\\x{1F600}\\012$', ['A😀\n'], ['A']],
    ['^\\s$', [' ', '\t'], ['\u00a0', '\v']],
    ['^(|a)$', ['', 'a'], ['b']],
    ['^(?U)a+', ['aaa'], ['b']],
    ['a/b', ['a/b'], ['ab']],
    ['^*a', ['a', 'ba'], ['b']],
    ['^\\p{Uppercase_Letter}[\\p{greek}]$', ['Aα'], ['aα', 'Aa']],
    ['^\\p{ASCII}[\\P{ASCII}]$', ['aé'], ['é', 'ab']],
    ['^(?i)ſk$', ['SK', '\u017f\u212a'], ['fk']],
  ])('means by %s what Go means', (pattern, matching, others) => {
    const expression = compilePattern(pattern);
    for (const text of matching) expect(expression.test(text), text).toBe(true);
    for (const text of others) expect(expression.test(text), text).toBe(false);
  });

  it.each([
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<=a)', 'invalid named capture: `(?<=a)`'],
    ['\\p{Foo}', 'invalid character class range: `\\p{Foo}`'],
    ['\\', 'trailing backslash at end of expression: ``'],
    ['(?:(?:a{100}){100}){100}', 'invalid repeat count: `{100}`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['\\8', 'invalid escape sequence: `\\8`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
  ])('refuses %s with the text of Go', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(`error parsing regexp: ${message}`);
  });

  // A backtracking engine takes longer than the universe has been there for any of these.
  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(a*)*b',
    '^(a+a+)+b$',
    '(?:a?){100}a{100}b',
    '(.*)(.*)(.*)(.*)=b',
  ])('answers %s in time linear in the text', (pattern) => {
    expect(compilePattern(pattern).test(`${'a'.repeat(50_000)}!`)).toBe(false);
  });
});
