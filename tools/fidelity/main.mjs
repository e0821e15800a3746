// npm run fidelity [-- --area NAME,...] [--dump FILE] [--runs N] [--seed S]: runs the differential suite, prints its
// scoreboard and writes docs/fidelity.md and the lists of open differences. `--dump` writes every open difference.
// Without --area it also runs the oracle suites and the real clients, whose counts stand in the same page.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../bootstrap/build.mjs';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { inRoot } from '../bootstrap/paths.mjs';
import { main, run } from '../bootstrap/run.mjs';
import { runVitest } from '../bootstrap/vitest.mjs';
import { ensureAssets } from '../kubernetes/ensure-assets.mjs';
import { proofs } from './proofs.mjs';

await main(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      area: { type: 'string', default: '' },
      dump: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const folder = await ensureAssets();
  await ensureInstalled();
  await ensureBuilt();
  let exitCode = await runVitest(['tests/fidelity', '--silent=false', '--reporter=dot'], {
    KUBEWRIGHT_TEST_TARGET: 'kube',
    KUBEBUILDER_ASSETS: folder,
    KUBEWRIGHT_FIDELITY_UPDATE: '1',
    KUBEWRIGHT_FIDELITY_AREAS: values.area,
    ...(values.dump === undefined ? {} : { KUBEWRIGHT_FIDELITY_DUMP: values.dump }),
    ...(values.runs === undefined ? {} : { KUBEWRIGHT_FIDELITY_RUNS: values.runs }),
    ...(values.seed === undefined ? {} : { KUBEWRIGHT_FIDELITY_SEED: values.seed }),
  });
  if (values.area === '') {
    const { text, passed } = await proofs({ KUBEBUILDER_ASSETS: folder });
    appendFileSync(inRoot('docs/fidelity.md'), `\n${text}`);
    if (!passed) exitCode ||= 1;
  }
  const written = ['docs/fidelity.md', 'tests/fidelity/open'];
  await run(process.execPath, [
    inRoot('node_modules/prettier/bin/prettier.cjs'),
    '--write',
    '--log-level=warn',
    ...written,
  ]);
  return exitCode;
});
