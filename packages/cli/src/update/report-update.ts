import { writeJson } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import type { UpdatedFile } from './plan-update.js';

export interface UpdateReport {
  readonly files: readonly UpdatedFile[];
  /** The releases. */
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
}

/** Tells what an update did, conflicts last, and returns the exit code: 1 when somebody has to decide something. */
export function reportUpdate(
  { files, from, to, dryRun }: UpdateReport,
  output: OutputFormat,
  io: CommandIo,
): 0 | 1 {
  const told = files.filter(
    ({ action, note }) => action !== 'unchanged' && (action !== 'kept' || note !== undefined),
  );
  const conflicts = files.filter((file) => file.conflicts > 0);
  const writes = files.some(
    ({ action }) => action === 'created' || action === 'changed' || action === 'removed',
  );
  const next = [
    ...(conflicts.length > 0 ? ['decide the conflicts: git diff'] : []),
    ...(writes ? ['npm install', 'npm run manifests', 'npm test'] : []),
  ];
  if (output === 'json') {
    const listed = told.map(
      ({ content: _content, before: _before, executable: _executable, ...file }) => file,
    );
    writeJson(io.stdout, { from, to, dryRun, files: listed, next });
    return conflicts.length > 0 ? 1 : 0;
  }
  for (const { action, path, from: moved, note } of told) {
    const why = moved !== undefined ? ` (from ${moved})` : note !== undefined ? ` (${note})` : '';
    writeLine(io.stdout, `${action.padEnd(9)} ${path}${why}`);
  }
  if (told.length === 0) writeLine(io.stdout, 'nothing to change');
  writeLine(
    io.stdout,
    `${dryRun ? 'would be' : 'is'} a project of kubewright ${to}${from === '' || from === to ? '' : `, and was one of ${from}`}`,
  );
  if (conflicts.length > 0) {
    writeLine(io.stdout, '\nConflicts:');
    for (const { path, conflicts: places, action } of conflicts)
      writeLine(
        io.stdout,
        action === 'kept'
          ? `  ${path}: changed by you, and gone from the release`
          : `  ${path}: ${places === 1 ? '1 place' : `${places} places`}`,
      );
  }
  if (!dryRun && next.length > 0)
    writeLine(io.stdout, `\nNext:\n${next.map((line) => `  ${line}`).join('\n')}`);
  return conflicts.length > 0 ? 1 : 0;
}
