import type { Argument, Command, Option } from 'commander';
import { visibleCommands } from '../usage/command-tree.js';

/** A word that may stand where the cursor is. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What a shell may offer; `paths` is for the shell itself to find. */
export interface Completions {
  readonly candidates: readonly Candidate[];
  readonly paths: 'none' | 'files' | 'folders';
}

/** Words that depend on where one is: names of kinds, contexts. By what stands for a value in the help. */
export type ValueSource = (placeholder: string) => Promise<readonly Candidate[]>;

export interface CompleteOptions {
  readonly program: Command;
  /** The words after the program's name and before the one at the cursor. */
  readonly before: readonly string[];
  /** What is written of the word at the cursor. */
  readonly current: string;
  readonly values: ValueSource;
}

/** What may stand at the cursor: commands, flags, or values of the flag or argument that is there. */
export async function complete({ program, before, current, values }: CompleteOptions): Promise<Completions> {
  const at = locate(program, before);
  const only = (candidates: readonly Candidate[], paths: Completions['paths'] = 'none'): Completions => ({
    candidates: candidates.filter(({ value }) => value.startsWith(current)),
    paths,
  });
  if (at.pending !== undefined) {
    const { candidates, paths } = await valuesOf(at.pending, values);
    // A flag that may stand alone may be followed by another, and so may one that takes several values.
    const mayBeFlag = current.startsWith('-') && (at.pending.optional || at.pending.variadic);
    return mayBeFlag ? only(flagsOf(at)) : only(candidates, paths);
  }
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  if (flag !== undefined && value !== undefined) {
    const option = at.command.options.find(({ long }) => long === flag);
    if (option === undefined || !takesValue(option)) return only([]);
    const { candidates, paths } = await valuesOf(option, values);
    return only(
      candidates.map((one) => ({ ...one, value: `${flag}=${one.value}` })),
      paths,
    );
  }
  if (current.startsWith('-') && !at.onlyArguments) return only(flagsOf(at));
  const below = at.args === 0 ? visibleCommands(at.command) : [];
  const argument = at.command.registeredArguments[at.args] ?? lastIfVariadic(at.command);
  const { candidates, paths } = argument === undefined ? NOTHING : await valuesOf(argument, values);
  return only(
    [...below.map((one) => ({ value: one.name(), description: one.description() })), ...candidates],
    paths,
  );
}

const NOTHING: Completions = { candidates: [], paths: 'none' };

interface Position {
  readonly command: Command;
  /** A flag whose value is next. */
  readonly pending?: Option;
  readonly used: ReadonlySet<Option>;
  /** How many arguments stand before. */
  readonly args: number;
  /** After `--`. */
  readonly onlyArguments: boolean;
}

function locate(program: Command, before: readonly string[]): Position {
  let command = program;
  let pending: Option | undefined;
  let args = 0;
  let onlyArguments = false;
  const used = new Set<Option>();
  for (const word of before) {
    const isFlag = word.startsWith('-') && word !== '-' && !onlyArguments;
    if (pending !== undefined && !(isFlag && (pending.optional || pending.variadic))) {
      if (!pending.variadic) pending = undefined;
      continue;
    }
    pending = undefined;
    if (onlyArguments || !isFlag) {
      const below =
        args === 0 && !onlyArguments ? command.commands.find((one) => one.name() === word) : undefined;
      if (below === undefined) args += 1;
      else command = below;
    } else if (word === '--') onlyArguments = true;
    else {
      const name = word.replace(/=.*$/s, '');
      const option = command.options.find(({ long, short }) => long === name || short === name);
      if (option === undefined) continue;
      used.add(option);
      if (takesValue(option) && !word.includes('=')) pending = option;
    }
  }
  return { command, used, args, onlyArguments, ...(pending === undefined ? {} : { pending }) };
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** Those that were not given yet, or may be given again. */
function flagsOf({ command, used }: Position): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => option.variadic || !used.has(option))
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
}

function lastIfVariadic(command: Command): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return last?.variadic === true ? last : undefined;
}

async function valuesOf(of: Option | Argument, values: ValueSource): Promise<Completions> {
  if (of.argChoices !== undefined)
    return { candidates: of.argChoices.map((value) => ({ value, description: '' })), paths: 'none' };
  const placeholder = placeholderOf(of);
  const paths = /^(folder|output)$/.test(placeholder)
    ? 'folders'
    : /^(files?|paths?|globs|sources|old|new)$/.test(placeholder)
      ? 'files'
      : 'none';
  // `--context <name>` is told by the flag, `<kind/name>` by what stands there.
  const name = 'flags' in of && placeholder === 'name' ? (of.long ?? '').slice(2) : placeholder;
  return { candidates: await values(name), paths };
}

/** `file` of `--kubeconfig <file>`. */
function placeholderOf(of: Option | Argument): string {
  if (!('flags' in of)) return of.name();
  return (/[<[]([^\]>]+)[\]>]/.exec(of.flags)?.[1] ?? '').replace(/\.\.\.$/, '');
}
