// npm start: runs an operator's project on a control plane inside this process. Arguments are those of `kubewright dev`.
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { main } from './run.mjs';

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  // In this process: signals, the terminal and the exit code are the command's own, and no second Node is started.
  const bin = inRoot('packages/cli/bin/kubewright.js');
  process.argv = [process.execPath, bin, 'dev', ...args];
  await import(pathToFileURL(bin).href);
});
