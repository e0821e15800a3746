import type { Clock } from '@kubewright/api';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperatorExit } from './operator-process.js';
import { OperatorRunner, ProgramError } from './operator-runner.js';
import type { OperatorChange, RunnerProcess } from './operator-runner.js';

/** A process that a test plays. */
class FakeProcess implements RunnerProcess {
  readonly pid: number;
  readonly exited: Promise<OperatorExit>;
  readonly prepared: Promise<void>;
  readonly started: Promise<{ debugUrl?: string }>;
  readonly heard: unknown[] = [];
  hasExited = false;
  queues: unknown;
  readonly say: (line: string) => void;
  prepare!: () => void;
  startUp!: (debugUrl?: string) => void;
  readonly #journal: string[];
  #exit!: (exit: OperatorExit) => void;

  constructor(pid: number, say: (line: string) => void, journal: string[]) {
    this.pid = pid;
    this.say = say;
    this.#journal = journal;
    this.exited = new Promise((resolve) => (this.#exit = resolve));
    this.prepared = new Promise((resolve) => (this.prepare = resolve));
    this.started = new Promise((resolve) => {
      this.startUp = (debugUrl) => resolve(debugUrl === undefined ? {} : { debugUrl });
    });
  }

  load(file: string): void {
    this.#journal.push(`${this.pid} loads ${file}`);
  }

  begin(queues: unknown): void {
    this.#journal.push(`${this.pid} begins with ${JSON.stringify(queues)}`);
  }

  async stop(): Promise<void> {
    this.#journal.push(`${this.pid} stops`);
    this.end({ code: 0, signal: null });
    await this.exited;
  }

  end(exit: OperatorExit): void {
    if (this.hasExited) return;
    this.hasExited = true;
    this.#exit(exit);
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('OperatorRunner', () => {
  let journal: string[];
  let lines: string[];
  let changes: OperatorChange[];
  let processes: FakeProcess[];
  let timers: Set<() => void>;
  let runner: OperatorRunner;
  beforeEach(() => {
    journal = [];
    lines = [];
    changes = [];
    processes = [];
    timers = new Set();
    const clock: Clock = {
      now: () => 0,
      setTimer: (callback) => {
        timers.add(callback);
        return { cancel: () => void timers.delete(callback) };
      },
    };
    runner = new OperatorRunner({
      clock,
      name: 'web',
      folder: '/project',
      spawn: ({ onLine }) => {
        const process = new FakeProcess(processes.length + 1, onLine, journal);
        processes.push(process);
        return process;
      },
      onLine: (line) => lines.push(line),
      onChange: (change) => changes.push(change),
    });
  });

  const program = (file: string, waits = true) => ({ file, args: [], waits });
  const nth = (number: number): FakeProcess => {
    const process = processes[number - 1];
    if (process === undefined) throw new Error(`no process ${number}`);
    return process;
  };

  /** Runs a first program of `runOperator`. */
  async function running(): Promise<FakeProcess> {
    const { takeOver } = await runner.prepare(program('a'));
    const taking = takeOver();
    nth(1).prepare();
    await settle();
    nth(1).startUp('http://127.0.0.1:1');
    await taking;
    return nth(1);
  }

  it('starts a program in a process that was there before', async () => {
    runner.warmUp();
    runner.warmUp();
    await running();
    expect(processes).toHaveLength(1);
    expect(journal).toEqual(['1 loads a', '1 begins with undefined']);
    expect(changes).toEqual([
      { status: 'starting', pid: 1 },
      { status: 'running', pid: 1, debugUrl: 'http://127.0.0.1:1' },
    ]);
    expect(timers.size).toBe(0);
  });

  it('makes the next program while the one before works, and gives it what that left', async () => {
    const first = await running();
    const preparing = runner.prepare(program('b'));
    await settle();
    nth(2).say('hello');
    nth(2).prepare();
    const { takeOver } = await preparing;
    expect([journal.at(-1), first.hasExited, lines]).toEqual(['2 loads b', false, []]);
    first.queues = ['left'];
    const taking = takeOver();
    await settle();
    nth(2).startUp();
    await taking;
    expect(journal.slice(2)).toEqual(['2 loads b', '1 stops', '2 begins with ["left"]']);
    expect(lines).toEqual(['hello']);
    expect(changes.slice(2)).toEqual([
      { status: 'stopped' },
      { status: 'starting', pid: 2 },
      { status: 'running', pid: 2 },
    ]);
  });

  it('leaves the one before alone when the next program fails as it is loaded, and says where', async () => {
    const first = await running();
    const preparing = runner.prepare(program('b'));
    await settle();
    nth(2).say('Error: oh');
    const stack = [
      'Error: oh',
      '    at read (node:internal/fs:1:2)',
      '    at lib (/project/node_modules/lib/index.js:1:2)',
      '    at make (/project/src/a b.ts:3:7)',
      '    at file:///project/src/main.ts:1:1',
    ].join('\n');
    nth(2).end({ code: 1, signal: null, crash: { message: 'oh', stack } });
    const error: unknown = await preparing.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ProgramError);
    expect((error as ProgramError).finding).toEqual({
      severity: 'error',
      message: 'oh',
      file: 'src/a b.ts',
      line: 3,
      column: 7,
    });
    expect([first.hasExited, lines, changes.length]).toEqual([false, [], 2]);
  });

  it('lets one work at a time, also when the next takes over while the one before still stops', async () => {
    const first = await running();
    let stopped!: () => void;
    first.stop = async () => {
      await new Promise<void>((resolve) => (stopped = resolve));
      first.end({ code: 0, signal: null });
    };
    const second = runner.prepare(program('b'));
    nth(2).prepare();
    const takingSecond = (await second).takeOver();
    const third = runner.prepare(program('c'));
    nth(3).prepare();
    const takingThird = (await third).takeOver();
    await settle();
    expect(journal.slice(2)).toEqual(['2 loads b', '3 loads c']);
    stopped();
    await settle();
    nth(3).startUp();
    await Promise.all([takingSecond, takingThird]);
    expect([nth(2).hasExited, nth(3).hasExited, runner.isRunning]).toEqual([true, false, true]);
    expect(changes.at(-1)).toEqual({ status: 'running', pid: 3 });
  });

  it('leaves the one before alone when the next program is discarded', async () => {
    const first = await running();
    const preparing = runner.prepare(program('b'));
    await settle();
    nth(2).prepare();
    await (await preparing).discard();
    expect([first.hasExited, nth(2).hasExited, changes.length]).toEqual([false, true, 2]);
  });

  it('says with what words a program ended, and starts the next with the queues that nobody took', async () => {
    const first = await running();
    const preparing = runner.prepare(program('b'));
    await settle();
    nth(2).prepare();
    const taking = (await preparing).takeOver();
    first.queues = ['left'];
    await settle();
    nth(2).say('b: the port is taken');
    nth(2).say('');
    nth(2).end({ code: 1, signal: null });
    await expect(taking).rejects.toThrow('the operator of web ended with code 1: b: the port is taken');
    expect(changes.at(-1)).toMatchObject({ status: 'failed' });
    expect(runner.isRunning).toBe(false);

    const preparingThird = runner.prepare(program('c'));
    nth(3).prepare();
    const again = (await preparingThird).takeOver();
    await settle();
    nth(3).startUp();
    await again;
    expect(journal.at(-1)).toBe('3 begins with ["left"]');
  });

  it('tells when the operator ends by itself, and what it left goes to the next', async () => {
    const first = await running();
    first.queues = ['mine'];
    first.end({ code: null, signal: 'SIGKILL' });
    await settle();
    expect(changes.at(-1)).toEqual({
      status: 'failed',
      finding: { severity: 'error', message: 'the operator of web ended with signal SIGKILL' },
    });
    const preparing = runner.prepare(program('b'));
    nth(2).prepare();
    const taking = (await preparing).takeOver();
    await settle();
    nth(2).startUp();
    await taking;
    expect(journal.at(-1)).toBe('2 begins with ["mine"]');
  });

  it('loads a program that does not wait only when it takes over, and the one before is gone', async () => {
    const { takeOver } = await runner.prepare(program('a', false));
    expect(journal).toEqual([]);
    const first = takeOver();
    await settle();
    for (const fire of timers) fire();
    await first;
    const second = (await runner.prepare(program('b', false))).takeOver();
    await settle();
    for (const fire of timers) fire();
    await second;
    expect(journal).toEqual(['1 loads a', '1 stops', '2 loads b']);
    expect(changes.at(-1)).toEqual({ status: 'running', pid: 2 });
  });

  it('takes another process when the one that waited has ended or is out of date', async () => {
    runner.warmUp();
    nth(1).end({ code: 1, signal: null });
    runner.warmUp();
    await runner.coolDown();
    await runner.prepare(program('a'));
    expect(journal).toEqual(['2 stops', '3 loads a']);
  });

  it('leaves no process when it is stopped', async () => {
    await running();
    runner.warmUp();
    await runner.stop();
    expect(processes.map(({ hasExited }) => hasExited)).toEqual([true, true]);
    runner.warmUp();
    expect(processes).toHaveLength(2);
    expect(changes.at(-1)).toMatchObject({ status: 'running' });
  });
});
