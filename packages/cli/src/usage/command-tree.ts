import type { Command } from 'commander';

/** A command and all below it, in the order of the help. */
export function* commandsOf(command: Command): Generator<Command> {
  yield command;
  for (const below of command.commands) yield* commandsOf(below);
}

/** The words by which a command is called, as `kubewright crd diff`. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** Those that the help shows. */
export function visibleCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}
