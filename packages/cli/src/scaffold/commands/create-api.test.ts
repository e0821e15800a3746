import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scriptedPrompts } from '../test-support/scripted-prompts.js';
import { TestProject } from '../test-support/project.js';

let project: TestProject;
const newProject = async (): Promise<void> => {
  project = new TestProject();
  await project.init();
};
const removeProject = (): void => project.remove();

const CAPTAIN = 'create api --group crew --version v1 --kind Captain';

describe('kubewright create api', () => {
  beforeEach(newProject);
  afterEach(removeProject);

  it('makes a kind complete: manifests, roles and a sample with values', async () => {
    project.install();
    const { code, stderr } = await project.line(CAPTAIN);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(project.read('config/crd/kustomization.yaml')).toContain(
      '\n- bases/crew.testproject.org_captains.yaml\n',
    );
    expect(parse(project.read('config/crd/bases/crew.testproject.org_captains.yaml'))).toMatchObject({
      spec: { names: { kind: 'Captain', plural: 'captains' }, scope: 'Namespaced' },
    });
    expect(parse(project.read('config/samples/crew_v1_captain.yaml'))).toEqual({
      apiVersion: 'crew.testproject.org/v1',
      kind: 'Captain',
      metadata: {
        name: 'captain-sample',
        labels: { 'app.kubernetes.io/managed-by': 'kustomize', 'app.kubernetes.io/name': 'project-v4' },
      },
      spec: { foo: 'foo' },
    });
    expect(project.read('config/rbac/role.yaml')).toContain('- captains/status\n');
    expect(project.read('config/default/kustomization.yaml')).toContain('\n- ../crd\n');
  });

  it('says that packages are to be installed before manifests can be made', async () => {
    const { code, stdout } = await project.line(CAPTAIN);
    expect(code).toBe(0);
    expect(stdout).toContain('\nNext:\n  npm install\n  npm run manifests\n');
  });

  it('tells what is wrong with the sources, and leaves the manifests as they are', async () => {
    project.install();
    await project.line(CAPTAIN);
    project.write(
      'src/api/v1/captain.ts',
      project.read('src/api/v1/captain.ts').replace('foo?: string', 'foo?: () => void'),
    );
    const before = project.read('config/crd/bases/crew.testproject.org_captains.yaml');
    const { code, stderr } = await project.line('create api --group crew --version v1 --kind Sailor');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^src\/api\/v1\/captain\.ts:\d+:\d+: error /);
    expect(project.read('config/crd/bases/crew.testproject.org_captains.yaml')).toBe(before);
    expect(project.read('PROJECT')).toContain('kind: Sailor\n');
  });

  it('changes nothing when it is run again, whatever users made of the files', async () => {
    await project.line(CAPTAIN);
    project.write('src/api/v1/captain.ts', 'mine\n');
    project.write('src/controllers/captain.ts', 'mine\n');
    project.write('config/rbac/captain_admin_role.yaml', 'mine\n');
    rmSync(path.join(project.folder, 'src/controllers/captain.test.ts'));
    project.write('src/main.ts', project.read('src/main.ts').replaceAll('captainController', 'mine'));
    const before = project.files();
    expect((await project.line(CAPTAIN)).stdout).toMatch(/^nothing to change\n/);
    expect(project.files()).toEqual(before);
    await project.line(`${CAPTAIN} --force`);
    expect(project.read('src/api/v1/captain.ts')).toContain('interface CaptainSpec');
  });

  it('leaves the roles of a kind alone when it gets another version', async () => {
    await project.line(CAPTAIN);
    project.write('config/rbac/captain_viewer_role.yaml', 'mine\n');
    await project.line('create api --group crew --version v2 --kind Captain --controller=false');
    expect(project.read('config/rbac/captain_viewer_role.yaml')).toBe('mine\n');
    expect(project.files()).toHaveProperty(['src/api/v2/captain.ts']);
  });

  it('finishes what an interrupted run began', async () => {
    const untouched = project.read('PROJECT');
    await project.line(CAPTAIN);
    const complete = project.files();
    project.write('PROJECT', untouched);
    project.write('src/main.ts', project.read('src/main.ts').replace(/^.*captain.*\n/gim, ''));
    await project.line(CAPTAIN);
    expect(project.files()).toEqual(complete);
  });

  it('writes nothing when a file that it would make is there', async () => {
    project.write('src/controllers/captain.ts', 'mine\n');
    const before = project.files();
    await expect(project.line(CAPTAIN)).rejects.toThrow(
      'src/controllers/captain.ts exists already with another content: --force overwrites; nothing was written',
    );
    expect(project.files()).toEqual(before);
  });

  it('tells the lines for places that somebody removed', async () => {
    project.write(
      'src/main.ts',
      project.read('src/main.ts').replace('// +kubebuilder:scaffold:controllers', ''),
    );
    const { stderr, stdout } = await project.line(CAPTAIN);
    expect(stderr).toBe(
      'kubewright: src/main.ts: the marker +kubebuilder:scaffold:controllers is gone; put these lines in by hand:\n    captainController,\n',
    );
    expect(stdout).toContain('changed    src/main.ts\n');
  });

  it('adds controllers to kinds of its own, of Kubernetes and of others', async () => {
    await project.line(CAPTAIN);
    await project.line(`${CAPTAIN} --resource=false --controller-name captain-backup`);
    await project.line('create api --group apps --version v1 --kind Deployment --resource=false');
    await project.line(
      'create api --group cert-manager --version v1 --kind Certificate --resource=false --external-api-path ./src/external/cert-manager.io/v1.ts --external-api-domain io',
    );
    const { resources } = parse(project.read('PROJECT')) as { resources: unknown[] };
    expect(resources).toEqual([
      expect.objectContaining({
        kind: 'Captain',
        controllers: [{ name: 'captain' }, { name: 'captain-backup' }],
      }),
      {
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        controller: true,
        core: true,
        path: 'kubewright/apps/v1',
      },
      {
        domain: 'io',
        group: 'cert-manager',
        version: 'v1',
        kind: 'Certificate',
        controller: true,
        external: true,
        path: './src/external/cert-manager.io/v1.ts',
      },
    ]);
    expect(project.files()).toHaveProperty(['src/controllers/captain-backup.ts']);
    expect(project.files()).not.toHaveProperty(['config/samples/apps_v1_deployment.yaml']);
  });

  it('asks on a terminal what flags leave open', async () => {
    project.answers(
      scriptedPrompts({
        Group: 'crew',
        Version: '',
        Kind: 'Captain',
        'Make the type': true,
        'Make a controller': false,
      }),
    );
    await project.line('create api');
    expect(parse(project.read('PROJECT'))).toMatchObject({
      resources: [{ group: 'crew', version: 'v1', kind: 'Captain', api: { namespaced: true } }],
    });
    expect(project.files()).not.toHaveProperty(['src/controllers/captain.ts']);
  });

  it('tells where the project is when it is run below', async () => {
    await expect(project.line(`${CAPTAIN} config/default`)).rejects.toThrow(
      `config/default/PROJECT does not exist: the project is ${project.folder}: run this there`,
    );
  });

  it('needs a project', async () => {
    await expect(project.line(`${CAPTAIN} ..`)).rejects.toThrow(
      /\/PROJECT does not exist: run this in the folder of a project, or make one with "kubewright init"$/,
    );
  });
});

