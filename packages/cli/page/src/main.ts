import type { DashboardState } from '../../src/dashboard/state.js';
import { createActivity } from './activity.js';
import { followState, restartOperator } from './connection.js';
import { find } from './dom.js';
import { createHeader } from './header.js';
import { createLogs } from './logs.js';
import { createObjects, showAges } from './objects.js';
import { createProblems } from './problems.js';
import { createTimelines } from './timelines.js';

const logs = createLogs();
const timelines = createTimelines((reconcileID) => logs.filter(reconcileID));
const showHeader = createHeader();
const showObjects = createObjects((object) => timelines.choose(object));
const showActivity = createActivity();
const showProblems = createProblems((object) => timelines.choose(object));
const offline = find(document, '#offline');

let state: DashboardState | undefined;

function show(next: DashboardState): void {
  const before = state;
  state = next;
  const nowMs = Date.now();
  showHeader(next, nowMs);
  if (next.objects !== before?.objects) showObjects(next.objects, nowMs);
  if (next.controllers !== before?.controllers || next.reconciles !== before?.reconciles) showActivity(next);
  showProblems(next, nowMs);
  if (next.timelines !== before?.timelines) timelines.show(next.timelines, nowMs);
  logs.show(next.logs);
}

followState(show, (isOpen) => {
  offline.hidden = isOpen;
  document.body.classList.toggle('is-offline', !isOpen);
  if (isOpen) return;
  offline.textContent =
    state === undefined
      ? 'Not connected: this address is not of the run that goes on. Open the one that kubewright dev prints.'
      : 'Not connected: kubewright dev has ended. What is shown was the last.';
});

// Ages grow, and the lines of time move on, though nothing happens.
setInterval(() => {
  if (state === undefined || document.hidden || !offline.hidden) return;
  const nowMs = Date.now();
  showHeader(state, nowMs);
  showAges(document, nowMs);
  timelines.show(state.timelines, nowMs);
}, 1000);

const restart = find<HTMLButtonElement>(document, '#restart');
restart.addEventListener('click', () => {
  restart.disabled = true;
  restartOperator()
    .catch((error: unknown) => {
      offline.hidden = false;
      offline.textContent = `The operator was not restarted: ${error instanceof Error ? error.message : String(error)}`;
    })
    .finally(() => {
      restart.disabled = false;
    });
});

const root = document.documentElement;
find(document, '#theme').addEventListener('click', () => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const current = root.dataset['theme'] ?? (isDark ? 'dark' : 'light');
  root.dataset['theme'] = current === 'dark' ? 'light' : 'dark';
});

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (key === 'Escape' && target instanceof HTMLInputElement) {
    target.value = '';
    target.dispatchEvent(new Event('input', { bubbles: true }));
    target.blur();
  } else if (!isTyping && key === '/') {
    event.preventDefault();
    logs.focusFilter();
  } else if (!isTyping && key === 'w') {
    event.preventDefault();
    timelines.focusFilter();
  }
});
