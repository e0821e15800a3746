import type { Clock } from '@kubewright/api';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TreeNode } from '../dev/tree.js';
import { DashboardStore } from './store.js';

/** A clock that the test moves. */
function handClock() {
  let nowMs = 1000;
  let timers: Array<{ dueMs: number; callback: () => void }> = [];
  const clock: Clock = {
    now: () => nowMs,
    setTimer(callback, delayMs) {
      const timer = { dueMs: nowMs + delayMs, callback };
      timers.push(timer);
      return { cancel: () => (timers = timers.filter((one) => one !== timer)) };
    },
  };
  const advance = (byMs: number): void => {
    nowMs += byMs;
    const due = timers.filter(({ dueMs }) => dueMs <= nowMs);
    timers = timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
  };
  return { clock, advance, pending: () => timers.length };
}

const tree = (name: string, conditions: unknown): TreeNode => ({
  object: {
    apiVersion: 'v1',
    kind: 'Web',
    metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    ...{ status: { conditions } },
  },
  health: { status: 'Current', state: 'Ready' },
  children: [],
});

describe('DashboardStore', () => {
  let time: ReturnType<typeof handClock>;
  let store: DashboardStore;
  let told: number;
  beforeEach(() => {
    time = handClock();
    store = new DashboardStore({ clock: time.clock, project: 'web', coalesceMs: 50 });
    told = 0;
    store.subscribe(() => (told += 1));
  });

  it('tells of several changes once, after the time it collects them', () => {
    store.setPhase('running');
    store.addLog({ level: 'info', text: 'hello' });
    expect(told).toBe(0);
    time.advance(50);
    expect(told).toBe(1);
    store.setPhase('converged');
    time.advance(50);
    expect(told).toBe(2);
  });

  it('tells nobody after it was closed, and leaves no timer', () => {
    store.setPhase('running');
    store.close();
    expect(time.pending()).toBe(0);
    store.setPhase('converged');
    expect(time.pending()).toBe(0);
    expect(told).toBe(0);
  });

  it('tells a subscriber no more that has left, though another gave the same function', () => {
    const count = { calls: 0 };
    const listener = (): void => void (count.calls += 1);
    const leave = store.subscribe(listener);
    store.subscribe(listener);
    leave();
    store.setPhase('running');
    time.advance(50);
    expect(count.calls).toBe(1);
  });

  it('does not tell of trees and queues that are as they were', () => {
    const queue = {
      ...{ name: 'web', ready: true, workers: 1, depth: 1, delayed: 0, active: 0, failing: 0 },
      ...{ total: 0, failed: 0, perSecond: 0 },
    };
    store.setTrees([tree('a', [])]);
    store.setControllers([queue]);
    time.advance(50);
    const { objects, controllers } = store.state;
    store.setTrees([tree('a', [])]);
    store.setControllers([{ ...queue }]);
    expect(time.pending()).toBe(0);
    expect(store.state.objects).toBe(objects);
    expect(store.state.controllers).toBe(controllers);
  });

  it('reads the conditions of objects, and leaves out what is none', () => {
    store.setTrees([
      tree('a', [{ type: 'Ready', status: 'True', reason: 'Up', message: '' }, 'x', { type: 1 }]),
    ]);
    expect(store.state.objects).toMatchObject([
      { name: 'a', conditions: [{ type: 'Ready', status: 'True', reason: 'Up' }] },
    ]);
    store.setTrees([tree('a', 'none')]);
    expect(store.state.objects[0]?.conditions).toEqual([]);
  });

  it('replaces the diagnostics of one source and keeps those of others', () => {
    store.setDiagnostics('generator', [
      { severity: 'error', message: 'a', file: 'a.ts', line: 1, column: 2 },
    ]);
    store.setDiagnostics('bundle', [{ severity: 'error', message: 'b' }]);
    store.setDiagnostics('generator', []);
    expect(store.state.diagnostics).toEqual([{ source: 'bundle', severity: 'error', message: 'b' }]);
  });

  it('keeps so many log lines, the newest, which count on', () => {
    for (let line = 1; line <= 1200; line += 1) store.addLog({ level: 'info', text: `line ${line}` });
    expect(store.state.logs).toHaveLength(1000);
    expect(store.state.logs.at(-1)).toMatchObject({ sequence: 1200, text: 'line 1200', source: 'operator' });
  });

  it('takes a field of the operator away that is patched with undefined', () => {
    store.patchOperator({ status: 'failed', reason: 'it ended' });
    store.patchOperator({ status: 'running', reason: undefined, pid: 7 });
    expect(store.state.operator).toEqual({ status: 'running', restarts: 0, pid: 7 });
  });
});
