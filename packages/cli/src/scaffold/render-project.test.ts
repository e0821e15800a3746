import { afterEach, expect, it } from 'vitest';
import { openProject } from './project-folder.js';
import { renderProject } from './render-project.js';
import { frameworkSource } from './templates/package/framework-source.js';
import { TestProject } from './test-support/project.js';

const projects: TestProject[] = [];
afterEach(() => projects.splice(0).forEach((project) => project.remove()));

const KINDS = [
  'create api --group crew --version v1 --kind Captain',
  'create webhook --group crew --version v1 --kind Captain --defaulting',
  'create webhook --group crew --version v1 --kind Captain --programmatic-validation',
  'create api --group crew --version v1 --kind Admiral --plural admirales --namespaced=false',
  'create webhook --group crew --version v1 --kind Admiral --defaulting --defaulting-path /custom',
  'create webhook --group core --version v1 --kind Pod --defaulting',
  'create api --group apps --version v1 --kind Deployment --resource=false',
];

it.each([[], ['--multigroup'], ['--namespaced', '--certificates', 'operator'], ['--license', 'none']])(
  'a project in memory is what the commands make of an empty folder (%j %j %j)',
  async (...flags) => {
    const project = new TestProject();
    projects.push(project);
    await project.init(...flags.filter((flag) => flag !== undefined));
    for (const line of KINDS) await project.line(line);
    const { config } = await openProject(project.folder);
    const rendered = await renderProject(config, { year: 2026, framework: frameworkSource() });
    const { PROJECT: _, ...files } = project.files();
    expect(Object.fromEntries(rendered.map(({ path, content }) => [path, content]))).toEqual(files);
  },
);
