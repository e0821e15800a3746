import { findRenames } from './find-renames.js';
import { mergeLines, mergeWithoutBase } from '../scaffold/changes/merge-lines.js';
import type { Merged, Sides } from '../scaffold/changes/merge-lines.js';
import { mergePackage } from './merge-package.js';

/** The files of a project as a release makes them, by path. */
export type Rendering = ReadonlyMap<string, RenderedFile>;

export interface RenderedFile {
  readonly content: string;
  readonly executable: boolean;
}

/** What an update does to one file. */
export interface UpdatedFile {
  readonly path: string;
  /** `kept`: it stays away, or stays, because the user wanted it so. */
  readonly action: 'created' | 'changed' | 'removed' | 'unchanged' | 'kept';
  /** What it becomes, where it is written. */
  readonly content?: string;
  /** What it was; absent where it was not there. */
  readonly before?: string;
  readonly executable: boolean;
  /** Where it was before, when the release moved it. */
  readonly from?: string;
  /** Places that somebody has to decide; a file that was changed and is needed no more is one. */
  readonly conflicts: number;
  /** Why, for what is not plain. */
  readonly note?: string;
}

export interface PlanUpdateOptions {
  /** What the release made that made the project; undefined: it is not to be had, and differences are conflicts. */
  readonly base: Rendering | undefined;
  /** What this release makes. */
  readonly theirs: Rendering;
  /** The user's files; undefined for those that are not there. */
  readonly read: (path: string) => Promise<string | undefined>;
  readonly sides: Sides;
}

/**
 * What becomes of each file of a project by an update, sorted by path. Nothing is written.
 *
 * - What the release changed is changed, beside what the user changed; the same lines are a conflict.
 * - What the user deleted stays deleted.
 * - What the release needs no more is removed, unless the user changed it: that is a conflict, and it stays.
 * - What the release moved is moved, with what the user changed in it.
 */
export async function planUpdate(options: PlanUpdateOptions): Promise<UpdatedFile[]> {
  const { theirs, read, sides } = options;
  const base: Rendering = options.base ?? new Map<string, RenderedFile>();
  const only = (of: Rendering, without: Rendering): Map<string, string> =>
    new Map([...of].flatMap(([path, { content }]) => (without.has(path) ? [] : [[path, content] as const])));
  const renames =
    options.base === undefined
      ? new Map<string, string>()
      : findRenames(only(base, theirs), only(theirs, base));
  const movedFrom = new Map([...renames].map(([from, to]) => [to, from]));
  const files: UpdatedFile[] = [];
  for (const [path, { content, executable }] of theirs) {
    const from = movedFrom.get(path);
    const before = base.get(from ?? path)?.content;
    const here = await read(path);
    // Who moved it himself has it here already.
    const there = from === undefined || here !== undefined ? undefined : await read(from);
    const ours = here ?? there;
    const moved = there === undefined || from === undefined ? {} : { from };
    const file = { path, executable, ...(here === undefined ? {} : { before: here }), ...moved };
    if (ours === undefined) {
      if (before === undefined) files.push({ ...file, action: 'created', content, conflicts: 0 });
      else
        files.push({
          ...file,
          action: 'kept',
          conflicts: 0,
          ...(before === content ? {} : { note: 'you have deleted it, and the release changed it' }),
        });
      continue;
    }
    const { text, conflicts } = merge(path, ours, before, content, sides);
    files.push(
      text === here
        ? { ...file, action: 'unchanged', conflicts }
        : { ...file, action: here === undefined ? 'created' : 'changed', content: text, conflicts },
    );
    if (there !== undefined && from !== undefined)
      files.push({
        path: from,
        action: 'removed',
        before: there,
        executable: false,
        conflicts: 0,
        note: `moved to ${path}`,
      });
  }
  for (const [path, { content }] of base) {
    if (theirs.has(path) || files.some((file) => file.path === path)) continue;
    const ours = await read(path);
    if (ours === undefined) continue;
    const common = { path, before: ours, executable: false };
    files.push(
      ours === content
        ? { ...common, action: 'removed', conflicts: 0 }
        : {
            ...common,
            action: 'kept',
            conflicts: 1,
            note: 'the release needs it no more, but you have changed it: remove it, or keep it as yours',
          },
    );
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function merge(path: string, ours: string, base: string | undefined, theirs: string, sides: Sides): Merged {
  if (ours === theirs) return { text: ours, conflicts: 0 };
  if (base === undefined) return mergeWithoutBase({ ours, theirs }, sides);
  return (path === 'package.json' ? mergePackage : mergeLines)({ ours, base, theirs }, sides);
}
