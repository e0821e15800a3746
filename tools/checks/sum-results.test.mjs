import { describe, expect, it } from 'vitest';
import { countLeg, summarize } from './sum-results.mjs';

const file = (...statuses) => ({
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});
const report = (...testResults) => ({ testResults });

describe('the sum of a CI run', () => {
  it('adds the tests of all legs', () => {
    const { failed, line } = summarize([
      { name: 'lint', exitCode: 0 },
      {
        name: 'test',
        exitCode: 0,
        report: report(file('passed', 'passed'), file('passed', 'pending', 'todo')),
      },
      { name: 'test:kube', exitCode: 1, report: report(file('passed', 'failed')) },
    ]);
    expect(failed).toEqual(['test:kube']);
    expect(line).toBe('4 passed, 1 failed, 2 skipped');
  });

  it('counts a leg that failed without a failing test as one failure', () => {
    expect(countLeg({ exitCode: 2 })).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countLeg({ exitCode: 1, report: report(file('passed')) })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });

  it('counts a file that cannot be loaded as one failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(countLeg({ exitCode: 1, report: report(broken, broken) }).failed).toBe(2);
  });
});
