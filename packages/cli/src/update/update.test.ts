import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProgram } from '../program.js';
import { filesBelow, TestProject } from '../scaffold/test-support/project.js';
import { CapturedIo } from '../test-support/captured-io.js';
import { version } from '../version.js';

const ENV = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const BEFORE = '0.0.9';
const CLI = fileURLToPath(new URL('../..', import.meta.url));

let root: string;
/** What this release makes of the project, and what the one before made of it. */
let now: string;
let then: string;
let project: string;

const read = (folder: string, file: string): string => readFileSync(path.join(folder, file), 'utf8');
const write = (folder: string, file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const edit = (folder: string, file: string, from: string | RegExp, to: string): void => {
  const text = read(folder, file);
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} has no ${String(from)}`);
  write(folder, file, edited);
};
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: project,
    encoding: 'utf8',
  });
const copy = (from: string, to: string): void => {
  for (const file of filesBelow(from)) {
    write(to, file, read(from, file));
    chmodSync(path.join(to, file), statSync(path.join(from, file)).mode);
  }
};

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = new CapturedIo({ cwd: project, env: ENV });
  let code = 0;
  await createProgram(io, (exitCode) => (code = exitCode)).parseAsync(args, { from: 'user' });
  return { code, stdout: io.out, stderr: io.err };
}
const commit = (): void => {
  git('add', '-A');
  git('commit', '-q', '-m', 'a change');
};

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'kubewright-update-'));
  now = path.join(root, 'now');
  then = path.join(root, 'then');
  const made = new TestProject();
  await made.init();
  await made.line('create api --group crew --version v1 --kind Captain --make=false');
  edit(made.folder, 'PROJECT', `cliVersion: ${version}`, `cliVersion: ${BEFORE}`);
  await made.run('render', now);
  // A release that knew less: other lines, a file under another name, one that is needed no more, one that was not there.
  copy(now, then);
  edit(then, 'Dockerfile', /^FROM/m, '# The image of the operator.\nFROM');
  edit(then, 'package.json', '"typecheck"', '"lint": "eslint .",\n    "typecheck"');
  edit(then, 'package.json', /"vitest": "[^"]*"/, '"vitest": "^3.0.0"');
  rmSync(path.join(then, '.editorconfig'));
  write(then, 'config/old.yaml', 'a: 1\n');
  write(then, 'config/older.yaml', 'b: 1\n');
  write(then, 'src/controllers/crew-captain.ts', read(then, 'src/controllers/captain.ts'));
  rmSync(path.join(then, 'src/controllers/captain.ts'));
  write(then, 'PROJECT', made.read('PROJECT'));
  made.remove();
});
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(() => {
  project = mkdtempSync(path.join(root, 'project-'));
  copy(then, project);
  git('init', '-q');
  commit();
});

describe('kubewright update', () => {
  it('brings a project that nobody changed to what this release makes, once', async () => {
    const { code, stdout, stderr } = await run('update', '--from', then);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`created   .editorconfig
changed   Dockerfile
removed   config/old.yaml
removed   config/older.yaml
changed   package.json
created   src/controllers/captain.ts (from src/controllers/crew-captain.ts)
removed   src/controllers/crew-captain.ts (moved to src/controllers/captain.ts)
is a project of kubewright ${version}, and was one of ${BEFORE}

Next:
  npm install
  npm run manifests
  npm test
`);
    const files = filesBelow(project).filter((file) => !file.startsWith('.git/'));
    expect(files).toEqual([...filesBelow(now), 'PROJECT'].sort());
    for (const file of filesBelow(now)) expect(read(project, file), file).toBe(read(now, file));
    expect(read(project, 'PROJECT')).toBe(read(then, 'PROJECT').replace(BEFORE, version));

    commit();
    const again = await run('update');
    expect(again).toEqual({
      code: 0,
      stderr: '',
      stdout: `nothing to change\nis a project of kubewright ${version}\n`,
    });
    expect(git('status', '--porcelain')).toBe('');
  });

  it('asks npm for a release, and for nothing else that PROJECT names', async () => {
    edit(project, 'PROJECT', BEFORE, 'npm:another@0.0.1');
    commit();
    await expect(run('update')).rejects.toThrow('has cliVersion "npm:another@0.0.1", which is no release');
    expect(git('status', '--porcelain')).toBe('');
  });

  it('keeps what the user changed, and what he deleted', async () => {
    edit(project, 'package.json', '"lint": "eslint .",', '"lint": "eslint .",\n    "mine": "true",');
    edit(project, 'src/controllers/crew-captain.ts', /$/, '\n// Mine.\n');
    write(project, 'src/mine.ts', 'export {};\n');
    rmSync(path.join(project, 'Dockerfile'));
    commit();
    const { code, stdout } = await run('update', '--from', then);
    expect(code).toBe(0);
    expect(stdout).toContain('kept      Dockerfile (you have deleted it, and the release changed it)\n');
    const { scripts, devDependencies } = JSON.parse(read(project, 'package.json')) as Record<
      string,
      Record<string, string>
    >;
    expect(scripts).toMatchObject({ mine: 'true' });
    expect(scripts).not.toHaveProperty('lint');
    expect(devDependencies?.['vitest']).toBe(
      (JSON.parse(read(now, 'package.json')) as typeof scripts & { devDependencies: Record<string, string> })
        .devDependencies['vitest'],
    );
    expect(read(project, 'src/controllers/captain.ts')).toBe(
      `${read(now, 'src/controllers/captain.ts')}\n// Mine.\n`,
    );
    expect(read(project, 'src/mine.ts')).toBe('export {};\n');
    expect(filesBelow(project)).not.toContain('Dockerfile');
  });

  it('leaves conflicts as git does, lists them at the end, and exits with 1', async () => {
    edit(project, 'Dockerfile', '# The image of the operator.', '# My image.');
    edit(project, 'package.json', '"^3.0.0"', '"^3.2.0"');
    write(project, 'config/old.yaml', 'a: 2\n');
    commit();
    const { code, stdout } = await run('update', '--from', then);
    expect(code).toBe(1);
    expect(stdout).toContain(`
Conflicts:
  Dockerfile: 1 place
  config/old.yaml: changed by you, and gone from the release
  package.json: 1 place

Next:
  decide the conflicts: git diff
`);
    expect(read(project, 'Dockerfile')).toContain(
      `<<<<<<< yours\n# My image.\n=======\n>>>>>>> kubewright ${version}\n`,
    );
    expect(read(project, 'package.json')).toMatch(
      /<<<<<<< yours\n {4}"vitest": "\^3\.2\.0"\n=======\n {4}"vitest": ".*"\n>>>>>>> kubewright /,
    );
    expect(read(project, 'config/old.yaml')).toBe('a: 2\n');

    commit();
    edit(project, 'PROJECT', version, BEFORE);
    await expect(run('update', '--from', then, '--force')).rejects.toMatchObject({
      code: 'Refused',
      message: 'Dockerfile has conflict markers: decide what it says first',
    });
  });

  it('shows what it would do, in a diff that git takes, and writes nothing', async () => {
    const { code, stdout } = await run('update', '--from', then, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('--- a/Dockerfile\n+++ b/Dockerfile\n');
    expect(stdout).toContain('--- /dev/null\n+++ b/.editorconfig\n');
    expect(stdout).toContain(`would be a project of kubewright ${version}, and was one of ${BEFORE}\n`);
    expect(git('status', '--porcelain')).toBe('');
    execFileSync('git', ['apply', '-'], {
      cwd: project,
      input: stdout.slice(0, stdout.indexOf('created   ')),
    });
    for (const file of filesBelow(now)) expect(read(project, file), file).toBe(read(now, file));
  });

  it('tells scripts what it did', async () => {
    const { stdout } = await run('update', '--from', then, '--output', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      from: BEFORE,
      to: version,
      dryRun: false,
      files: expect.arrayContaining([{ path: 'Dockerfile', action: 'changed', conflicts: 0 }]) as unknown,
      next: ['npm install', 'npm run manifests', 'npm test'],
    });
  });

  it('refuses where there is no way back, unless it is told otherwise', async () => {
    edit(project, 'README.md', /$/, '\nMine.\n');
    write(project, 'new.txt', '');
    await expect(run('update', '--from', then)).rejects.toMatchObject({
      code: 'Refused',
      message: expect.stringContaining('not committed (README.md, new.txt)') as string,
    });
    expect((await run('update', '--from', then, '--force')).code).toBe(0);
    rmSync(path.join(project, '.git'), { recursive: true });
    edit(project, 'PROJECT', version, BEFORE);
    // The folder above is none of git's.
    expect((await run('update', '--from', then)).stderr).toContain('is not under git');
  });

  it('asks the release that made it, as a package, as what is installed, and by npm', async () => {
    const program = `
import { cpSync } from 'node:fs';
const [command, output, flag] = process.argv.slice(2);
if (command !== 'render' || flag !== '--project') process.exit(1);
cpSync(${JSON.stringify(then)}, output, { recursive: true });
`;
    const release = path.join(root, 'release');
    const described = {
      name: '@kubewright/cli',
      version: BEFORE,
      type: 'module',
      bin: { kubewright: 'bin.mjs' },
    };
    write(release, 'package.json', JSON.stringify(described));
    write(release, 'bin.mjs', program);
    expect((await run('update', '--from', release, '--dry-run')).stdout).toContain('created   .editorconfig');

    copy(release, path.join(project, 'node_modules/@kubewright/cli'));
    expect((await run('update', '--dry-run')).stdout).toContain('created   .editorconfig');
    rmSync(path.join(project, 'node_modules'), { recursive: true });

    const npm = path.join(root, 'bin', 'npm');
    write(
      path.dirname(npm),
      'npm',
      `#!/bin/sh\n[ "$3" = "--package=@kubewright/cli@${BEFORE}" ] && shift 5 && exec "${process.execPath}" "${release}/bin.mjs" "$@"\n`,
    );
    chmodSync(npm, 0o755);
    const io = new CapturedIo({
      cwd: project,
      env: { ...ENV, PATH: `${path.dirname(npm)}:${ENV.PATH ?? ''}` },
    });
    await createProgram(io, () => undefined).parseAsync(['update', '--dry-run'], { from: 'user' });
    expect(io.out).toContain('created   .editorconfig');

    write(path.dirname(npm), 'npm', '#!/bin/sh\necho "npm error network is unreachable" >&2\nexit 1\n');
    const failed = createProgram(io, () => undefined).parseAsync(['update', '--dry-run'], { from: 'user' });
    await expect(failed).rejects.toMatchObject({
      code: 'CannotRead',
      message: expect.stringMatching(
        /^what kubewright 0\.0\.9 made of the project is not to be had .*network is unreachable.*--from.*--two-way/,
      ) as string,
    });
  });

  it('asks this very command like any other release, to which the project then has nothing to add', async () => {
    const { code, stdout } = await run('update', '--from', CLI);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `nothing to change\nis a project of kubewright ${version}, and was one of ${BEFORE}\n`,
    );
    expect(git('diff', '--name-only').trim()).toBe('PROJECT');
  });

  it('merges without that release, where every difference is a conflict', async () => {
    const { code, stdout } = await run('update', '--two-way');
    expect(code).toBe(1);
    expect(stdout).toContain('created   .editorconfig\n');
    expect(stdout).toContain('  Dockerfile: 1 place\n');
    expect(read(project, 'config/old.yaml')).toBe('a: 1\n');
  });

  it.each([
    [['--from', 'nowhere'], 'cannot read'],
    [['--from', '.git'], 'is neither a package of kubewright nor what "kubewright render" writes'],
  ])('%j is told in one sentence', async (flags, message) => {
    await expect(run('update', ...flags)).rejects.toMatchObject({
      code: 'CannotRead',
      message: expect.stringContaining(message) as string,
    });
    expect(git('status', '--porcelain')).toBe('');
  });

  it('writes nothing when it is interrupted', async () => {
    const stop = new AbortController();
    const io = new CapturedIo({ cwd: project, env: ENV, signal: stop.signal });
    const running = createProgram(io, () => undefined).parseAsync(['update', '--from', then], {
      from: 'user',
    });
    stop.abort(new Error('SIGINT'));
    await expect(running).rejects.toThrow('SIGINT');
    expect(git('status', '--porcelain')).toBe('');
  });

  it('goes forward only', async () => {
    edit(project, 'PROJECT', BEFORE, '99.0.0');
    await expect(run('update', '--force')).rejects.toMatchObject({
      code: 'Refused',
      message: expect.stringContaining(
        `was made by kubewright 99.0.0, and this is only ${version}`,
      ) as string,
    });
    edit(project, 'PROJECT', /cliVersion: .*\n/, '');
    await expect(run('update', '--force')).rejects.toMatchObject({ code: 'InvalidProject' });
  });
});

describe('kubewright render', () => {
  it('writes into an empty folder only', async () => {
    await expect(run('render', '.')).rejects.toMatchObject({ code: 'Refused' });
    const { code, stdout } = await run('render', 'made/here');
    expect(code).toBe(0);
    expect(stdout).toBe(`rendered   ${filesBelow(now).length} files into made/here\n`);
  });
});
