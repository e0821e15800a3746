import { CliError } from '../errors.js';
import type { CommandIo } from '../io/terminal.js';
import type { ChangeSet, Decision } from './changes/plan-changes.js';
import { planChanges } from './changes/plan-changes.js';
import { projectReader, writeChanges } from './changes/write-changes.js';
import type { ScaffoldPlan } from './model.js';

export interface CarryOutOptions {
  readonly folder: string;
  readonly plan: ScaffoldPlan;
  /** Overwrite files that are in the way without asking. */
  readonly force: boolean;
  /** Whether a file that is in the way came from the same command before; then it is the user's and stays. */
  readonly isKnown: (path: string) => boolean;
}

/**
 * Carries out a plan in a folder: computes everything, asks about files that are in the way, writes.
 *
 * @throws CliError 'Refused' naming the files that are in the way, where nobody can be asked; nothing is written then
 */
export async function carryOut(options: CarryOutOptions, io: CommandIo): Promise<ChangeSet> {
  const { folder, plan, force, isKnown } = options;
  const refused: string[] = [];
  let answer: 'overwrite-all' | 'keep-all' | undefined;
  const decide = async (path: string, why: 'in-the-way' | 'conflict'): Promise<Decision> => {
    if (force || answer === 'overwrite-all') return 'overwrite';
    if (isKnown(path) || answer === 'keep-all') return 'keep';
    if (io.prompts === undefined) {
      if (why === 'in-the-way') refused.push(path);
      return 'keep';
    }
    const chosen = await io.prompts.select({
      message:
        why === 'conflict'
          ? `You changed lines of ${path} that must change. What shall become of it?`
          : `${path} exists already. What shall become of it?`,
      options: [
        { value: 'keep', label: 'keep it' },
        { value: 'overwrite', label: 'overwrite it' },
        { value: 'keep-all', label: 'keep it and all others' },
        { value: 'overwrite-all', label: 'overwrite it and all others' },
      ],
    });
    if (chosen === 'keep-all' || chosen === 'overwrite-all') answer = chosen;
    return chosen.startsWith('keep') ? 'keep' : 'overwrite';
  };
  const changes = await planChanges({ plan, read: projectReader(folder), decide });
  if (refused.length > 0)
    throw new CliError(
      'Refused',
      `${refused.join(', ')} ${refused.length === 1 ? 'exists' : 'exist'} already with another content: --force overwrites; nothing was written`,
    );
  io.signal.throwIfAborted();
  await writeChanges(folder, changes);
  return changes;
}
