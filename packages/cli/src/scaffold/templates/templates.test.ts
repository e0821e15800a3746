import * as prettier from 'prettier';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { ProjectConfig, ProjectResource, ScaffoldFile } from '../model.js';
import { projectFiles } from './package/project-files.js';
import { certificatePermissions } from './sources/certificate-permissions.js';
import { apiFiles, webhookFiles } from './sources/resource-files.js';

const options = { year: 2026, framework: { type: 'registry', version: '1.2.3' } } as const;
const checkout = { year: 2026, framework: { type: 'checkout', folder: '/src/kubewright' } } as const;

const kind = (over: Partial<ProjectResource> = {}): ProjectResource => ({
  group: 'crew',
  version: 'v1',
  kind: 'FirstMate',
  plural: 'firstmates',
  domain: 'testproject.org',
  api: { namespaced: true },
  controllers: ['firstmate', 'firstmate-backup'],
  webhooks: { defaulting: true, validation: true, conversion: true, spoke: ['v2'] },
  core: false,
  ...over,
});

const project = (over: Partial<ProjectConfig> = {}): ProjectConfig => ({
  domain: 'testproject.org',
  projectName: 'project-v4',
  multigroup: false,
  namespaced: false,
  cliVersion: '1.2.3',
  layout: ['kubewright.io/v1'],
  resources: [kind()],
  plugins: { license: 'apache2', owner: 'The authors', certificates: 'cert-manager' },
  ...over,
});

const managed = (config: ProjectConfig): ProjectConfig => ({
  ...config,
  plugins: { ...config.plugins, certificates: 'operator' },
});

const paths = (files: readonly ScaffoldFile[]): string[] => files.map(({ path }) => path);
const content = (files: readonly ScaffoldFile[], path: string): string => {
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw new Error(`no ${path} among ${paths(files).join(', ')}`);
  return file.content;
};

