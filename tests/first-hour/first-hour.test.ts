import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInvalid, mergePatch } from '@kubewright/client';
import { waitFor } from '@kubewright/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, isAnswered, Shop } from './cluster.js';
import type { RunningProgram } from './shell.js';
import { Shell } from './shell.js';
import { edit, editType, PROJECT } from './shop.js';

const command = `node ${fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url))}`;

// The first minutes of it, in seconds; `npm run test:first-hour` is the whole.
describe.sequential('somebody who has never used it, in an empty folder', () => {
  let shell: Shell;
  let dev: RunningProgram | undefined;
  beforeAll(async () => {
    shell = new Shell(await mkdtemp(path.join(tmpdir(), 'first-hour-')));
  });
  afterAll(async () => {
    await dev?.stop();
    await rm(shell.cwd, { recursive: true, force: true });
  });
  const kubewright = (args: string): Promise<string> => shell.succeed(`${command} ${args}`);
  const read = (file: string): Promise<string> => readFile(path.join(shell.cwd, file), 'utf8');

  it('makes a project and a kind, with nothing from a network', async () => {
    expect(await kubewright(PROJECT.init)).toMatch(/created +PROJECT/);
    expect(await kubewright(PROJECT.api)).toMatch(/created +src\/api\/v1\/shop\.ts/);
    expect(await kubewright('generate --check')).not.toMatch(/differ/);
  }, 60_000);

  it('changes the type, and finds the change in what is generated', async () => {
    await editType(shell.cwd);
    await shell.succeed('npm run generate');
    expect(await read(PROJECT.definition)).toMatch(/size:\n\s+default: 1\n/);
    expect(await read(PROJECT.sample)).toMatch(/size: 1/);
  });

  it('breaks the type, and is told where and what to write instead', async () => {
    const wrong = ['* @maximum 5', '* @maxium 5'] as const;
    await edit(shell.cwd, PROJECT.type, wrong);
    const before = await read(PROJECT.definition);
    const { code, output } = await shell.run(`${command} generate`);
    expect(output).toMatch(/^src\/api\/v1\/shop\.ts:\d+:\d+: error .*@maxium.*@maximum/m);
    expect(output).not.toMatch(/ at .*\.js:/);
    expect([code, await read(PROJECT.definition)]).toEqual([1, before]);
    await edit(shell.cwd, PROJECT.type, [wrong[1], wrong[0]]);
  });

  it('runs it, sees its first reconcile, changes the object, and reads why a wrong one is refused', async () => {
    dev = shell.start(`${command} dev`);
    await dev.seen(/Shop shop-sample: Available/);

    const { client, close } = await connect(path.join(shell.cwd, '.kubewright/kubeconfig'));
    const shop = await client.get(Shop, 'shop-sample');
    expect(shop.spec).toEqual({ size: 1, image: 'nginx:1.28' });
    expect(isAnswered(shop)).toBe(true);

    const changed = await client.patch(Shop, 'shop-sample', mergePatch({ spec: { size: 2 } }));
    expect(changed.metadata.generation).toBe(2);
    await waitFor(async () => isAnswered(await client.get(Shop, 'shop-sample')), {
      intervalMs: 20,
      timeoutMs: 10_000,
    });

    const refused = await client
      .patch(Shop, 'shop-sample', mergePatch({ spec: { size: 6 } }))
      .catch((error: unknown) => error);
    expect(refused).toSatisfy(isInvalid);
    expect(String(refused)).toContain('spec.size in body should be less than or equal to 5');
    await close();

    expect((await dev.stop()).code).toBe(0);
  }, 60_000);
});
