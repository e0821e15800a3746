import path from 'node:path';
import { CliError } from '../errors.js';
import { projectReader } from './changes/write-changes.js';
import type { ProjectConfig } from './model.js';
import { parseProjectFile } from './project-file/read-project-file.js';

/** A project on the disk. */
export interface ProjectFolder {
  /** Absolute. */
  readonly folder: string;
  readonly config: ProjectConfig;
  /** The text of its PROJECT file. */
  readonly projectFile: string;
}

/** @throws CliError 'ProjectNotFound' where there is no PROJECT file, 'InvalidProject' for one that cannot be kept */
export async function openProject(folder: string): Promise<ProjectFolder> {
  const file = path.join(folder, 'PROJECT');
  const text = await projectReader(folder)('PROJECT');
  if (text === undefined) {
    const above = await projectAbove(folder);
    const hint =
      above === undefined
        ? 'run this in the folder of a project, or make one with "kubewright init"'
        : `the project is ${above}: run this there`;
    throw new CliError('ProjectNotFound', `${file} does not exist: ${hint}`);
  }
  return { folder, config: await parseProjectFile(text, file), projectFile: text };
}

/** The nearest folder above that has a PROJECT file. */
async function projectAbove(folder: string): Promise<string | undefined> {
  const parent = path.dirname(folder);
  if (parent === folder) return undefined;
  const text = await projectReader(parent)('PROJECT');
  return text === undefined ? projectAbove(parent) : parent;
}
