import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalRegistry } from './local-registry.js';
import { Shell } from './shell.js';
import { PROJECT } from './shop.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

describe.sequential('packages from a registry', () => {
  let root: string;
  let registry: LocalRegistry;
  let tools: Shell;
  let shell: Shell;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'first-hour-registry-'));
    const [archives, bin, project] = ['archives', 'tools', 'shop'].map((name) => path.join(root, name));
    for (const folder of [archives, bin, project]) await mkdir(folder ?? '');
    registry = await LocalRegistry.start(checkout, archives ?? '');
    const env = {
      npm_config_offline: 'false',
      npm_config_registry: registry.url,
      npm_config_cache: path.join(root, 'cache'),
      npm_config_audit: 'false',
    };
    tools = new Shell(bin ?? '', env);
    shell = new Shell(project ?? '', env);
  });
  afterAll(async () => {
    await registry.stop();
    await rm(root, { recursive: true, force: true });
  });

  it('hold what they need, and none of their sources and tests', async () => {
    expect(registry.own).toEqual(expect.arrayContaining(['kubewright', '@kubewright/cli']));
    await tools.succeed('npm install --prefix . @kubewright/cli');
    const installed = path.join(tools.cwd, 'node_modules/@kubewright/cli');
    expect(existsSync(path.join(installed, 'dist/main.js'))).toBe(true);
    expect(existsSync(path.join(installed, 'src'))).toBe(false);
    expect(await tools.succeed('npx --no-install kubewright --version')).toMatch(/^\d+\.\d+\.\d+/m);
  });

  it('make a project that names their release, installs, and passes its tests', async () => {
    const command = path.join(tools.cwd, 'node_modules/.bin/kubewright');
    await shell.succeed(`${command} ${PROJECT.init}`);
    const text = await readFile(path.join(shell.cwd, 'package.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      dependencies: { kubewright: expect.stringMatching(/^\^\d/) as string },
    });

    await shell.succeed(`npx kubewright ${PROJECT.api}`);
    await shell.succeed(`npx kubewright ${PROJECT.webhook}`);
    expect(await shell.succeed('npm test')).toMatch(/Tests +4 passed/);
    expect(await shell.succeed('npm run build')).toMatch(/bundled +dist\/bundle\/main\.js/);
    await shell.succeed('npx kubewright generate --samples --check');
  });

  it('run it', async () => {
    expect(await shell.succeed('npx kubewright dev --once')).toMatch(/Shop shop-sample: Available/);
  });
});
