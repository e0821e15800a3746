import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedPrompts } from '../test-support/scripted-prompts.js';
import { TestProject } from '../test-support/project.js';

let project: TestProject;
beforeEach(async () => {
  project = new TestProject();
  await project.init('--owner', 'The authors');
  await project.line('create api --group crew --version v1 --kind Captain');
  await project.line('create api --group crew --version v2 --kind Captain --controller=false');
  await project.line(
    'create webhook --group crew --version v1 --kind Captain --defaulting --conversion --spoke v2',
  );
});
afterEach(() => project.remove());

describe('kubewright edit', () => {
  it.each([
    ['--multigroup', '--multigroup=false'],
    ['--namespaced', '--namespaced=false'],
    ['--certificates operator', '--certificates cert-manager'],
    ['--license copyright --owner Others', '--license apache2 --owner The_authors'],
  ])(
    '%s makes the project as if it had been so from the beginning, and can be taken back by %s',
    async (there, back) => {
      const before = project.files();
      await project.line(`edit ${there}`);
      const fresh = new TestProject();
      try {
        const flags = there.split(' ');
        await fresh.init(...(there.includes('--owner') ? flags : ['--owner', 'The authors', ...flags]));
        await fresh.line('create api --group crew --version v1 --kind Captain');
        await fresh.line('create api --group crew --version v2 --kind Captain --controller=false');
        await fresh.line(
          'create webhook --group crew --version v1 --kind Captain --defaulting --conversion --spoke v2',
        );
        expect(project.files()).toEqual(fresh.files());
      } finally {
        fresh.remove();
      }
      await project.run('edit', ...back.split(' ').map((word) => word.replace('_', ' ')));
      expect(project.files()).toEqual(before);
    },
  );

  it('keeps what users changed, and has imports follow files that move', async () => {
    project.write(
      'src/shared/ranks.ts',
      "import { Captain } from '../api/v1/captain.js';\nexport type Rank = Captain;\n",
    );
    const file = 'src/controllers/captain.ts';
    project.write(
      file,
      `import type { Rank } from '../shared/ranks.js';\n${project.read(file)}\nexport type Mine = Rank;\n`,
    );
    await project.line('edit --multigroup');
    expect(project.read('src/shared/ranks.ts')).toContain("from '../api/crew/v1/captain.js'");
    const moved = project.read('src/controllers/crew/captain.ts');
    expect(moved).toContain("import type { Rank } from '../../shared/ranks.js';\n");
    expect(moved).toContain("from '../../api/crew/v1/captain.js'");
    expect(moved).toMatch(/export type Mine = Rank;\n$/);
    expect(project.files()).not.toHaveProperty([file]);
  });

  it('does not bring back what users have removed', async () => {
    rmSync(path.join(project.folder, 'config/scorecard'), { recursive: true });
    rmSync(path.join(project.folder, 'config/rbac/captain_admin_role.yaml'));
    rmSync(path.join(project.folder, 'README.md'));
    await project.line('edit --multigroup');
    await project.line('edit --certificates operator');
    expect(Object.keys(project.files()).filter((file) => /scorecard|admin|README/.test(file))).toEqual([]);
  });

  it('keeps files that it would remove when users have changed them, and says so', async () => {
    project.write('config/certmanager/issuer.yaml', 'mine\n');
    const { stderr, stdout } = await project.line('edit --certificates operator');
    expect(stderr).toBe(
      'kubewright: config/certmanager/issuer.yaml: the project needs it no more, but somebody has changed it: remove it by hand\n',
    );
    expect(project.read('config/certmanager/issuer.yaml')).toBe('mine\n');
    expect(stdout).toContain('removed    config/certmanager/kustomization.yaml\n');
  });

  it('keeps what users changed on the same lines, does the rest, and tells what is left to do', async () => {
    const file = 'config/rbac/role_binding.yaml';
    project.write(file, project.read(file).replaceAll('ClusterRole', 'MyRole'));
    const mine = project.read(file);
    const { stdout, stderr } = await project.line('edit --namespaced');
    expect(stdout).toContain(`kept       ${file}\n`);
    expect(project.read(file)).toBe(mine);
    expect(stderr).toBe(
      `kubewright: ${file}: what it needs is where you changed it, and it was kept; change by hand:
     apiVersion: rbac.authorization.k8s.io/v1
    -kind: ClusterRoleBinding
    +kind: RoleBinding

     roleRef:
       apiGroup: rbac.authorization.k8s.io
    -  kind: ClusterRole
    +  kind: Role
`,
    );
    expect(project.read('config/manager/manager.yaml')).toContain('WATCH_NAMESPACE');
  });

  it('overwrites what users changed on the same lines when it is forced, or told so on a terminal', async () => {
    const file = 'config/rbac/role_binding.yaml';
    project.write(file, project.read(file).replaceAll('ClusterRole', 'MyRole'));
    await project.line('edit --namespaced --force');
    expect(project.read(file)).toContain('kind: RoleBinding\n');
    project.write(file, project.read(file).replaceAll(': Role', ': MyRole'));
    project.answers(scriptedPrompts({ [`You changed lines of ${file} that must change`]: 'overwrite' }));
    await project.line('edit --namespaced=false');
    expect(project.read(file)).toContain('kind: ClusterRoleBinding\n');
  });

  it.each([['edit', 'say what to change: --multigroup, --namespaced, --certificates, --license, --owner']])(
    '%s: %s',
    async (line, message) => {
      await expect(project.line(line)).rejects.toThrow(message);
    },
  );

  it('does not forget groups', async () => {
    await project.line('edit --multigroup');
    await project.line('create api --group navy --version v1 --kind Ship');
    await expect(project.line('edit --multigroup=false')).rejects.toThrow(
      'the project has kinds of several groups (crew, navy), and must stay laid out for them',
    );
  });
});
