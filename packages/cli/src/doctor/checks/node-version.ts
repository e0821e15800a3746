import { ok, problem } from '../check.js';
import type { LocalCheck } from '../check.js';
import { compareVersions } from '../compare-versions.js';

/** The oldest that the packages run on, as their `engines` say. */
const OLDEST = '20.19.0';

/** Whether this Node runs the packages. */
export const nodeVersion: LocalCheck = {
  name: 'node',
  place: 'machine',
  run: ({ nodeVersion: version }) =>
    Promise.resolve([
      compareVersions(version, OLDEST) >= 0
        ? ok(`Node ${version}`)
        : problem(
            `Node ${version} is older than ${OLDEST}`,
            `install Node ${OLDEST} or newer: https://nodejs.org`,
          ),
    ]),
};
