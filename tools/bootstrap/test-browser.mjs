// npm run test:browser: the suites under tests/browser, in a Chromium. Where there is none and none can be installed, the
// reason is printed. Arguments are vitest's.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main } from './run.mjs';
import { runVitest } from './vitest.mjs';
import { ensureChromium } from '../browser/chromium.mjs';

await main(async (args) => {
  await ensureInstalled();
  const chromium = await ensureChromium('test:browser');
  if (chromium === undefined) return 0;
  await ensureBuilt();
  return runVitest(args, { KUBEWRIGHT_TEST_TARGET: 'browser', KUBEWRIGHT_CHROMIUM: chromium });
});
