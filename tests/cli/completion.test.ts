import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubewright } from './run-command.js';

const bin = fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url));
const run = promisify(execFile);

const installed = async (shell: string): Promise<boolean> =>
  run(shell, ['-c', 'true']).then(
    () => true,
    () => false,
  );
const [hasBash, hasZsh, hasFish] = await Promise.all(['bash', 'zsh', 'fish'].map(installed));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubewright-shell-'));
  await mkdir(path.join(folder, 'bin'));
  await mkdir(path.join(folder, 'project'));
  await writeFile(
    path.join(folder, 'bin/kubewright'),
    `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`,
  );
  await chmod(path.join(folder, 'bin/kubewright'), 0o755);
  await writeFile(path.join(folder, 'config'), 'contexts: [{ name: blue }, { name: green }]\n');
  for (const shell of ['bash', 'zsh', 'fish'])
    await writeFile(path.join(folder, shell), (await kubewright(['completion', shell])).stdout);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a shell prints that has the command on its PATH, by lines. */
async function linesOf(
  shell: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { stdout } = await run(shell, ['-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      KUBECONFIG: path.join(folder, 'config'),
    },
  });
  return stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(!hasBash)('the completion of bash', () => {
  // What bash sets when Tab is pressed at the end of a line: words are cut at = and : as COMP_WORDBREAKS says.
  const SCRIPT = `
source ./bash
complete -p kubewright >/dev/null || exit 1
COMP_POINT=\${#COMP_LINE}
_kubewright
printf '%s\\n' "\${COMPREPLY[@]}"`;

  it.each([
    ['kubewright depl', ['deploy']],
    ['kubewright deploy --cont', ['--context']],
    ['kubewright deploy --context ', ['blue', 'green']],
    ['kubewright deploy --context=g', ['green']],
    ['kubewright deploy --output=', ['text', 'json']],
    ['kubewright deploy pro', ['project']],
    ['kubewright markers kubebuilder:printc', ['printcolumn']],
    ['kubewright crd diff git:HE', []],
  ])('of "%s" offers %j', async (COMP_LINE, offered) => {
    expect(await linesOf('bash', SCRIPT, { COMP_LINE })).toEqual(offered);
  });
});

describe.skipIf(!hasBash)('the completion of bash, in a project', () => {
  it('asks its own command where none is on the PATH', async () => {
    const project = path.join(folder, 'project');
    await mkdir(path.join(project, 'node_modules/.bin'), { recursive: true });
    await symlink(path.join(folder, 'bin/kubewright'), path.join(project, 'node_modules/.bin/kubewright'));
    const script = `cd project; source ../bash; PATH=/usr/bin:/bin; COMP_LINE='kubewright depl' COMP_POINT=15
_kubewright; echo "\${COMPREPLY[@]}"`;
    expect(await linesOf('bash', script)).toEqual(['deploy']);
  });
});

describe.skipIf(!hasZsh)('the completion of zsh', () => {
  it('is loaded, and asks the command', async () => {
    const script = `autoload -Uz compinit && compinit -u -D
source ./zsh
_describe() { print -rl -- "\${(@P)4}" }
words=(kubewright depl); CURRENT=2
_kubewright`;
    expect((await linesOf('zsh', script)).map((line) => line.split(':')[0])).toEqual(['deploy']);
  });
});

describe.skipIf(!hasFish)('the completion of fish', () => {
  it('offers commands and values', async () => {
    const script = `source ./fish; complete -C 'kubewright depl'; complete -C 'kubewright deploy --context '`;
    expect((await linesOf('fish', script)).map((line) => line.split('\t')[0])).toEqual([
      'deploy',
      'blue',
      'green',
    ]);
  });
});
