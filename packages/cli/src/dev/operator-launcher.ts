/*
 * The program of an operator's process: it loads the packages that the operator imports, waits to be told which file to
 * run, and becomes that. So new code runs as soon as it is bundled, in a process of its own. Arguments: a module to load
 * beforehand. Messages, besides those of the runtime's hand-over: `kubewright/load` with `file` and `args` to it,
 * `kubewright/crashed` with `message` and `stack` from it. When the parent is gone, it stops as by SIGTERM.
 */
import { pathToFileURL } from 'node:url';

const tell = (message: object): void => void process.send?.(message);

process.on('uncaughtExceptionMonitor', (error: unknown) => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  tell({ type: 'kubewright/crashed', message, stack });
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

function onMessage(message: unknown): void {
  const { type, file, args } = (message ?? {}) as { type?: unknown; file?: string; args?: string[] };
  if (type !== 'kubewright/load' || file === undefined) return;
  process.off('message', onMessage);
  // The program alone decides how long the process lives.
  process.channel?.unref();
  process.argv = [process.execPath, file, ...(args ?? [])];
  // Its failure is that of the process.
  void import(pathToFileURL(file).href);
}
process.on('message', onMessage);

const [, , preload] = process.argv;
// What cannot be loaded is reported when the program itself asks for it.
if (preload !== undefined) await import(pathToFileURL(preload).href).catch(() => undefined);
