// npm run soak: an operator under faults (tests/soak).
//   --target T   kube, by default: a real kube-apiserver; embedded: the server of this project, never restarted, because
//                its objects end with it
//   --minutes N  how long the faults last, 5 by default
//   --seed S     repeats the schedule of a run that printed it
// Other arguments are vitest's.
import { parseArgs } from 'node:util';
import { ensureAssets } from '../kubernetes/ensure-assets.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { BootstrapError, main } from './run.mjs';
import { runVitest } from './vitest.mjs';

await main(async (args) => {
  const { target, minutes, seed, rest } = parse(args);
  const folder = target === 'kube' ? await ensureAssets() : undefined;
  await ensureInstalled();
  await ensureBuilt();
  return runVitest(rest, {
    KUBEWRIGHT_TEST_TARGET: 'soak',
    SOAK_TARGET: target,
    SOAK_MINUTES: minutes,
    ...(folder !== undefined && { KUBEBUILDER_ASSETS: folder }),
    ...(seed !== undefined && { SOAK_SEED: seed }),
  });
});

function parse(args) {
  const own = {
    target: { type: 'string', default: 'kube' },
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
  };
  const { values, tokens } = parseArgs({ args, options: own, strict: false, tokens: true });
  const isOwn = ({ kind, name }) => kind === 'option' && Object.hasOwn(own, name);
  for (const name of ['minutes', 'seed'])
    if (values[name] !== undefined && !(Number(values[name]) > 0))
      throw new BootstrapError(`soak: --${name} takes a number above 0, not "${values[name]}"`);
  if (!['kube', 'embedded'].includes(values.target))
    throw new BootstrapError(`soak: --target is kube or embedded, not "${values.target}"`);
  const taken = new Set(
    tokens
      .filter(isOwn)
      .flatMap(({ index, inlineValue }) => (inlineValue === false ? [index, index + 1] : [index])),
  );
  return { ...values, rest: args.filter((_argument, index) => !taken.has(index)) };
}
