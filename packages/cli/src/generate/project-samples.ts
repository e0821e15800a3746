import path from 'node:path';
import type { WriteSamplesOptions } from '@kubewright/generator';
import { openProject } from '../scaffold/project-folder.js';
import { qualifiedGroup, samplePath } from '../scaffold/resources.js';
import { isCliError } from '../errors.js';

type OptionsOf = NonNullable<WriteSamplesOptions['optionsOf']>;

/** Labels and file names of the samples of a project, as its PROJECT file tells; without one, those of the generator. */
export async function projectSamples(folder: string): Promise<OptionsOf> {
  const config = await configOf(folder);
  if (config === undefined) return () => ({});
  const labels = {
    'app.kubernetes.io/name': config.projectName,
    'app.kubernetes.io/managed-by': 'kustomize',
  };
  return ({ spec }, version) => {
    const resource = config.resources.find(
      (one) => qualifiedGroup(one) === spec.group && one.kind === spec.names.kind && one.version === version,
    );
    return {
      labels,
      ...(resource === undefined ? {} : { fileName: path.posix.basename(samplePath(resource)) }),
    };
  };
}

async function configOf(folder: string) {
  try {
    return (await openProject(folder)).config;
  } catch (error) {
    if (isCliError(error, 'ProjectNotFound')) return undefined;
    throw error;
  }
}
