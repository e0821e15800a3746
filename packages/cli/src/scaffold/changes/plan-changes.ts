import type { ScaffoldFile, ScaffoldPlan } from '../model.js';
import { describeChange } from './describe-change.js';
import { insertBefore, MARKER_PREFIX } from './insert-lines.js';
import { mergeTexts } from './merge-texts.js';
import { switchOn } from './switch-on.js';

/** What a plan comes to for one file. */
export interface FileChange {
  /** Relative to the project. */
  readonly path: string;
  /** `keep`: it stays in spite of the plan; `same`: it is already what it would become, or the user's. */
  readonly action: 'create' | 'change' | 'overwrite' | 'keep' | 'same' | 'remove';
  /** What it becomes; undefined for `keep` and `remove`. */
  readonly content?: string;
  readonly executable: boolean;
}

/** What is left to do by hand, because a file, a marker or a section is gone or changed. */
export interface ManualStep {
  readonly path: string;
  /** Why: `the marker +kubebuilder:scaffold:imports is gone`. */
  readonly reason: string;
  /** Lines to be put there. */
  readonly lines?: string;
  /** Or the change to be made, in the manner of a diff. */
  readonly change?: string;
}

export interface ChangeSet {
  /** In the order of the plan, each file once. */
  readonly changes: readonly FileChange[];
  readonly manual: readonly ManualStep[];
}

export type Decision = 'overwrite' | 'keep';

export interface PlanChangesOptions {
  readonly plan: ScaffoldPlan;
  /** The text of a file of the project; undefined when there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
  /**
   * Asked about files that are there with another content, of those that are made anew: `in-the-way`; and about files in
   * which a user and the template changed the same lines: `conflict`. What is kept then is told as a manual step.
   */
  readonly decide: (path: string, why: 'in-the-way' | 'conflict') => Decision | Promise<Decision>;
}

/** Computes what a plan makes of a project, and writes nothing. */
export async function planChanges({ plan, read, decide }: PlanChangesOptions): Promise<ChangeSet> {
  const changes = new Map<string, FileChange>();
  const manual: ManualStep[] = [];
  for (const file of plan.files) {
    const change = await changeOf(file, await read(file.path), decide);
    changes.set(file.path, change);
    if (change.action !== 'keep' || file.base === undefined) continue;
    manual.push({
      path: file.path,
      reason: 'what it needs is where you changed it, and it was kept',
      change: await describeChange(file.base, file.content),
    });
  }
  const edit = async (
    path: string,
    lines: string,
    gone: string,
    apply: (text: string) => string | undefined,
  ): Promise<void> => {
    const planned = changes.get(path);
    const text = planned?.content ?? (await read(path));
    if (text === undefined) {
      manual.push({ path, reason: 'the file is gone', lines });
      return;
    }
    const edited = apply(text);
    if (edited === undefined) manual.push({ path, reason: gone, lines });
    else changes.set(path, edited === text ? (planned ?? same(path, text)) : changed(path, edited, planned));
  };
  for (const { path, marker, lines } of plan.insertions)
    await edit(path, lines, `the marker ${MARKER_PREFIX}${marker} is gone`, (text) =>
      insertBefore(text, marker, lines),
    );
  for (const { path, lines } of plan.sections)
    await edit(path, lines, 'the section is gone', (text) => switchOn(text, lines));
  for (const { path, base } of plan.removals) {
    const present = await read(path);
    if (present === undefined) continue;
    changes.set(path, { path, action: present === base ? 'remove' : 'keep', executable: false });
    if (present !== base)
      manual.push({
        path,
        reason: 'the project needs it no more, but somebody has changed it: remove it by hand',
      });
  }
  return { changes: [...changes.values()], manual };
}

async function changeOf(
  { path, content, executable = false, ifExists, base }: ScaffoldFile,
  present: string | undefined,
  decide: PlanChangesOptions['decide'],
): Promise<FileChange> {
  if (present === undefined) return { path, action: 'create', content, executable };
  if (present === content) return { ...same(path, content), executable };
  if (base !== undefined) {
    const merged = await mergeTexts({ present, base, content });
    if (merged === present) return { ...same(path, present), executable };
    if (merged !== undefined) return { path, action: 'change', content: merged, executable };
    const decision = ifExists === 'keep' ? 'keep' : await decide(path, 'conflict');
    return decision === 'keep'
      ? { path, action: 'keep', executable }
      : { path, action: 'overwrite', content, executable };
  }
  if (ifExists === 'replace') return { path, action: 'change', content, executable };
  if (ifExists === 'keep') return same(path, present);
  if ((await decide(path, 'in-the-way')) === 'keep') return { path, action: 'keep', executable };
  return { path, action: 'overwrite', content, executable };
}

const same = (path: string, content: string): FileChange => ({
  path,
  action: 'same',
  content,
  executable: false,
});

function changed(path: string, content: string, planned: FileChange | undefined): FileChange {
  const action = planned?.action === 'create' || planned?.action === 'overwrite' ? planned.action : 'change';
  return { path, action, content, executable: planned?.executable ?? false };
}
