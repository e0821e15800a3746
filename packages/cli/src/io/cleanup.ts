/** What to undo at the end, last first; a failing step does not keep the others from running. */
export class Cleanup {
  readonly #steps: Array<() => void | Promise<void>> = [];

  defer(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  /** Runs every step once, then throws the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
