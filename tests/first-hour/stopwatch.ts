/** How long the steps of somebody's first hour took, and what of it was waiting for us. */
export class Stopwatch {
  readonly #steps: Array<{ readonly step: string; readonly ms: number; readonly ours: boolean }> = [];

  /** `ours`: the command itself worked; others are npm and the compiler. */
  async time<T>(step: string, ours: boolean, work: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    const result = await work();
    this.#steps.push({ step, ours, ms: performance.now() - startMs });
    return result;
  }

  get totalMs(): number {
    return this.#steps.reduce((sum, { ms }) => sum + ms, 0);
  }

  report(): string {
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
    const ours = this.#steps.filter((step) => step.ours).reduce((sum, { ms }) => sum + ms, 0);
    return [
      `From init to the first reconcile, on Node ${process.versions.node}:`,
      ...this.#steps.map(({ step, ms }) => `  ${seconds(ms).padStart(7)}  ${step}`),
      `  ${seconds(this.totalMs).padStart(7)}  in all, ${seconds(ours)} of it by kubewright`,
    ].join('\n');
  }
}
