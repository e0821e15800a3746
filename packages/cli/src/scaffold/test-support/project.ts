import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@kubewright/api';
import type { Prompts } from '../../io/prompts.js';
import type { CommandIo } from '../../io/terminal.js';
import { createProgram } from '../../program.js';

const PACKAGES = fileURLToPath(new URL('../../../../', import.meta.url));

export interface CommandRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder in which commands run as on the command line, but within this process. */
export class TestProject {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'kubewright-scaffold-'));
  #prompts: Prompts | undefined;

  /** Commands that follow find somebody at the terminal. */
  answers(prompts: Prompts): void {
    this.#prompts = prompts;
  }

  /** @throws what the command throws, which `main` prints as one sentence */
  async run(...args: string[]): Promise<CommandRun> {
    let stdout = '';
    let stderr = '';
    const io: CommandIo = {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      ...(this.#prompts && { prompts: this.#prompts }),
      env: {},
      cwd: this.folder,
      clock: { ...systemClock, now: () => Date.UTC(2026, 0, 1) },
      signal: new AbortController().signal,
    };
    let code = 0;
    await createProgram(io, (exitCode) => (code = exitCode)).parseAsync(args, { from: 'user' });
    return { code, stdout, stderr };
  }

  /** `run` for a line of a tutorial. */
  line(line: string): Promise<CommandRun> {
    return this.run(...line.split(' '));
  }

  async init(...args: string[]): Promise<void> {
    await this.run(
      'init',
      '--skip-install',
      '--domain',
      'testproject.org',
      '--project-name',
      'project-v4',
      ...args,
    );
  }

  /** Puts the packages of this repository in place, so that sources can be read. */
  install(): void {
    mkdirSync(path.join(this.folder, 'node_modules', '@kubewright'), { recursive: true });
    symlinkSync(path.join(PACKAGES, 'kubewright'), path.join(this.folder, 'node_modules', 'kubewright'));
    symlinkSync(
      path.join(PACKAGES, 'testing'),
      path.join(this.folder, 'node_modules', '@kubewright', 'testing'),
    );
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /** All files but installed packages, by path. */
  files(): Record<string, string> {
    return Object.fromEntries(filesBelow(this.folder).map((file) => [file, this.read(file)]));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Paths of files relative to a folder, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !file.startsWith('node_modules/'))
    .sort();
}
