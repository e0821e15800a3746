import { describe, expect, it } from 'vitest';
import { adaptDynamic } from './adapter.js';
import { createEnvironment } from './environment.js';
import { formatValue } from './format-value.js';
import { listsLibrary } from './library/extensions/lists.js';
import { stringsLibrary } from './library/extensions/strings.js';
import { STANDARD_LIBRARY } from './library/standard.js';
import { EvaluationCancelled } from './tracker.js';
import type { EvaluationTracker } from './tracker.js';
import { DYN } from './types.js';

const environment = createEnvironment({
  libraries: [STANDARD_LIBRARY, stringsLibrary(2), listsLibrary(3)],
  variables: [{ name: 'self', type: DYN }],
});

const issues = (text: string): string => String(environment.compile(text).issues ?? '');

const evaluate = (text: string, self: unknown = null): string => {
  const compiled = environment.compile(text);
  if (compiled.ast === undefined) return String(compiled.issues);
  return formatValue(environment.program(compiled.ast).evaluate(new Map([['self', adaptDynamic(self)]])));
};

// cel-go: parser/options.go and parser_test.go.
describe('limits of expressions', () => {
  it.each([
    ['brackets', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['parentheses', (depth: number) => '('.repeat(depth) + '1' + ')'.repeat(depth)],
    ['braces', (depth: number) => '{1:'.repeat(depth) + '1' + '}'.repeat(depth)],
    ['calls', (depth: number) => 'size('.repeat(depth) + '"a"' + ')'.repeat(depth)],
    ['selects', (depth: number) => 'self' + '.a'.repeat(depth)],
    ['indices', (depth: number) => 'self' + '[0]'.repeat(depth)],
    ['sums', (depth: number) => '1' + '+1'.repeat(depth)],
    ['ternaries', (depth: number) => 'true ? 1 : '.repeat(depth) + '1'],
    ['macros', (depth: number) => 'self.all(x, '.repeat(depth) + 'true' + ')'.repeat(depth)],
  ])('%s nest no more than 250 deep', (_what, nested) => {
    expect(issues(nested(300))).toBe('ERROR: <input>:-1:0: expression recursion limit exceeded: 250');
    expect(issues(nested(5000))).toBe('ERROR: <input>:-1:0: expression recursion limit exceeded: 250');
    expect(issues(nested(200))).not.toContain('recursion');
  });

  it('are not reached by long chains of logic, lists and signs', () => {
    expect(evaluate('true && '.repeat(5000) + 'true')).toBe('true');
    expect(evaluate(`[${'1,'.repeat(20_000)}1].size()`)).toBe('20001');
    expect(evaluate(`${'!'.repeat(50_000)}true`)).toBe('true');
    expect(evaluate(`${'-'.repeat(50_001)}self`, 1)).toBe('-1');
  });

  it('refuse a text of more than 100,000 code points, of whatever size these are', () => {
    expect(issues(`'${'a'.repeat(99_999)}'`)).toBe(
      'ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000',
    );
    expect(evaluate(`size('${'😀'.repeat(99_992)}')`)).toBe('99992');
  });

  it('keep at most 100 issues', () => {
    expect(
      issues(Array.from({ length: 150 }, () => 'x').join('+'))
        .split('\n')
        .at(-1),
    ).toBe('50 more errors were truncated');
  });
});

describe('hostile input', () => {
  it.each([
    '',
    ' ',
    '\0',
    '"',
    "'''",
    'r"""',
    'b',
    '.',
    '..',
    '0x',
    '1e',
    '1.',
    '"\\',
    '"\\u12"',
    '\ud800',
    'a.',
    'a.?',
    'a[?',
    '{',
    '}',
    '?',
    ':',
    'a?b',
    'a?b:',
    '((',
    '`a`',
    'a.`b`',
    'in',
    'null.null',
    'a{b:}',
    'a{?b:1}',
    '[?]',
    '//',
    'has()',
    'self.all()',
    '.',
    '-',
    '!',
    '9'.repeat(10_000),
    `0x${'f'.repeat(10_000)}`,
    `1e${'9'.repeat(1000)}`,
  ])('%j has issues and does not throw', (text) => {
    expect(issues(text)).toContain('ERROR: <input>:');
  });

  it('does not take long over what repeats', () => {
    expect(evaluate('[1].map(x, self).size() + lists.range(1000000000000).size()')).toBe('1000000000001');
    expect(evaluate('"%.999999999f".format([1.5])')).toContain('could not parse formatting clause');
    expect(evaluate('self.matches("(a+)+$")', `${'a'.repeat(5000)}b`)).toBe('false');
    expect(
      evaluate(
        'self.map(x, x).filter(x, x >= 0).size()',
        Array.from({ length: 50_000 }, (_, i) => i),
      ),
    ).toBe('50000');
  });

  it('compares deeply nested values without crashing', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(evaluate('self[0] == self[0] || true', deep)).toBe('Maximum call stack size exceeded');
  });

  it('does not find what objects of JavaScript inherit', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(evaluate(`has(self.${name})`, {})).toBe('false');
      expect(evaluate(`self.${name}`, {})).toBe(`no such key: ${name}`);
      expect(issues(name)).toContain(`undeclared reference to '${name}'`);
      expect(issues(`${name}(1)`)).toContain(`undeclared reference to '${name}'`);
    }
  });
});

describe('stopping an evaluation', () => {
  const compiled = environment.compile('self.all(x, self.all(y, x + y >= 0))');
  const self = adaptDynamic(Array.from({ length: 1000 }, (_, index) => index));

  it('asks the interrupt every 100 iterations', () => {
    let asked = 0;
    const value = environment
      .program(compiled.ast!)
      .evaluate(new Map([['self', self]]), { interrupt: () => ++asked === 50 });
    expect(formatValue(value)).toBe('operation interrupted');
    expect(asked).toBe(50);
  });

  it('lets a tracker end it', () => {
    let steps = 0;
    const count = (): void => {
      if (++steps > 1000) throw new EvaluationCancelled('costLimitExceeded', 'actual cost limit exceeded');
    };
    const tracker: EvaluationTracker = { attribute: count, qualifier: count, call: count, construct: count };
    const program = environment.program(compiled.ast!, { tracker: () => tracker });
    expect(formatValue(program.evaluate(new Map([['self', self]])))).toBe('actual cost limit exceeded');
    expect(steps).toBe(1001);
  });
});
