/** The machine's monotonic clock, which the replicas have too. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until there is an answer; undefined when there was none in time. */
export async function within<T>(
  timeoutMs: number,
  ask: () => Promise<T | undefined> | T | undefined,
  everyMs = 250,
): Promise<T | undefined> {
  const end = monotonicMs() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || monotonicMs() > end) return answer;
    await sleep(everyMs);
  }
}
