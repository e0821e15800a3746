// npm run bench: the tables of bench/README.md. Builds first.
//   --only NAME[,NAME]  `loading`, `generator`, `operators`, or single scenarios of the operators (converge, restart, cache, ...)
//   --rounds N          of the operators; 5 unless told otherwise
//   --quick             smaller and shorter, to see whether it works
//   --tests             the time of the test suites as well
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchOperators } from './operators/main.mjs';
import { benchGenerator } from './generator/main.mjs';
import { benchLoading } from './loading.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean' },
    tests: { type: 'boolean' },
  },
});
const only = values.only?.split(',');
const root = fileURLToPath(new URL('..', import.meta.url));
execFileSync('npx', ['tsc', '-b'], { cwd: root, stdio: 'inherit' });
if (only === undefined || only.includes('loading')) console.log(`${benchLoading({ tests: values.tests })}\n`);
if (only === undefined || only.includes('generator')) console.log(`${await benchGenerator()}\n`);
const operators = only?.filter((name) => name !== 'loading' && name !== 'generator');
if (operators === undefined || operators.length > 0) {
  const scenarios = operators?.includes('operators') ? undefined : operators;
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  console.log(await benchOperators({ quick: values.quick, only: scenarios, rounds }));
}
