import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedPrompts } from '../test-support/scripted-prompts.js';
import { TestProject } from '../test-support/project.js';

let project: TestProject;
beforeEach(() => (project = new TestProject()));
afterEach(() => project.remove());

describe('kubewright init', () => {
  it('makes a project, and again nothing', async () => {
    await project.init();
    const before = project.files();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['PROJECT', 'package.json', 'src/main.ts', 'config/default/kustomization.yaml']),
    );
    const again = await project.run(
      ...['init', '--skip-install', '--domain', 'testproject.org', '--project-name', 'project-v4'],
    );
    expect(again.stdout).toMatch(/^nothing to change\n/);
    expect(project.files()).toEqual(before);
  });

  it('makes the folder that it is told, and says what comes next', async () => {
    const { stdout } = await project.line('init my-op --domain example.com --skip-install');
    expect(project.read('my-op/PROJECT')).toContain('projectName: my-op\n');
    expect(stdout).toMatch(
      /\nNext:\n {2}cd my-op\n {2}npm install\n {2}npx kubewright create api --group <group> --version v1 --kind <Kind>\n$/,
    );
  });

  it('lists what it did as JSON', async () => {
    project.write('README.md', 'mine\n');
    const { stdout } = await project.line(
      'init --domain example.com --project-name a --skip-install -o json',
    );
    const listed = JSON.parse(stdout) as Record<string, string[]>;
    expect(listed).toMatchObject({ changed: [], removed: [], kept: ['README.md'], manual: [], problems: [] });
    expect([...listed['created']!, 'README.md'].sort()).toEqual(Object.keys(project.files()));
  });

  it('leaves alone what people bring into a folder, and writes nothing when something else is in the way', async () => {
    project.write('README.md', 'mine\n');
    project.write('LICENSE', 'mine\n');
    project.write('Makefile', 'mine:\n');
    project.write('src/main.ts', 'mine\n');
    const before = project.files();
    const command = 'init --domain example.com --project-name a --skip-install';
    await expect(project.line(command)).rejects.toThrow(
      'Makefile, src/main.ts exist already with another content: --force overwrites; nothing was written',
    );
    expect(project.files()).toEqual(before);
    await project.line(`${command} --force`);
    expect(project.read('src/main.ts')).toContain('runOperator');
  });

  it('asks on a terminal what flags leave open', async () => {
    const prompts = scriptedPrompts({
      Domain: 'example.com',
      'Name of the project': 'cart-operator',
      License: 'none',
    });
    project.answers(prompts);
    await project.line('init --skip-install');
    expect(prompts.asked).toHaveLength(3);
    expect(project.read('PROJECT')).toContain(
      'plugins:\n  kubewright.io/v1:\n    certificates: cert-manager\n    license: none\nprojectName: cart-operator\n',
    );
  });

  it('asks on a terminal about files that are in the way', async () => {
    project.write('Makefile', 'mine:\n');
    project.write('Dockerfile', 'FROM mine\n');
    project.write('tsconfig.json', '{}\n');
    const prompts = scriptedPrompts({ tsconfig: 'keep', Makefile: 'overwrite-all' });
    project.answers(prompts);
    const { stdout } = await project.line('init --domain example.com --project-name a --skip-install');
    expect(prompts.asked).toEqual([
      'tsconfig.json exists already. What shall become of it?',
      'Makefile exists already. What shall become of it?',
    ]);
    expect(project.read('tsconfig.json')).toBe('{}\n');
    expect(project.read('Dockerfile')).not.toContain('mine');
    expect(stdout).toContain('kept       tsconfig.json\n');
  });

  it.each([
    ['init', 'name the domain of your API groups: --domain example.com'],
    [
      'init --domain Example.com',
      `the domain "Example.com" is not valid: it must consist of labels of a-z, 0-9 and '-', separated by dots; did you mean "example.com"?`,
    ],
    ['init --domain https://example.com/ops', 'did you mean "example.com.ops"?'],
    [
      'init --domain example.com --project-name My_Operator',
      `the project name "My_Operator" is not valid: it must consist of a-z, 0-9 and '-', and begin and end with a letter or digit; did you mean "my-operator"?`,
    ],
  ])('%s: %s', async (line, message) => {
    await expect(project.line(`${line} --skip-install`)).rejects.toThrow(message);
    expect(project.files()).toEqual({});
  });

  it('does not become another project', async () => {
    await project.init();
    await expect(project.init('--namespaced')).rejects.toThrow(
      /is the project project-v4 already: "kubewright edit" changes its settings, "kubewright create api" adds kinds$/,
    );
  });
});
