import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from './program.js';
import { CapturedIo } from './test-support/captured-io.js';
import { commandsOf, pathOf } from './usage/command-tree.js';

const noExit = (): void => undefined;

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

const all = [...commandsOf(createProgram(new CapturedIo(), noExit))].filter(
  (command) => !command.name().startsWith('__'),
);

describe('every command', () => {
  it.each(all.map((command) => [pathOf(command), command] as const))(
    '%s says what it does',
    (_path, command) => {
      expect(command.description()).toMatch(/^[A-Z].*\.$/s);
      for (const option of command.options) expect([option.flags, option.description]).not.toContain('');
      for (const argument of command.registeredArguments) expect(argument.description).not.toBe('');
    },
  );

  it.each(
    all.filter(({ commands }) => commands.length === 0).map((command) => [pathOf(command), command] as const),
  )('%s has examples, which its parser takes', async (path, command) => {
    const [, examples = ''] = /\nExamples?:\n((?: {2}.*\n?)+)/.exec(helpOf(command)) ?? [];
    const lines = examples.split('\n').filter((line) => line.includes(path));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(await parsedBy(line.slice(line.indexOf(path)), path)).toBe(path);
  });
});

/** Which command takes the line, or what is wrong with it. */
async function parsedBy(line: string, path: string): Promise<string> {
  const io = new CapturedIo();
  const program = createProgram(io, noExit);
  let taken = '';
  for (const command of commandsOf(program))
    if (pathOf(command) === path) command.action(() => void (taken = path));
  const [words = ''] = line.split(/ [|&>]|\)/);
  await program
    .parseAsync((words.match(/"[^"]*"|\S+/g) ?? []).slice(1), { from: 'user' })
    .catch((error: unknown) => (taken = `${(error as Error).message} ${io.err}`));
  return taken;
}

describe('a line that is not understood', () => {
  const problemOf = async (line: string): Promise<string> => {
    const io = new CapturedIo();
    const parsed = createProgram(io, noExit).parseAsync(line.split(' '), { from: 'user' });
    await expect(parsed).rejects.toThrow(CommanderError);
    return io.err;
  };

  it.each([
    ['depoly', 'unknown command \'depoly\': did you mean "kubewright deploy"?', 'kubewright'],
    ['diff', 'unknown command \'diff\': did you mean "kubewright crd diff"?', 'kubewright'],
    ['crd dif', 'unknown command \'dif\': did you mean "kubewright crd diff"?', 'kubewright crd'],
    ['zebra', "unknown command 'zebra'", 'kubewright'],
    [
      'deploy --kubecofnig x',
      "unknown option '--kubecofnig': did you mean --kubeconfig?",
      'kubewright deploy',
    ],
    ['deploy --contex=x', "unknown option '--contex=x': did you mean --context?", 'kubewright deploy'],
    [
      'manifests --push',
      'unknown option \'--push\': it is a flag of "kubewright build"',
      'kubewright manifests',
    ],
    [
      'manifests -o jsn',
      "option '-o, --output <format>' argument 'jsn' is invalid. Allowed choices are text, json: did you mean json?",
      'kubewright manifests',
    ],
    [
      'completion bahs',
      "command-argument value 'bahs' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish, powershell: did you mean bash?",
      'kubewright completion',
    ],
    ['push', "missing required argument 'image'", 'kubewright push'],
    ['version a b', "too many arguments for 'version'. Expected 1 argument but got 2", 'kubewright version'],
  ])('%s: %s', async (line, problem, command) => {
    expect(await problemOf(line)).toBe(
      `kubewright: ${problem}\nrun "${command} --help" for how to call it\n`,
    );
  });
});
