import type { CommandIo } from '../io/terminal.js';
import { writeLine } from '../io/terminal.js';
import type { ChangeSet } from './changes/plan-changes.js';
import type { GeneratedManifests } from './run-manifests.js';

export type OutputFormat = 'text' | 'json';

export interface Report {
  readonly changes: ChangeSet;
  readonly manifests?: GeneratedManifests;
  /** What to do next, a line each. */
  readonly next: readonly string[];
}

/** Says what a command did: in words, or as JSON for scripts. What somebody has to do by hand goes to stderr. */
export function report(done: Report, output: OutputFormat, io: CommandIo): void {
  const { changes, manifests, next } = done;
  for (const { path, reason, lines } of changes.missing)
    writeLine(
      io.stderr,
      `kubewright: ${path}: ${reason}; put these lines in by hand:\n${lines.replace(/^/gm, '    ').trimEnd()}`,
    );
  for (const problem of manifests?.problems ?? []) writeLine(io.stderr, problem);
  const files = byAction(done);
  if (output === 'json') {
    const missing = changes.missing.map((place) => ({ ...place }));
    writeLine(
      io.stdout,
      JSON.stringify({ ...files, missing, problems: manifests?.problems ?? [] }, undefined, 2),
    );
    return;
  }
  for (const path of files.created) writeLine(io.stdout, `created    ${path}`);
  for (const path of files.changed) writeLine(io.stdout, `changed    ${path}`);
  for (const path of files.kept) writeLine(io.stdout, `kept       ${path}`);
  if (files.created.length + files.changed.length === 0) writeLine(io.stdout, 'nothing to change');
  if (next.length > 0) writeLine(io.stdout, `\nNext:\n${next.map((line) => `  ${line}`).join('\n')}`);
}

function byAction({
  changes,
  manifests,
}: Report): Record<'created' | 'changed' | 'kept' | 'unchanged', string[]> {
  const files: Record<'created' | 'changed' | 'kept' | 'unchanged', string[]> = {
    created: [],
    changed: [],
    kept: [],
    unchanged: [],
  };
  const lists = {
    create: 'created',
    change: 'changed',
    overwrite: 'changed',
    keep: 'kept',
    same: 'unchanged',
  } as const;
  for (const { path, action } of changes.changes) files[lists[action]].push(path);
  const known = new Set(Object.values(files).flat());
  for (const path of manifests?.written ?? []) if (!known.has(path)) files.changed.push(path);
  return files;
}
