// npm start: runs an operator's project on a control plane inside this process. Arguments are those of `kubewright dev`;
// without a folder among them it is examples/appservice.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { main } from './run.mjs';

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const folder = namesFolder(args) ? [] : [path.relative(process.cwd(), inRoot('examples/appservice'))];
  // In this process: signals, the terminal and the exit code are the command's own, and no second Node is started.
  const bin = inRoot('packages/cli/bin/kubewright.js');
  process.argv = [process.execPath, bin, 'dev', ...folder, ...args];
  await import(pathToFileURL(bin).href);
});

/** Whether an argument is neither an option nor the value of one of dev's options. */
function namesFolder(args) {
  const named = ['timeout', 'context', 'webhook-host', 'kubeconfig', 'port', 'page-port'];
  const options = Object.fromEntries(named.map((name) => [name, { type: 'string' }]));
  return parseArgs({ args, options, strict: false, allowPositionals: true }).positionals.length > 0;
}