describe('the files of a project', () => {
  it('name the release that made it, or the checkout', () => {
    const dependencies = (given: typeof options | typeof checkout): unknown =>
      JSON.parse(content(projectFiles(project(), given), 'package.json'));
    expect(dependencies(options)).toMatchObject({
      dependencies: { kubewright: '^1.2.3' },
      devDependencies: { '@kubewright/cli': '^1.2.3', '@kubewright/testing': '^1.2.3' },
    });
    expect(dependencies(checkout)).toMatchObject({
      dependencies: { kubewright: 'file:/src/kubewright/packages/kubewright' },
      devDependencies: {
        '@kubewright/cli': 'file:/src/kubewright/packages/cli',
        vitest: 'file:/src/kubewright/node_modules/vitest',
      },
    });
  });

  it.each([
    ['apache2', 'Apache-2.0', true],
    ['copyright', 'UNLICENSED', true],
    ['none', 'UNLICENSED', false],
  ] as const)('agree on the licence %s', (license, spdx, has) => {
    const files = projectFiles(project({ plugins: { license, certificates: 'cert-manager' } }), options);
    expect(paths(files).includes('LICENSE')).toBe(has);
    expect(JSON.parse(content(files, 'package.json'))).toMatchObject({ license: spdx });
    expect(content(files, 'src/main.ts').startsWith('/*\nCopyright 2026.')).toBe(has);
    expect(content(files, 'README.md').includes('## License')).toBe(has);
  });

  it('are JSON and YAML where they are called so', () => {
    for (const { path, content: text } of projectFiles(project(), options)) {
      if (path.endsWith('.json')) expect(() => JSON.parse(text) as unknown, path).not.toThrow();
      if (path.endsWith('.yml')) expect(() => parse(text) as unknown, path).not.toThrow();
    }
  });

  it('have a Makefile whose targets call what package.json has, with tabs', () => {
    const makefile = content(projectFiles(project(), options), 'Makefile');
    const targets = [...makefile.matchAll(/^([a-z-]+):.*##/gm)].map(([, name]) => name);
    expect(targets).toEqual(
      expect.arrayContaining(
        ['help', 'manifests', 'generate', 'test', 'build', 'run', 'docker-build', 'docker-push'].concat([
          'install',
          'uninstall',
          'deploy',
          'undeploy',
          'build-installer',
        ]),
      ),
    );
    const recipes = makefile.split('\n').filter((line) => /^\s+(?:\$\(KUBEWRIGHT\)|npx)/.test(line));
    expect(recipes.every((line) => line.startsWith('\t'))).toBe(true);
  });
});

describe('the files of a kind', () => {
  it('stand where the kind and its controllers are looked for', () => {
    const { files, insertions } = apiFiles(project(), kind(), options);
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
    const { files } = apiFiles(config, kind(), { ...options, controllers: ['firstmate'] });
    expect(paths(files)).toEqual([
      'src/api/crew/v1/first-mate.ts',
      'src/controllers/crew/first-mate.ts',
      'src/controllers/crew/first-mate.test.ts',
    ]);
    expect(content(files, 'src/controllers/crew/first-mate.ts')).toContain(".named('crew-firstmate')");
    expect(paths(webhookFiles(config, kind(), options).files)).toEqual([
      'src/webhooks/crew/v1/first-mate.ts',
      'src/webhooks/crew/v1/first-mate.test.ts',
    ]);
  });

  it('of a name that another group has, too, are told apart in the program', () => {
    const other = kind({ group: 'sea-creatures', controllers: ['firstmate'] });
    const config = project({ multigroup: true, resources: [kind(), other] });
    expect(apiFiles(config, other, options).insertions.map(({ lines }) => lines)).toEqual([
      "import { firstMateController as seaCreaturesFirstMateController } from './controllers/sea-creatures/first-mate.js';",
      'seaCreaturesFirstMateController,',
    ]);
  });

  it('that the project does not define come from where they are, without a type', () => {
    const pod = kind({
      group: 'core',
      domain: '',
      kind: 'Pod',
      plural: 'pods',
      core: true,
      controllers: ['pod'],
    });
    const { api: _, ...own } = kind({
      kind: 'Issuer',
      group: 'cert-manager',
      domain: 'io',
      controllers: ['issuer'],
    });
    const issuer = { ...own, external: { path: 'src/external/cert-manager.io/v1.ts' } };
    const packaged = { ...own, external: { path: '@acme/cert-manager-types' } };
    const source = (resource: ProjectResource) =>
      content(
        apiFiles(project({ resources: [resource] }), resource, { ...options, api: false }).files,
        `src/controllers/${resource.kind.toLowerCase()}.ts`,
      );
    expect(source(pod)).toContain("import { Pod } from 'kubewright/core/v1';");
    expect(source(pod)).toContain('+kubebuilder:rbac:groups=core,resources=pods,verbs=');
    expect(source(issuer)).toContain("import { Issuer } from '../external/cert-manager.io/v1.js';");
    expect(source(packaged)).toContain("import { Issuer } from '@acme/cert-manager-types';");
  });

  it('have roles in the namespace of the operator, when it watches only that', () => {
    const { files } = apiFiles(project({ namespaced: true }), kind(), options);
    expect(content(files, 'src/controllers/first-mate.ts')).toContain(
      '// +kubebuilder:rbac:groups=crew.testproject.org,namespace=project-v4-system,resources=firstmates,verbs=',
    );
  });

  it.each(['App', 'FirstMate', 'HorizontalDatabaseReplica'])(
    'of %s are written as prettier does',
    async (name) => {
      const resource = kind({
        kind: name,
        plural: `${name.toLowerCase()}s`,
        controllers: [name.toLowerCase(), 'other'],
      });
      const { webhooks: _, ...v2 } = { ...resource, version: 'v2', controllers: [] };
      const paths_ = { defaultingPath: '/custom-mutate', validationPath: '/custom-validate' };
      const custom = { ...resource, webhooks: { ...resource.webhooks!, conversion: false, ...paths_ } };
      for (const config of [
        project({ resources: [resource, v2] }),
        project({ multigroup: true, namespaced: true }),
      ])
        for (const { path, content: text } of [
          ...projectFiles(managed(config), options),
          ...apiFiles(config, resource, options).files,
          ...apiFiles(config, v2, options).files,
          ...webhookFiles(config, resource, options).files,
          ...webhookFiles(config, custom, options).files,
          certificatePermissions(managed({ ...config, resources: [resource, v2] }), options)!,
        ])
          if (path.endsWith('.ts')) {
            const formatted = await prettier.format(text, {
              parser: 'typescript',
              singleQuote: true,
              printWidth: 110,
            });
            expect(text, path).toBe(formatted);
          }
    },
  );
});
