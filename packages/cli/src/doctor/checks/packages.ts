import { projectPackages, readPackageFile } from '../../project/project-packages.js';
import { version } from '../../version.js';
import { ok, problem, warning } from '../check.js';
import type { Finding, LocalCheck } from '../check.js';

/** Whether the packages of this framework are installed, and all of one release: that of this command. */
export const packages: LocalCheck = {
  name: 'packages',
  place: 'project',
  run: async ({ folder }) => {
    const described = await readPackageFile(folder);
    if (described === undefined)
      return [
        problem(
          `${folder} has no package.json`,
          'name the folder of a project, or make one with "kubewright init"',
        ),
      ];
    const found = await projectPackages(folder, described);
    if (found.length === 0)
      return [problem('package.json names no package of kubewright', 'run "npm install kubewright"')];
    const findings: Finding[] = [];
    const missing = found.filter(({ installed }) => installed === undefined).map(({ name }) => name);
    if (missing.length > 0)
      findings.push(problem(`not installed: ${missing.join(', ')}`, 'run "npm install"'));
    const versions = new Map(
      found.flatMap(({ name, installed }) => (installed === undefined ? [] : [[name, installed] as const])),
    );
    const distinct = [...new Set(versions.values())].sort();
    const listed = [...versions].map(([name, installed]) => `${name} ${installed}`).join(', ');
    if (distinct.length > 1)
      findings.push(
        problem(
          `packages of several releases: ${listed}`,
          'give all of them the same version in package.json, then run "npm install"',
        ),
      );
    else if (distinct.length === 1 && distinct[0] !== version)
      findings.push(
        warning(
          `the project has kubewright ${distinct[0] ?? ''}, and this command is ${version}`,
          'run the command of the project: "npx kubewright", or bring the project to this release with "kubewright update"',
        ),
      );
    return findings.length > 0
      ? findings
      : [ok(`kubewright ${distinct[0] ?? ''} (${versions.size} packages)`)];
  },
};
