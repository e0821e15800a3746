import type { DashboardChange } from '../../src/dashboard/page/changes.js';
import type { DashboardState } from '../../src/dashboard/state.js';

const token = new URLSearchParams(location.search).get('token') ?? '';

/** How much of the lists that grow is kept; the server does not keep more. */
const LIMITS = { logs: 1000, timelines: 400 } as const;

/** Follows the state: calls back with the whole after each change, and when the connection comes and goes. */
export function followState(
  onState: (state: DashboardState) => void,
  onConnection: (isOpen: boolean) => void,
): void {
  let state: DashboardState | undefined;
  const events = new EventSource(`/events?token=${encodeURIComponent(token)}`);
  events.addEventListener('message', ({ data }) => {
    const { isWhole, ...change } = JSON.parse(String(data)) as DashboardChange;
    state = isWhole || state === undefined ? (change as DashboardState) : merge(state, change);
    onState(state);
  });
  events.addEventListener('open', () => onConnection(true));
  events.addEventListener('error', () => onConnection(false));
}

function merge(state: DashboardState, change: Partial<DashboardState>): DashboardState {
  const { logs, timelines } = state;
  // What is null has gone.
  const merged = Object.entries({ ...state, ...change }).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(merged) as unknown as DashboardState),
    logs: change.logs === undefined ? logs : [...logs, ...change.logs].slice(-LIMITS.logs),
    timelines:
      change.timelines === undefined
        ? timelines
        : [...timelines, ...change.timelines].slice(-LIMITS.timelines),
  };
}

/** Asks for a new start of the operator; rejects with the reason. */
export async function restartOperator(): Promise<void> {
  const answer = await fetch('/restart', { method: 'POST', headers: { 'x-kubewright-token': token } });
  if (!answer.ok) throw new Error((await answer.text()).trim());
}
