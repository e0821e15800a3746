import { describe, expect, it } from 'vitest';
import type { ProjectConfig, ProjectResource } from '../model.js';
import { projectFiles } from './package/project-files.js';
import { apiFiles, webhookFiles } from './sources/resource-files.js';

const options = { year: 2026, framework: { type: 'registry', version: '1.2.3' } } as const;

const captain: ProjectResource = {
  group: 'crew',
  version: 'v1',
  kind: 'FirstMate',
  plural: 'firstmates',
  domain: 'testproject.org',
  api: { namespaced: true },
  controllers: ['firstmate', 'firstmate-backup'],
  webhooks: { defaulting: true, validation: false, conversion: true, spoke: [] },
  core: false,
};

const project = (over: Partial<ProjectConfig> = {}): ProjectConfig => ({
  domain: 'testproject.org',
  projectName: 'project-v4',
  multigroup: false,
  namespaced: false,
  cliVersion: '1.2.3',
  layout: ['kubewright.io/v1'],
  resources: [captain],
  plugins: { license: 'apache2', owner: 'The authors', certificates: 'cert-manager' },
  ...over,
});

const paths = (files: ReadonlyArray<{ path: string }>): string[] => files.map(({ path }) => path);

describe('the files of a project', () => {
  it('has packages of the release that made it, and no others at run time', () => {
    const text = projectFiles(project(), options).find(({ path }) => path === 'package.json')?.content ?? '';
    expect(JSON.parse(text)).toMatchObject({
      dependencies: { kubewright: '^1.2.3' },
      devDependencies: { '@kubewright/cli': '^1.2.3', '@kubewright/testing': '^1.2.3' },
    });
  });

  it.each([
    ['apache2', true],
    ['copyright', true],
    ['none', false],
  ] as const)('with the licence %s has a LICENSE: %s, and headers that agree', (license, has) => {
    const files = projectFiles(project({ plugins: { license, certificates: 'cert-manager' } }), options);
    expect(paths(files).includes('LICENSE')).toBe(has);
    const main = files.find(({ path }) => path === 'src/main.ts')?.content ?? '';
    expect(main.startsWith('/*\nCopyright 2026.')).toBe(has);
  });
});

describe('the files of a kind', () => {
  it('stand where the kind and its controllers are looked for', () => {
    const { files, insertions } = apiFiles(project(), captain, options);
    expect(paths(files)).toEqual([
      'src/api/v1/first-mate.ts',
      'src/controllers/first-mate.ts',
      'src/controllers/first-mate.test.ts',
      'src/controllers/firstmate-backup.ts',
      'src/controllers/firstmate-backup.test.ts',
    ]);
    expect(insertions.map(({ marker, lines }) => [marker, lines])).toEqual([
      ['imports', "import { firstMateController } from './controllers/first-mate.js';"],
      ['controllers', 'firstMateController,'],
      ['imports', "import { firstmateBackupController } from './controllers/firstmate-backup.js';"],
      ['controllers', 'firstmateBackupController,'],
    ]);
  });

  it('stand in folders of groups, in projects with several', () => {
    const config = project({ multigroup: true });
    expect(paths(apiFiles(config, captain, { ...options, controllers: [] }).files)).toEqual([
      'src/api/crew/v1/first-mate.ts',
    ]);
    expect(paths(webhookFiles(config, captain, options).files)).toEqual([
      'src/webhooks/crew/v1/first-mate.ts',
      'src/webhooks/crew/v1/first-mate.test.ts',
    ]);
  });

  it('of a kind whose name another group has, too, are told apart in the program', () => {
    const other = { ...captain, group: 'sea-creatures', controllers: ['firstmate'] };
    const config = project({ multigroup: true, resources: [captain, other] });
    expect(apiFiles(config, other, options).insertions.map(({ lines }) => lines)).toEqual([
      "import { firstMateController as seaCreaturesFirstMateController } from './controllers/sea-creatures/first-mate.js';",
      'seaCreaturesFirstMateController,',
    ]);
  });
});
