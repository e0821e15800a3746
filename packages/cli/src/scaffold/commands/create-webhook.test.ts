import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { scriptedPrompts } from '../test-support/scripted-prompts.js';
import { TestProject } from '../test-support/project.js';

let project: TestProject;
async function withCaptain(...init: string[]): Promise<void> {
  await project.init(...init);
  await project.line('create api --group crew --version v1 --kind Captain');
}

const CAPTAIN = 'create webhook --group crew --version v1 --kind Captain';
const switchedOn = (): unknown => {
  const { resources, patches, replacements } = parse(project.read('config/default/kustomization.yaml')) as {
    resources: string[];
    patches: Array<{ path: string }>;
    replacements?: Array<{ targets: Array<{ select: { kind: string; name?: string } }> }>;
  };
  return {
    resources: resources.filter((one) => /webhook|cert/.test(one)),
    patches: patches.map(({ path }) => path),
    injected: (replacements ?? []).map(({ targets }) =>
      targets.map(({ select }) => select.name ?? select.kind).join(),
    ),
  };
};

describe('kubewright create webhook', () => {
  beforeEach(() => (project = new TestProject()));
  afterEach(() => project.remove());

  it('switches on what the webhooks need, and no more', async () => {
    await withCaptain();
    await project.line(`${CAPTAIN} --defaulting`);
    const base = {
      resources: ['../webhook', '../certmanager'],
      patches: ['manager_metrics_patch.yaml', 'manager_webhook_patch.yaml'],
    };
    const serving = ['serving-cert', 'serving-cert'];
    const mutating = ['MutatingWebhookConfiguration', 'MutatingWebhookConfiguration'];
    expect(switchedOn()).toEqual({ ...base, injected: [...serving, ...mutating] });
    await project.line(`${CAPTAIN} --programmatic-validation`);
    const validating = ['ValidatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
    expect(switchedOn()).toEqual({ ...base, injected: [...serving, ...validating, ...mutating] });
  });

  it('adds each kind that is converted to what gets the authority', async () => {
    await withCaptain();
    for (const kind of ['Captain', 'Sailor']) {
      await project.line(`create api --group crew --version v1 --kind ${kind}`);
      await project.line(`create api --group crew --version v2 --kind ${kind} --controller=false`);
      await project.line(`create webhook --group crew --version v1 --kind ${kind} --conversion --spoke v2`);
    }
    const both = 'captains.crew.testproject.org,sailors.crew.testproject.org';
    expect(switchedOn()).toMatchObject({ injected: ['serving-cert', 'serving-cert', both, both] });
    expect(parse(project.read('config/crd/kustomization.yaml'))).toMatchObject({
      patches: [{ path: 'patches/webhook_in_captains.yaml' }, { path: 'patches/webhook_in_sailors.yaml' }],
      configurations: ['kustomizeconfig.yaml'],
    });
    expect(parse(project.read('config/webhook/kustomization.yaml'))).toEqual({ resources: ['service.yaml'] });
  });

  it('leaves cert-manager out where the operator makes its certificates', async () => {
    await withCaptain('--certificates', 'operator');
    await project.line(`${CAPTAIN} --defaulting --programmatic-validation`);
    expect(switchedOn()).toEqual({
      resources: ['../webhook'],
      patches: ['manager_metrics_patch.yaml', 'manager_webhook_patch.yaml'],
      injected: [],
    });
    expect(Object.keys(project.files()).filter((file) => file.includes('certmanager'))).toEqual([]);
    expect(project.read('config/default/manager_webhook_patch.yaml')).not.toContain('cert');
  });

  it('asks for what certificates of the operator need with the first webhook that needs it', async () => {
    await withCaptain('--certificates', 'operator');
    await project.line('create api --group crew --version v2 --kind Captain --controller=false');
    const asked = (): string[] =>
      Object.entries(project.files()).flatMap(([file, text]) =>
        file.startsWith('src/')
          ? (text.match(/(?<=^\/\/ \+kubebuilder:rbac:).*(secrets|config|def).*/gm) ?? [])
          : [],
      );
    expect(asked()).toEqual([]);
    await project.line(`${CAPTAIN} --conversion --spoke v2`);
    const secret = 'groups=core,namespace=project-v4-system,resources=secrets,verbs=get;create;update';
    const definition =
      'groups=apiextensions.k8s.io,resources=customresourcedefinitions,resourceNames=captains.crew.testproject.org,verbs=get;update';
    expect(asked()).toEqual([secret, definition]);
    await project.line(`${CAPTAIN} --programmatic-validation`);
    const registered = (...resources: string[]): string =>
      `groups=admissionregistration.k8s.io,resources=${resources.map((type) => `${type}webhookconfigurations`).join(';')},verbs=list;update`;
    expect(asked()).toEqual([secret, registered('validating'), definition]);
    await project.line('create webhook --group core --version v1 --kind Pod --defaulting');
    expect(asked()).toEqual([secret, registered('mutating', 'validating'), definition]);
  });

  it.each([
    { flags: [], first: 'ClusterRoleBinding' },
    { flags: ['--namespaced'], first: 'RoleBinding' },
  ])('binds the second role of the operator from when there is one: $flags', async ({ flags, first }) => {
    await withCaptain('--certificates', 'operator', ...flags);
    const bound = (): unknown[] =>
      parseAllDocuments(project.read('config/rbac/role_binding.yaml')).map((document) =>
        document.get('kind'),
      );
    expect(bound()).toEqual([first]);
    await project.line(`${CAPTAIN} --defaulting`);
    expect(bound()).toEqual(['ClusterRoleBinding', 'RoleBinding']);
  });

  it('leaves the permissions for certificates to users where nothing new is needed', async () => {
    await withCaptain('--certificates', 'operator');
    await project.line(`${CAPTAIN} --defaulting`);
    const file = 'src/webhooks/certificate-permissions.ts';
    rmSync(path.join(project.folder, file));
    rmSync(path.join(project.folder, 'config/rbac/role_binding.yaml'));
    await project.line('create webhook --group core --version v1 --kind Pod --defaulting');
    expect(Object.keys(project.files()).filter((name) => /permissions|role_binding/.test(name))).toEqual([
      'config/rbac/leader_election_role_binding.yaml',
      'config/rbac/metrics_auth_role_binding.yaml',
    ]);
    await project.line(`${CAPTAIN} --programmatic-validation`);
    expect(project.read(file)).toContain('mutatingwebhookconfigurations;validatingwebhookconfigurations');
  });

  it('takes no permissions from projects that ask for them in their program', async () => {
    await withCaptain('--certificates', 'operator', '--namespaced');
    const asked = [
      '// +kubebuilder:rbac:groups=core,namespace=project-v4-system,resources=secrets,verbs=get;create;update',
      '// +kubebuilder:rbac:groups=apiextensions.k8s.io,resources=customresourcedefinitions,verbs=get;update',
    ].join('\n');
    const program = project.read('src/main.ts').replace('const namespace =', `${asked}\n$&`);
    project.write('src/main.ts', program);
    const binding = project.read('config/rbac/role_binding.yaml');
    const both = `${binding.replaceAll('kind: Role', 'kind: ClusterRole')}---\n${binding}`;
    project.write('config/rbac/role_binding.yaml', both);
    for (const line of [`${CAPTAIN} --defaulting`, `${CAPTAIN} --programmatic-validation`]) {
      expect((await project.line(line)).stderr).toBe('');
      expect(project.read('src/main.ts')).toContain(asked);
      expect(project.read('config/rbac/role_binding.yaml')).toBe(both);
    }
  });

  it('puts webhooks into files that users have changed', async () => {
    await withCaptain();
    await project.line(`${CAPTAIN} --defaulting`);
    const file = 'src/webhooks/v1/captain.ts';
    project.write(file, `${project.read(file)}\nexport const mine = 1;\n`);
    const { stdout } = await project.line(`${CAPTAIN} --programmatic-validation`);
    expect(stdout).toContain(`changed    ${file}\n`);
    expect(project.read(file)).toMatch(/\.defaulter\([^]*\.validator\([^]*export const mine = 1;\n$/);
  });

  it('keeps a file whose lines users changed, does the rest, and tells what it needs', async () => {
    await withCaptain();
    await project.line(`${CAPTAIN} --defaulting`);
    project.write('src/webhooks/v1/captain.ts', 'mine\n');
    const { stderr } = await project.line(`${CAPTAIN} --programmatic-validation`);
    expect(project.read('src/webhooks/v1/captain.ts')).toBe('mine\n');
    expect(stderr).toMatch(
      /^kubewright: src\/webhooks\/v1\/captain\.ts: what it needs is where you changed it, and it was kept; change by hand:\n[^]*\n {4}\+ {2}\.validator\(/,
    );
    expect(project.read('config/default/kustomization.yaml')).toMatch(
      /^ +kind: ValidatingWebhookConfiguration$/m,
    );
  });

  it('changes nothing when it is run again', async () => {
    await withCaptain();
    const line = `${CAPTAIN} --defaulting --programmatic-validation --defaulting-path /custom`;
    await project.line(line);
    project.write('src/webhooks/v1/captain.ts', 'mine\n');
    project.write('config/certmanager/issuer.yaml', 'mine\n');
    rmSync(path.join(project.folder, 'src/webhooks/v1/captain.test.ts'));
    const before = project.files();
    expect((await project.line(line)).stdout).toMatch(/nothing to change\n/);
    expect(project.files()).toEqual(before);
  });

  it('warns of webhooks that hold up what the operator itself needs', async () => {
    await withCaptain();
    const { stderr } = await project.line('create webhook --group core --version v1 --kind Pod --defaulting');
    expect(stderr).toMatch(/^kubewright: webhooks of Pod may keep the operator itself from starting/);
  });

  it('asks on a terminal what flags leave open', async () => {
    await withCaptain();
    project.answers(
      scriptedPrompts({
        Group: 'crew',
        Version: '',
        Kind: 'Captain',
        Fill: false,
        Judge: true,
        Convert: false,
      }),
    );
    await project.line('create webhook');
    expect(parse(project.read('PROJECT'))).toMatchObject({
      resources: [{ webhooks: { validation: true, webhookVersion: 'v1' } }],
    });
  });
});

describe('in a project with a kind', () => {
  beforeAll(async () => {
    project = new TestProject();
    await withCaptain();
  });
  afterAll(() => project.remove());

  it.each([
    [
      CAPTAIN,
      'say which webhooks: --defaulting, --programmatic-validation, --conversion, or several of them',
    ],
    [
      `${CAPTAIN} --defaulting --validation-path /x`,
      '--validation-path can only be used with --programmatic-validation',
    ],
    [
      `${CAPTAIN} --defaulting --defaulting-path x`,
      'the webhook path "x" is not valid: it must begin with "/"; did you mean "/x"?',
    ],
    [`${CAPTAIN} --defaulting --spoke v2`, '--spoke can only be used with --conversion'],
    [
      `${CAPTAIN} --conversion --spoke v2`,
      'Captain has no version v2 in this project: make it with "kubewright create api --version v2"',
    ],
    [`${CAPTAIN} --conversion --spoke v1`, 'v1 is the hub itself'],
    [
      'create webhook --group crew --version v1 --kind Sailor --defaulting',
      'the project has no type for Sailor (crew.testproject.org/v1): run "kubewright create api" first',
    ],
    [
      'create webhook --group apps --version v1 --kind Deployment --conversion',
      'only who defines a kind converts its versions',
    ],
  ])('%s: %s', async (line, message) => {
    const before = project.files();
    await expect(project.line(line)).rejects.toThrow(message);
    expect(project.files()).toEqual(before);
  });
});
