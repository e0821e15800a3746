import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasScript, TerminalRun } from './terminal-run.js';

const example = fileURLToPath(new URL('../../examples/appservice', import.meta.url));

// `script` of util-linux gives the command a terminal; on systems without it there is none to look at.
describe.skipIf(!hasScript())('kubewright dev on a terminal', { timeout: 60_000 }, () => {
  let folder: string;
  const runs: TerminalRun[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-terminal-'));
  });
  afterEach(async () => {
    for (const run of runs.splice(0)) run.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): TerminalRun {
    const kubeconfig = ['--kubeconfig', path.join(folder, 'kubeconfig')];
    const run = new TerminalRun({ args: [...args, ...kubeconfig], folder, columns: 100, rows: 30, env });
    runs.push(run);
    return run;
  }

  it('shows what converges, follows the size of the terminal and the keys, and gives the terminal back', async () => {
    const run = start(['dev', example]);
    await run.sees(/● converged/);
    expect(run.isAlternate).toBe(true);
    expect(run.lines()[0]).toMatch(/^kubewright dev appservice-operator {3,}● converged {2}\d+s$/);
    expect(run.screen).toMatch(/operator {4}running {2}process \d+/);
    expect(run.screen).toMatch(/API server {2}https:\/\/127\.0\.0\.1:\d+ {2}KUBECONFIG=/);
    expect(run.screen).toMatch(/● AppService nginx-app +Available +\d+s +Available/);
    expect(run.screen).toMatch(/● ├─ Deployment nginx-app +2\/2 ready/);
    expect(run.screen).toMatch(/page {8}http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{22}$/m);
    await run.sees(/● appservice +0 +0 +0 +0 +[1-9]/);
    expect(run.screen).toMatch(/─ Log ─+\n/);
    expect(run.lines().at(-1)).toBe('q quit   l log   o page   r restart   ? help');

    run.resize(60, 12);
    await run.sees(/^q quit/m);
    await run.sees(/● converged {2}\d+s *$/m);
    expect(run.lines()).toHaveLength(12);
    expect(run.lines()[0]).toMatch(/^kubewright dev appservice-operator +● converged {2}\d+s$/);
    expect(run.lines()[0]?.length).toBe(60);
    expect(run.lines().at(-1)).toMatch(/^q quit/);
    expect(run.screen).toMatch(/… \d+ more/);

    run.press('l');
    await run.sees(/── Log ─+ \d+ lines ──/);
    expect(run.screen).not.toMatch(/── Objects/);
    run.press('?');
    await run.sees(/^ {3}r {9}restart the operator$/m);
    run.press(' ');
    await run.sees(/── Objects/);

    run.press('r');
    await run.sees(/running {2}process \d+, 1 reload, the last in/);

    run.press('q');
    const screen = await run.ended();
    expect(run.isAlternate).toBe(false);
    expect(run.modes.wraps).toBe(true);
    expect(screen).toMatch(/^\$ kubewright\n● AppService nginx-app +Available/);
    expect(screen).toMatch(/ended with 0, settings restored/);
  });

  it('gives the terminal back before it says why it failed, without colours when none are wanted', async () => {
    const project = path.join(folder, 'project');
    await mkdir(project);
    await cp(path.join(example, 'config'), path.join(project, 'config'), { recursive: true });
    await writeFile(
      path.join(project, 'package.json'),
      '{ "name": "broken", "type": "module", "main": "main.js" }',
    );
    await writeFile(path.join(project, 'main.js'), 'setTimeout(() => process.exit(3), 300);');
    const run = start(['dev', project, '--once'], { NO_COLOR: '1' });
    const screen = await run.ended();
    expect(run.isAlternate).toBe(false);
    expect(screen).toMatch(/^kubewright: the operator of broken ended with code 3/m);
    expect(screen).toMatch(/ended with 1, settings restored/);
  });

  it('stops on Ctrl-C, though the keyboard is in raw mode', async () => {
    const run = start(['dev', example]);
    await run.sees(/── Objects/);
    run.press('\u0003');
    expect(await run.ended()).toMatch(/ended with 0, settings restored/);
    expect(run.isAlternate).toBe(false);
  });
});