describe('in a project without kinds', () => {
  beforeAll(newProject);
  afterAll(removeProject);

  it.each([
    ['create api --group crew', 'name the kind: --version, --kind are missing'],
    [
      'create api --group crew --version v1 --kind captain',
      'the kind "captain" is not valid: it must begin with a capital letter; did you mean "Captain"?',
    ],
    ['create api --group crew --version v1 --kind First-Mate', 'did you mean "FirstMate"?'],
    ['create api --group Crew --version v1 --kind Captain', 'the group "Crew" is not valid'],
    [
      'create api --group crew --version 1 --kind Captain',
      'the version "1" is not valid: it must begin with a letter, as v1; did you mean "v1"?',
    ],
    [`${CAPTAIN} --plural Captains`, 'did you mean "captains"?'],
    [`${CAPTAIN} --controller-name=Captain`, 'the controller name "Captain" is not valid'],
    [
      `${CAPTAIN} --resource=false --controller=false`,
      'neither the type nor a controller is to be made: nothing to do',
    ],
    [
      `${CAPTAIN} --resource=false`,
      'the project has no type for Captain (crew.testproject.org/v1): make it with --resource',
    ],
    [`${CAPTAIN} --resource --external-api-path ./x.ts`, '--external-api-... needs --resource=false'],
    [`${CAPTAIN} --resource=false --external-api-domain io`, 'external types need --external-api-path'],
  ])('%s: %s', async (line, message) => {
    const before = project.files();
    await expect(project.line(line)).rejects.toThrow(message);
    expect(project.files()).toEqual(before);
  });
});

describe('in a project with a kind', () => {
  beforeAll(async () => {
    await newProject();
    await project.line(CAPTAIN);
  });
  afterAll(removeProject);

  it.each([
    [
      'create api --group navy --version v1 --kind Ship',
      'the project has kinds of the group "crew" and is not laid out for several: run "kubewright edit --multigroup" first',
    ],
    [
      'create api --group crew.testproject.org --version v1 --kind Ship',
      'the group "crew.testproject.org" has the domain of the project already, which is added to it: use --group crew',
    ],
    [
      'create api --group testproject.org --version v1 --kind Ship',
      'the group "testproject.org" has the domain of the project already, which is added to it: use --group ""',
    ],
    [
      `${CAPTAIN} --plural captaines`,
      'Captain (crew.testproject.org/v1) has the plural "captains" in this project',
    ],
    [`${CAPTAIN} --namespaced=false`, 'Captain (crew.testproject.org/v1) is namespaced in this project'],
    [
      'create api --group crew --version v1 --kind Sailor --controller-name=captain',
      'the controller captain of Captain (crew.testproject.org/v1) has the file src/controllers/captain.ts already',
    ],
  ])('%s: %s', async (line, message) => {
    const before = project.files();
    await expect(project.line(line)).rejects.toThrow(message);
    expect(project.files()).toEqual(before);
  });
});
