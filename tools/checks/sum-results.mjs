// Sums up a CI run: `sum-results.mjs LEG=EXITCODE[=RESULTS.json] ...`, where RESULTS.json is vitest's JSON report.
// Prints which legs failed and, last, one line "N passed, N failed, N skipped". Exits with 1 when anything failed.
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The counts of one leg. A leg that failed without a failing test (lint, build, a crash) counts as one failure. */
export function countLeg({ exitCode, report }) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    // A file that cannot even be loaded has no tests to count.
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed');
    if (file.status === 'failed' && !hasFailedTest) counts.failed += 1;
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

export function summarize(legs) {
  const counted = legs.map((leg) => ({ name: leg.name, counts: countLeg(leg) }));
  const total = (key) => counted.reduce((sum, { counts }) => sum + counts[key], 0);
  const failed = counted.filter(({ counts }) => counts.failed > 0).map(({ name }) => name);
  const line = `${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`;
  return { failed, line };
}

function parseLeg(argument) {
  const [name, exitCode, file] = argument.split('=');
  return { name, exitCode: Number(exitCode), report: file === undefined ? undefined : readReport(file) };
}

/** No report, or half of one, means that the run broke off; its exit code tells. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { failed, line } = summarize(process.argv.slice(2).map(parseLeg));
  if (failed.length > 0) {
    console.log(`failed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
  console.log(line);
}
