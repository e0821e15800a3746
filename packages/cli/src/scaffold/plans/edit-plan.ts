import { mergeTexts } from '../changes/merge-texts.js';
import type { ProjectConfig, ProjectResource, ScaffoldFile, ScaffoldPlan } from '../model.js';
import { renderProject } from '../render-project.js';
import { conversionPatchFile } from '../templates/config/crd-folder.js';
import { kindRoleFiles } from '../templates/config/kind-roles.js';
import type { TemplateOptions } from '../templates/options.js';
import { apiFile, controllerNames, webhookFile } from '../templates/sources/names.js';
import { moveImports } from './move-imports.js';
import { joinPlans } from './plan-parts.js';

/** The files of a project as they are. */
export interface ProjectFiles {
  readonly read: (path: string) => Promise<string | undefined>;
  /** Paths of its TypeScript. */
  readonly sources: readonly string[];
}

/**
 * What other settings make of a project: the difference between what templates make of both, on top of what users changed.
 * Files of kinds move when the layout does, and imports follow them.
 */
export async function editPlan(
  before: ProjectConfig,
  after: ProjectConfig,
  files: ProjectFiles,
  options: TemplateOptions,
): Promise<ScaffoldPlan> {
  const former = new Map((await renderProject(before, options)).map(({ path, content }) => [path, content]));
  const next = await renderProject(after, options);
  const moves = movesOf(before, after);
  const origins = new Map([...moves].map(([from, to]) => [to, from]));
  const removals: Array<{ path: string; base: string }> = [];
  const changed: ScaffoldFile[] = [];
  for (const file of next) {
    const origin = origins.get(file.path);
    const base = former.get(origin ?? file.path);
    // What does not follow from the settings stays as it is, or gone.
    if (origin === undefined && base !== undefined)
      if (base === file.content || (await files.read(file.path)) === undefined) continue;
    if (origin === undefined) changed.push(base === undefined ? file : { ...file, base });
    else changed.push(...(await moved(file, origin, base ?? '')));
  }
  const kept = new Set([...next.map(({ path }) => path), ...moves.keys()]);
  for (const [path, base] of former) if (!kept.has(path)) removals.push({ path, base });
  return joinPlans({ files: [...changed, ...(await importersOf(moves))], removals });

  async function moved(file: ScaffoldFile, origin: string, base: string): Promise<ScaffoldFile[]> {
    const present = await files.read(origin);
    if (present === undefined) return [];
    removals.push({ path: origin, base: present });
    const follow = (source: string): string => moveImports(source, { from: origin, to: file.path, moves });
    const text = follow(present);
    const merged = await mergeTexts({ present: text, base: follow(base), content: file.content });
    return [{ ...file, content: merged ?? text }];
  }

  /** Sources of the user's own that import what moves. */
  async function importersOf(targets: ReadonlyMap<string, string>): Promise<ScaffoldFile[]> {
    const importers: ScaffoldFile[] = [];
    if (targets.size === 0) return importers;
    const planned = new Set([...targets.keys(), ...changed.map(({ path }) => path)]);
    for (const path of files.sources) {
      const text = planned.has(path) ? undefined : await files.read(path);
      if (text === undefined) continue;
      const content = moveImports(text, { from: path, to: path, moves: targets });
      if (content !== text) importers.push({ path, content, ifExists: 'replace' });
    }
    return importers;
  }
}

/** Where the files of kinds go, by where they are. */
function movesOf(before: ProjectConfig, after: ProjectConfig): Map<string, string> {
  const moves = new Map<string, string>();
  for (const resource of before.resources) {
    const targets = filesOf(after, resource);
    for (const [index, from] of filesOf(before, resource).entries()) {
      const to = targets[index];
      if (to !== undefined && to !== from) moves.set(from, to);
    }
  }
  return moves;
}

/** In the same order whatever the layout. */
function filesOf(config: ProjectConfig, resource: ProjectResource): string[] {
  const sources = [
    apiFile(config, resource),
    ...resource.controllers.map((name) => controllerNames(config, resource, name).file),
    webhookFile(config, resource),
  ];
  return [
    ...sources,
    ...sources.map((file) => file.replace(/\.ts$/, '.test.ts')),
    ...kindRoleFiles(config, resource).map((file) => `config/rbac/${file}`),
    `config/crd/${conversionPatchFile(config, resource)}`,
  ];
}
