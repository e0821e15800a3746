import { CliError } from '../../errors.js';
import { openProject } from '../../scaffold/project-folder.js';
import { version } from '../../version.js';
import { ok, problem, skipped, warning } from '../check.js';
import type { LocalCheck } from '../check.js';
import { compareVersions } from '../compare-versions.js';

/** Whether the PROJECT file can be read, by which later commands know what there is, and which release made the project. */
export const projectFile: LocalCheck = {
  name: 'PROJECT',
  place: 'project',
  run: async ({ folder }) => {
    try {
      const { config } = await openProject(folder);
      const { projectName, cliVersion, resources } = config;
      if (cliVersion !== '' && compareVersions(cliVersion, version) < 0)
        return [
          warning(
            `${projectName} was made by kubewright ${cliVersion}, and this is ${version}`,
            'bring it to this release: "kubewright update"',
          ),
        ];
      if (compareVersions(cliVersion, version) > 0)
        return [
          problem(
            `${projectName} was made by kubewright ${cliVersion}, and this is only ${version}`,
            'use that release or a newer one: "npm install"',
          ),
        ];
      return [ok(`${projectName} with ${resources.length === 1 ? '1 kind' : `${resources.length} kinds`}`)];
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (error.code === 'ProjectNotFound')
        return [skipped('there is no PROJECT file: "create api" and "update" need one')];
      return [problem(error.message, 'mend it; "git log -p PROJECT" tells what it was')];
    }
  },
};
