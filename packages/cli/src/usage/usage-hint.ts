import type { Command } from 'commander';
import { didYouMean, nearest } from '@kubewright/api';
import { commandsOf, pathOf, visibleCommands } from './command-tree.js';

/** What somebody most likely meant who met this error of the parser of `command`; undefined when nothing is near. */
export function usageHint(error: string, command: Command): string | undefined {
  const [, flag] = /unknown option '([^']*)'/.exec(error) ?? [];
  if (flag !== undefined) return flagHint(flag.replace(/=.*$/, ''), command);
  const [, word] = /unknown command '([^']*)'/.exec(error) ?? [];
  if (word !== undefined) return commandHint(word, command);
  const [, option, given] = /option '([^']*)' argument '([^']*)' is invalid/.exec(error) ?? [];
  if (option !== undefined && given !== undefined)
    return didYouMean(given, command.options.find(({ flags }) => flags === option)?.argChoices ?? []);
  const [, value, argument] = /argument value '([^']*)' is invalid for argument '([^']*)'/.exec(error) ?? [];
  if (argument !== undefined && value !== undefined)
    return didYouMean(
      value,
      command.registeredArguments.find((of) => of.name() === argument)?.argChoices ?? [],
    );
  return undefined;
}

function flagHint(flag: string, command: Command): string | undefined {
  const own = flagsOf(command);
  const meant = flag.startsWith('--') ? nearest(flag.slice(2), own) : undefined;
  if (meant !== undefined) return `did you mean --${meant}?`;
  const known = [...commandsOf(rootOf(command))].filter((other) =>
    other.options.some(({ long, short }) => long === flag || short === flag),
  );
  if (known.length > 0 && known.length <= 3)
    return `it is a flag of ${known.map((other) => `"${pathOf(other)}"`).join(', ')}`;
  return undefined;
}

/** Without their dashes. */
function flagsOf(command: Command): string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => (long === undefined || long === null ? [] : [long.slice(2)]));
}

function commandHint(word: string, command: Command): string | undefined {
  const near = nearest(
    word,
    visibleCommands(command).map((below) => below.name()),
  );
  if (near !== undefined) return `did you mean "${pathOf(command)} ${near}"?`;
  const elsewhere = [...commandsOf(rootOf(command))].find((other) => other.name() === word);
  return elsewhere === undefined ? undefined : `did you mean "${pathOf(elsewhere)}"?`;
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
