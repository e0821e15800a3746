import type { DashboardState } from '../state.js';
import type { DashboardStore } from '../store.js';
import { changeOf } from './changes.js';

/**
 * The state as server-sent events (WHATWG HTML, 9.2): first the whole, then each change, as fast as the reader takes
 * them. Ends when the signal aborts.
 */
export async function* eventStream(store: DashboardStore, signal: AbortSignal): AsyncGenerator<string> {
  let wake: () => void = () => undefined;
  let hasChanged = true;
  const onChange = (): void => {
    hasChanged = true;
    wake();
  };
  const unsubscribe = store.subscribe(onChange);
  signal.addEventListener('abort', onChange, { once: true });
  let told: DashboardState | undefined;
  try {
    // Tried again soon when the command is started anew on the same port.
    yield 'retry: 1000\n\n';
    while (!signal.aborted) {
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
      hasChanged = false;
      if (signal.aborted) return;
      const { state } = store;
      const change = changeOf(told, state);
      told = state;
      if (change !== undefined) yield `data: ${JSON.stringify(change)}\n\n`;
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onChange);
  }
}
