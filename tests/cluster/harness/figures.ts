/** Prints a measurement; a suite's figures are what its run is quoted by. */
export function figure(subject: string, what: string, value: string): void {
  process.stdout.write(`figure  ${subject}: ${what}: ${value}\n`);
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
