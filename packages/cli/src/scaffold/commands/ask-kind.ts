import { CliError } from '../../errors.js';
import type { CommandIo } from '../../io/terminal.js';
import type { NameCheck } from '../names/check-names.js';
import { groupFault, kindFault, versionFault } from '../names/check-names.js';
import type { NamedKind } from './next-resource.js';

export type KindFlags = Partial<NamedKind>;

/**
 * Group, version and kind as flags say; what they leave open is asked for on a terminal.
 *
 * @throws CliError 'InvalidArgument' naming the flags that are missing, where nobody can be asked
 */
export async function askKind(flags: KindFlags, { prompts }: CommandIo): Promise<NamedKind> {
  const asked: Array<
    [name: 'group' | 'version' | 'kind', message: string, fault: NameCheck, initial?: string]
  > = [
    ['group', 'Group, without the domain', groupFault],
    ['version', 'Version', versionFault, 'v1'],
    ['kind', 'Kind, as Captain', kindFault],
  ];
  const missing = asked.filter(([name]) => flags[name] === undefined);
  if (missing.length > 0 && prompts === undefined)
    throw new CliError(
      'InvalidArgument',
      `name the kind: ${missing.map(([name]) => `--${name}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  const answers = { group: flags.group ?? '', version: flags.version ?? '', kind: flags.kind ?? '' };
  for (const [name, message, fault, initial] of missing)
    if (prompts !== undefined)
      answers[name] = await prompts.text({ message, fault, ...(initial === undefined ? {} : { initial }) });
  const { plural, externalApiPath, externalApiDomain, externalApiModule } = flags;
  return {
    group: answers.group.trim(),
    version: answers.version.trim(),
    kind: answers.kind.trim(),
    ...(plural === undefined ? {} : { plural }),
    ...(externalApiPath === undefined ? {} : { externalApiPath }),
    ...(externalApiDomain === undefined ? {} : { externalApiDomain }),
    ...(externalApiModule === undefined ? {} : { externalApiModule }),
  };
}
