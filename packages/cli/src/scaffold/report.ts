import type { OutputFormat } from '../io/output-format.js';
import type { CommandIo } from '../io/terminal.js';
import { writeLine } from '../io/terminal.js';
import type { ChangeSet, FileChange, ManualStep } from './changes/plan-changes.js';
import type { GeneratedManifests } from './run-manifests.js';

export interface Report {
  readonly changes: ChangeSet;
  readonly manifests?: GeneratedManifests;
  /** What to do next, a line each. */
  readonly next: readonly string[];
}

/** Says what a command did: in words, or as JSON for scripts. What somebody has to do by hand goes to stderr. */
export function report(done: Report, output: OutputFormat, io: CommandIo): void {
  const { changes, manifests, next } = done;
  for (const step of changes.manual) writeLine(io.stderr, `kubewright: ${manualStep(step)}`);
  for (const problem of manifests?.problems ?? []) writeLine(io.stderr, problem);
  const files = fileLists(done);
  if (output === 'json') {
    const document = { ...files, manual: changes.manual, problems: manifests?.problems ?? [], next };
    writeLine(io.stdout, JSON.stringify(document, undefined, 2));
    return;
  }
  for (const path of files.created) writeLine(io.stdout, `created    ${path}`);
  for (const path of files.changed) writeLine(io.stdout, `changed    ${path}`);
  for (const path of files.removed) writeLine(io.stdout, `removed    ${path}`);
  for (const path of files.kept) writeLine(io.stdout, `kept       ${path}`);
  if (files.created.length + files.changed.length + files.removed.length === 0)
    writeLine(io.stdout, 'nothing to change');
  if (next.length > 0) writeLine(io.stdout, `\nNext:\n${next.map((line) => `  ${line}`).join('\n')}`);
}

function manualStep({ path, reason, lines, change }: ManualStep): string {
  if (change !== undefined) return `${path}: ${reason}; change by hand:\n${indented(change)}`;
  if (lines === undefined) return `${path}: ${reason}`;
  return `${path}: ${reason}; put these lines in by hand:\n${indented(lines)}`;
}

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ');

type FileLists = Record<'created' | 'changed' | 'removed' | 'kept' | 'unchanged', string[]>;

const LIST_OF: Readonly<Record<FileChange['action'], keyof FileLists>> = {
  create: 'created',
  change: 'changed',
  overwrite: 'changed',
  remove: 'removed',
  keep: 'kept',
  same: 'unchanged',
};

/** The file that commands write and generate is listed once. */
function fileLists({ changes, manifests }: Report): FileLists {
  const lists: FileLists = { created: [], changed: [], removed: [], kept: [], unchanged: [] };
  const generated = new Map((manifests?.written ?? []).map(({ path, isNew }) => [path, isNew]));
  for (const { path, action } of changes.changes) {
    const list = LIST_OF[action];
    if (list === 'created' || list === 'changed' || !generated.has(path)) {
      lists[list].push(path);
      generated.delete(path);
    }
  }
  for (const [path, isNew] of generated) lists[isNew ? 'created' : 'changed'].push(path);
  return lists;
}
