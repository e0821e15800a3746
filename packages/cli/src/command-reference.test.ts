import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from './program.js';
import { CapturedIo } from './test-support/captured-io.js';
import { commandsOf, pathOf } from './usage/command-tree.js';

const file = fileURLToPath(new URL('../../../docs/command.md', import.meta.url));
const [BEGIN, END] = ['<!-- commands: generated -->\n', '\n<!-- end of commands -->'];

/** Every command by its help, in the order of the help; groups are told by what is in them. */
function reference(): string {
  const io = new CapturedIo();
  const program = createProgram(io, () => undefined);
  const commands = [...commandsOf(program)].filter(
    (command) => command.commands.length === 0 && !command.name().startsWith('__'),
  );
  return commands
    .map((command) => `\n## ${pathOf(command)}\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\`\n`)
    .join('');
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 110 });
  command.outputHelp();
  return text;
}

describe('docs/command.md', () => {
  it('has every command as its help tells it (UPDATE_GOLDEN=1 writes them)', async () => {
    const text = await readFile(file, 'utf8');
    const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
    const expected = text.slice(0, begin) + reference() + text.slice(end);
    if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, expected);
    else expect(text).toBe(expected);
  });
});
