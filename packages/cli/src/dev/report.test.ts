import type { Clock } from '@kubewright/api';
import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardStore } from '../dashboard/store.js';
import type { CommandIo } from '../io/terminal.js';
import type { Finding } from './finding.js';
import { DevReport } from './report.js';
import type { Turn } from './session.js';
import { createLineView } from './view.js';

describe('what dev says', () => {
  let nowMs: number;
  let printed: string[];
  let store: DashboardStore;
  let failed: string[];
  const clock: Clock = { now: () => nowMs, setTimer: () => ({ cancel: () => undefined }) };
  beforeEach(() => {
    nowMs = 0;
    printed = [];
    failed = [];
    store = new DashboardStore({ clock, project: 'web' });
  });

  function reporting(options: { verbose?: boolean; isTTY?: boolean; env?: Record<string, string> } = {}) {
    const { verbose = false, isTTY = false, env = {} } = options;
    const io: CommandIo = {
      stdout: { write: (text) => void printed.push(text.trimEnd()), isTTY },
      stderr: { write: () => true },
      env,
      cwd: '/',
      clock,
      signal: new AbortController().signal,
    };
    const view = createLineView({ io, verbose });
    const nothing = (): void => undefined;
    const report = new DevReport({
      project: { name: 'web', folder: '/project' },
      store,
      view,
      verbose,
      onError: (source, { message }) => failed.push(`${source} ${message}`),
      onBundle: nothing,
      onApplied: nothing,
      onDefinitions: nothing,
      onSamples: nothing,
      onTurn: nothing,
    });
    return { report, view };
  }

  const turn: Turn = {
    files: ['/project/src/a.ts'],
    isFirst: false,
    isComplete: true,
    durationMs: 243.4,
    steps: [['bundle', 6.2]],
    written: [],
    applied: [],
    restarted: true,
  };
  const object = (kind: string, name: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  });

  it('is one line for each fact, with the time since the start', () => {
    const { report } = reporting();
    nowMs = 1250;
    report.say('control plane ready');
    report.applied([
      object('CustomResourceDefinition', 'webs'),
      object('Web', 'a'),
      object('Web', 'b'),
      object('Role', 'c'),
    ]);
    expect(printed).toEqual([
      '  1.3s  control plane ready',
      '  1.3s  installed webs',
      '  1.3s  applied Web a, b; Role c',
    ]);
    expect(store.state.logs.map(({ source, text }) => `${source} ${text}`)[0]).toBe(
      'dev control plane ready',
    );
  });

  it('has logs in columns, debug lines and stacks only when asked', () => {
    const lines = [
      '{"level":"info","msg":"started"}',
      '{"level":"debug","msg":"looking"}',
      '{"level":"error","msg":"no","error":{"message":"oh","stack":"Error: oh\\n    at a.ts:1:2"}}',
    ];
    const quiet = reporting().report;
    for (const line of lines) quiet.line(line);
    expect(printed).toEqual(['  0.0s  info  started', '  0.0s  error no error="oh"']);
    printed = [];
    const verbose = reporting({ verbose: true }).report;
    for (const line of lines) verbose.line(line);
    expect(printed).toEqual([
      '  0.0s  info  started',
      '  0.0s  debug looking',
      '  0.0s  error no error="oh"',
      '  0.0s        Error: oh',
      '  0.0s            at a.ts:1:2',
    ]);
  });

  it('is coloured on a terminal, unless NO_COLOR is set', () => {
    reporting({ isTTY: true }).report.line('{"level":"warn","msg":"slow"}');
    reporting({ isTTY: true, env: { NO_COLOR: '1' } }).report.line('{"level":"warn","msg":"slow"}');
    expect(printed).toEqual([
      '\u001b[90m  0.0s\u001b[39m  \u001b[33mwarn \u001b[39m slow',
      '  0.0s  warn  slow',
    ]);
  });

  it('is nothing after the end', () => {
    const { report, view } = reporting();
    view.close();
    report.say('late');
    expect(printed).toEqual([]);
  });

  it('names the place of what is wrong, warnings once, errors each time', () => {
    const { report } = reporting();
    const warning: Finding = { severity: 'warning', message: 'hm' };
    const error: Finding = {
      severity: 'error',
      message: 'oh',
      hint: 'do so',
      file: 'src/a.ts',
      line: 3,
      column: 7,
    };
    report.findings('generator', [warning]);
    report.findings('generator', [warning]);
    report.findings('bundle', [error]);
    report.findings('bundle', [error]);
    expect(printed.map((line) => line.slice(8))).toEqual([
      'warning: hm',
      'src/a.ts:3:7: error: oh (do so)',
      'src/a.ts:3:7: error: oh (do so)',
    ]);
    expect(failed).toEqual(['bundle oh', 'bundle oh']);
    expect(store.state.diagnostics).toHaveLength(2);
    report.findings('bundle', []);
    expect(store.state.diagnostics).toHaveLength(1);
  });

  const turns: Array<[string, Partial<Turn>, string[]]> = [
    ['a reload', {}, ['reloaded in 243 ms: src/a.ts']],
    [
      'one of many files',
      { files: ['/project/a', '/b', '/c', '/d'] },
      ['reloaded in 243 ms: a, /b and 2 more'],
    ],
    ['one on demand', { files: [] }, ['reloaded in 243 ms: on demand']],
    ['one that was halted', { isComplete: false, restarted: false }, ['not taken over: src/a.ts (243 ms)']],
    ['the first', { isFirst: true, files: [] }, []],
    [
      'manifests that were written',
      { restarted: false, written: ['config/crd/a.yaml'] },
      ['wrote config/crd/a.yaml', 'updated in 243 ms: src/a.ts'],
    ],
    ['a change without consequences', { restarted: false }, ['nothing to do: src/a.ts (243 ms)']],
    ['files that the command wrote itself', { restarted: false, files: ['/project/config/crd/a.yaml'] }, []],
  ];
  it.each(turns)('tells of %s', (_, part, lines) => {
    reporting().report.turned({ ...turn, ...part });
    expect(printed.map((line) => line.slice(8))).toEqual(lines);
  });

  it('says how long each step took when asked', () => {
    reporting({ verbose: true }).report.turned(turn);
    expect(printed.at(-1)).toBe('  0.0s  steps: bundle 6 ms');
    expect(store.state.operator.lastReloadMs).toBe(243.4);
  });

  it('keeps the state of the operator for the dashboard', () => {
    const { report } = reporting();
    report.operator({ status: 'starting', pid: 7 });
    report.operator({ status: 'running', pid: 7 });
    expect(store.state.operator).toEqual({ status: 'running', pid: 7, restarts: 0 });
    report.operator({ status: 'failed', finding: { severity: 'error', message: 'it ended' } });
    expect(store.state.operator).toEqual({ status: 'failed', restarts: 0, reason: 'error: it ended' });
    report.operator({ status: 'starting', pid: 8 });
    expect(store.state.operator).toEqual({ status: 'starting', pid: 8, restarts: 1 });
    expect(printed).toEqual(['  0.0s  operator web started (process 7)']);
  });
});
