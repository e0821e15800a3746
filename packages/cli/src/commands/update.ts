import path from 'node:path';
import { compareVersions } from '../doctor/compare-versions.js';
import { CliError } from '../errors.js';
import type { OutputFormat } from '../io/output-format.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import type { FileChange } from '../scaffold/changes/plan-changes.js';
import { projectReader, writeChanges } from '../scaffold/changes/write-changes.js';
import { templateOptions } from '../scaffold/commands/template-options.js';
import { formatProjectFile } from '../scaffold/project-file/write-project-file.js';
import { openProject } from '../scaffold/project-folder.js';
import type { ProjectFolder } from '../scaffold/project-folder.js';
import { renderProject } from '../scaffold/render-project.js';
import { baseRendering } from '../update/base-rendering.js';
import { uncommittedFiles } from '../update/git-state.js';
import { hasConflictMarkers } from '../scaffold/changes/merge-lines.js';
import { planUpdate } from '../update/plan-update.js';
import type { Rendering, UpdatedFile } from '../update/plan-update.js';
import { reportUpdate } from '../update/report-update.js';
import { unifiedDiff } from '../update/unified-diff.js';
import { version } from '../version.js';

export interface UpdateCommandOptions {
  readonly folder: string;
  /** Where the release is that made the project, or what it made; absent: npm is asked. */
  readonly from?: string;
  /** Merge without knowing what the project began with. */
  readonly twoWay: boolean;
  /** Show what would change, and change nothing. */
  readonly dryRun: boolean;
  /** Also where git has changes that are not committed. */
  readonly force: boolean;
  readonly output: OutputFormat;
}

/**
 * `kubewright update`: brings a project to this release by a three-way merge of what the release that made it rendered, what
 * this one renders, and the user's files. All files are written or none, PROJECT last. Exit code 1: there are conflicts.
 *
 * @throws CliError when nothing can be merged; then nothing was written
 */
export async function updateCommand(options: UpdateCommandOptions, io: CommandIo): Promise<number> {
  const project = await openProject(path.resolve(io.cwd, options.folder));
  const { config, folder } = project;
  const { cliVersion } = config;
  requireForward(project, options);
  if (!options.dryRun && !options.force) await requireCommitted(folder, io);
  const theirs = renderingOf(await renderProject(config, templateOptions(io)));
  const isSame = cliVersion === version && options.from === undefined && !options.twoWay;
  const from = options.from === undefined ? {} : { from: path.resolve(io.cwd, options.from) };
  const base = options.twoWay
    ? undefined
    : isSame
      ? theirs
      : await baseRendering({ folder, version: cliVersion, ...from }, io);
  const read = projectReader(folder);
  await requireResolved([...theirs.keys()], read);
  const files = await planUpdate({
    base,
    theirs,
    read,
    sides: { ours: 'yours', theirs: `kubewright ${version}` },
  });
  io.signal.throwIfAborted();
  if (options.dryRun) showDiff(files, options.output, io);
  else await carryOut(files, project);
  return reportUpdate({ files, from: cliVersion, to: version, dryRun: options.dryRun }, options.output, io);
}

function requireForward({ config, folder }: ProjectFolder, { from, twoWay }: UpdateCommandOptions): void {
  const { cliVersion } = config;
  if (compareVersions(cliVersion, version) > 0)
    throw new CliError(
      'Refused',
      `${folder} was made by kubewright ${cliVersion}, and this is only ${version}: run "npx @kubewright/cli@latest update"`,
    );
  if (cliVersion === '' && from === undefined && !twoWay)
    throw new CliError(
      'InvalidProject',
      `${path.join(folder, 'PROJECT')} does not say which release made it: name that release with --from, or take every difference as a conflict with --two-way`,
    );
}

async function requireCommitted(folder: string, io: CommandIo): Promise<void> {
  const changed = await uncommittedFiles(folder, io);
  if (changed === 'none') {
    writeLine(io.stderr, `kubewright: ${folder} is not under git: there is no way back but your own copy`);
    return;
  }
  if (changed.length === 0) return;
  const named = `${changed.slice(0, 3).join(', ')}${changed.length > 3 ? `, and ${changed.length - 3} more` : ''}`;
  throw new CliError(
    'Refused',
    `there are changes that are not committed (${named}): commit them, so that you can go back, or use --force`,
  );
}

/** Markers within markers cannot be told apart. */
async function requireResolved(
  paths: readonly string[],
  read: (file: string) => Promise<string | undefined>,
): Promise<void> {
  for (const file of paths)
    if (hasConflictMarkers((await read(file)) ?? ''))
      throw new CliError('Refused', `${file} has conflict markers: decide what it says first`);
}

function renderingOf(files: Awaited<ReturnType<typeof renderProject>>): Rendering {
  return new Map(files.map(({ path: file, content, executable = false }) => [file, { content, executable }]));
}

async function carryOut(
  files: readonly UpdatedFile[],
  { folder, config, projectFile }: ProjectFolder,
): Promise<void> {
  const content = await formatProjectFile({ ...config, cliVersion: version }, projectFile);
  const isProjectSame = content === projectFile;
  const changes: FileChange[] = [
    ...files.flatMap(changeOf),
    { path: 'PROJECT', action: isProjectSame ? 'same' : 'change', content, executable: false },
  ];
  await writeChanges(folder, { changes, manual: [] });
}

function changeOf({ path: file, action, content, executable }: UpdatedFile): FileChange[] {
  if (action === 'removed') return [{ path: file, action: 'remove', executable }];
  return content === undefined ? [] : [{ path: file, action: 'change', content, executable }];
}

function showDiff(files: readonly UpdatedFile[], output: OutputFormat, io: CommandIo): void {
  if (output === 'json') return;
  for (const { path: file, action, before, content } of files)
    if (content !== undefined || action === 'removed') io.stdout.write(unifiedDiff(file, before, content));
}
