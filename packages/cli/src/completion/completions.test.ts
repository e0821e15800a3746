import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../program.js';
import { CapturedIo } from '../test-support/captured-io.js';
import { complete } from './completions.js';
import { knownValues } from './known-values.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubewright-completion-'));
  await writeFile(path.join(folder, 'config-a'), 'contexts: [{ name: blue, context: { cluster: sky } }]\n');
  await writeFile(
    path.join(folder, 'config-b'),
    'contexts:\n- name: green\n- nonsense\n- name: $(reboot)\n- name: "a\\nb"\n',
  );
  await writeFile(path.join(folder, 'broken'), '{');
  await writeFile(
    path.join(folder, 'PROJECT'),
    'resources:\n- { group: shop, version: v1, kind: Cart, controller: true }\n- { group: shop, version: v2, kind: Cart, controllers: [{ name: cart-backup }] }\n',
  );
  await mkdir(path.join(folder, 'config/crd/bases'), { recursive: true });
  await writeFile(
    path.join(folder, 'config/crd/bases/shop.example.com_tills.yaml'),
    'spec: { group: shop.example.com, names: { kind: Till } }\n',
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Values at the end of the line, and what of the file system. */
async function at(line: string): Promise<string[]> {
  const words = line.split(' ');
  const io = new CapturedIo({
    cwd: folder,
    env: { KUBECONFIG: ['config-a', 'config-b', 'broken', 'missing'].join(path.delimiter) },
  });
  const program = createProgram(io, () => undefined);
  const { candidates, paths } = await complete({
    program,
    before: words.slice(0, -1),
    current: words.at(-1) ?? '',
    values: knownValues(io),
  });
  const found = candidates.map(({ value }) => value);
  return paths === 'none' ? found : [...found, `(${paths})`];
}

describe('completions', () => {
  it('are the commands at first, and never the hidden ones', async () => {
    const commands = await at('');
    expect(commands).toEqual(expect.arrayContaining(['dev', 'deploy', 'crd', 'completion', 'help']));
    expect(commands.filter((name) => name.startsWith('_'))).toEqual([]);
  });

  it.each([
    ['depl', ['deploy']],
    ['un', ['uninstall', 'undeploy']],
    ['crd ', ['diff', 'help']],
    ['crd diff ', ['(files)']],
    ['deploy ', ['(folders)']],
    ['deploy --ku', ['--kubeconfig', '--kustomization']],
    ['deploy --kubeconfig ', ['(files)']],
    ['deploy --kubeconfig x --ku', ['--kustomization']],
    ['deploy --kubeconfig=x --ku', ['--kustomization']],
    ['deploy --context ', ['blue', 'green']],
    ['deploy --context=$', []],
    ['deploy --context=g', ['--context=green']],
    ['deploy --output ', ['text', 'json']],
    ['deploy -o j', ['json']],
    ['deploy --output=', ['--output=text', '--output=json']],
    ['deploy --image ', []],
    ['deploy --no-wait=', []],
    ['deploy . --con', ['--context']],
    ['deploy . ', []],
    ['generate --only ', ['crd', 'rbac', 'webhook']],
    ['generate --only crd w', ['webhook']],
    ['generate --only crd --w', ['--watch']],
    ['generate --samples --w', ['--watch']],
    ['generate --samples ', ['(folders)']],
    ['completion f', ['fish']],
    ['run -- --cont', ['(folders)']],
    ['markers kubebuilder:printcol', ['kubebuilder:printcolumn']],
    ['import a.yaml b', ['(files)']],
    ['explain T', ['Till']],
    ['explain --controller ', ['cart', 'cart-backup']],
    ['zebra ', []],
  ])('after "%s" are %j', async (line, found) => {
    expect(await at(line)).toEqual(found);
  });

  it('know the kinds of the project, each once', async () => {
    const kinds = await knownValues(new CapturedIo({ cwd: folder }))('kind');
    expect(kinds.map(({ value }) => value)).toEqual(['Cart', 'Till']);
    expect(await knownValues(new CapturedIo({ cwd: path.join(folder, 'nowhere') }))('kind')).toEqual([]);
  });
});
