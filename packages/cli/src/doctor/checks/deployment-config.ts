import { describeError } from '../../io/describe-error.js';
import { ok, problem } from '../check.js';
import type { LocalCheck } from '../check.js';
import { projectObjects } from '../project-objects.js';

/** Whether what would be deployed can be rendered. */
export const deploymentConfig: LocalCheck = {
  name: 'config',
  place: 'project',
  run: async ({ folder, kustomization }) => {
    try {
      const { objects, from } = await projectObjects(folder, kustomization);
      return [ok(`${from} makes ${objects.length} objects`)];
    } catch (error) {
      return [
        problem(
          describeError(error),
          'mend the file that is named; "kubewright build-installer --output -" renders it',
        ),
      ];
    }
  },
};
