import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionalBinary } from './optional-binary.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const command = path.join(root, 'packages/cli/bin/kubewright.js');
const registryBinary = optionalBinary('registry');
const crane = optionalBinary('crane');

// go-containerregistry's registry and client are nobody's here: what they take and check is an image.
describe.skipIf(registryBinary === undefined || crane === undefined)('images made without an engine', () => {
  let folder: string;
  let registry: ChildProcess;
  let image: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-images-'));
    registry = spawn(registryBinary ?? '', ['-port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const port = await new Promise<string>((resolve, reject) => {
      let text = '';
      registry.once('exit', () => reject(new Error(text)));
      registry.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const found = /serving on port (\d+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    image = `localhost:${port}/team/appservice:v1`;
  });
  afterAll(async () => {
    registry.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('are pushed to a registry, where a client of its own finds them whole', async () => {
    const layout = path.join(folder, 'layout');
    const built = await run(process.execPath, [
      command,
      ...['build', path.join(root, 'examples/appservice'), '--image', image, '--engine', 'none'],
      ...['--output', layout, '--push'],
    ]);
    const digest = /pushed {3}\S+@(sha256:[0-9a-f]{64})/.exec(built.stdout)?.[1];
    expect((await run(crane ?? '', ['digest', image])).stdout.trim()).toBe(digest);
    await run(crane ?? '', ['validate', '--remote', image]);
    const config = JSON.parse((await run(crane ?? '', ['config', image])).stdout) as {
      config: { User: string; Entrypoint: string[] };
    };
    expect(config.config).toMatchObject({ User: '65532:65532' });
    expect(config.config.Entrypoint.at(-1)).toBe('/app/dist/main.js');
  });

  it('stand on an image of a registry, whose layers stay', async () => {
    const archive = path.join(folder, 'second.tar');
    await run(process.execPath, [
      command,
      ...['build', path.join(root, 'examples/appservice'), '--image', `${image}-2`, '--engine', 'none'],
      ...['--base', image, '--output', archive],
    ]);
    await run(crane ?? '', ['push', archive, `${image}-2`]);
    await run(crane ?? '', ['validate', '--remote', `${image}-2`]);
    const layersOf = async (name: string): Promise<string[]> => {
      const { stdout } = await run(crane ?? '', ['manifest', name]);
      return (JSON.parse(stdout) as { layers: Array<{ digest: string }> }).layers.map(({ digest }) => digest);
    };
    const [base, layered] = [await layersOf(image), await layersOf(`${image}-2`)];
    expect(layered.slice(0, base.length)).toEqual(base);
    expect(layered).toHaveLength(base.length + 1);
  });
});
