const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** The last numbers as columns from 0 to the largest of them; where there are too few, the left is empty ground. */
export function sparkline(history: readonly number[], columns: number): string {
  const shown = history.slice(-columns);
  const most = Math.max(1, ...shown);
  const drawn = shown.map((count) => LEVELS[Math.ceil((count / most) * (LEVELS.length - 1))] ?? LEVELS[0]);
  return (LEVELS[0] ?? '').repeat(Math.max(0, columns - drawn.length)) + drawn.join('');
}
