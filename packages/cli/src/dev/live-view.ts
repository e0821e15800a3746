import { openTerminalDashboard } from '../dashboard/terminal/terminal-dashboard.js';
import type { DevView, ViewOptions } from './view.js';

/** The dashboard on the whole terminal; what the other methods are told reaches it by the store. */
export function createLiveView({ io, store, actions }: ViewOptions): DevView {
  const dashboard = openTerminalDashboard({ io, store, actions });
  const nothing = (): void => undefined;
  return { say: nothing, log: nothing, update: nothing, close: () => dashboard.close() };
}
