import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import { writeChanges } from '../scaffold/changes/write-changes.js';
import { templateOptions } from '../scaffold/commands/template-options.js';
import { openProject } from '../scaffold/project-folder.js';
import { renderProject } from '../scaffold/render-project.js';

export interface RenderCommandOptions {
  /** Where the files go: a folder that is empty, or is not there. */
  readonly output: string;
  /** The project whose PROJECT file is rendered. */
  readonly project: string;
}

/**
 * `kubewright render`: the files that this release makes of a PROJECT file, in a folder of their own, without anything that
 * somebody wrote. `kubewright update` of a later release has it called to know what the project began with.
 *
 * @throws CliError 'Refused' when there is something in the folder
 */
export async function renderCommand(options: RenderCommandOptions, io: CommandIo): Promise<number> {
  const output = path.resolve(io.cwd, options.output);
  const { config } = await openProject(path.resolve(io.cwd, options.project));
  await mkdir(output, { recursive: true });
  if ((await readdir(output)).length > 0)
    throw new CliError('Refused', `${output} is not empty: name a folder that is`);
  const files = await renderProject(config, templateOptions(io));
  await writeChanges(output, {
    changes: files.map(({ path: file, content, executable = false }) => ({
      path: file,
      action: 'create',
      content,
      executable,
    })),
    manual: [],
  });
  writeLine(io.stdout, `rendered   ${files.length} files into ${options.output}`);
  return 0;
}
