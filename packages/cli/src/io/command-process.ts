import type { CommandProcess } from './terminal.js';

/** This process; `interrupt` is what it does on Ctrl-C. */
export function commandProcess(interrupt: () => void): CommandProcess {
  return {
    interrupt,
    suspend: () =>
      new Promise((resolve) => {
        process.once('SIGCONT', () => resolve());
        // To the whole group, as the terminal does it: what it started must not go on without it.
        process.kill(0, 'SIGTSTP');
      }),
    onExit(step) {
      process.on('exit', step);
      return () => void process.off('exit', step);
    },
  };
}
