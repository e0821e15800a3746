import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasScript, TerminalRun } from './terminal-run.js';

const ENTER = '\r';
const DOWN = '\x1b[B';
const CTRL_C = '\x03';

describe.skipIf(!hasScript())('kubewright init on a terminal', () => {
  let folder: string;
  let terminal: TerminalRun;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kubewright-init-'));
    const args = ['init', 'my-op', '--skip-install'];
    terminal = new TerminalRun({ args, folder, columns: 100, rows: 70 });
  });
  afterEach(() => {
    terminal.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('asks, says at once what is wrong with an answer, and makes the project', async () => {
    await terminal.sees(/Domain of your API groups/);
    terminal.press(`Example.com${ENTER}`);
    await terminal.sees(/did you mean "example\.com"\?/);
    terminal.press(`${'\x7f'.repeat('Example.com'.length)}example.com${ENTER}`);
    await terminal.sees(/Name of the project\s[^]*my-op/);
    terminal.press(ENTER);
    await terminal.sees(/License of the sources/);
    terminal.press(DOWN + ENTER);
    await terminal.ended();
    expect(terminal.screen).toContain('created    PROJECT\n');
    expect(terminal.screen).toContain('ended with 0, settings restored');
    const project = readFileSync(path.join(folder, 'my-op', 'PROJECT'), 'utf8');
    expect(project).toContain('domain: example.com\n');
    expect(project).toContain('    license: copyright\n');
    expect(project).toContain('projectName: my-op\n');
  });

  it('writes nothing when somebody leaves', async () => {
    await terminal.sees(/Domain of your API groups/);
    terminal.press(CTRL_C);
    await terminal.ended();
    expect(terminal.screen).toContain('kubewright: cancelled: nothing was written');
    expect(terminal.screen).toContain('ended with 1, settings restored');
    expect(existsSync(path.join(folder, 'my-op'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['tty']);
  });
});
