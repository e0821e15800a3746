// npm test: all suites that need nothing but Node. Arguments are vitest's: `npm test -- packages/api -t quantity`.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main } from './run.mjs';
import { runVitest } from './vitest.mjs';

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  return runVitest(args);
});
