import { existsSync } from 'node:fs';
import path from 'node:path';
import { chooseEngine, runEngine } from '../build/engine.js';
import { CliError } from '../errors.js';
import { readLayout } from '../image/image-layout.js';
import { formatImageReference, parseImageReference } from '../image/image-reference.js';
import { findCredentials } from '../image/registry/credentials.js';
import { pushImage } from '../image/registry/registry-client.js';
import type { RegistryOptions } from '../image/registry/registry-client.js';
import { formatBytes, writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';

export interface PushCommandOptions {
  readonly image: string;
  /** The layout that `build` wrote. */
  readonly from: string;
  readonly engine: string;
  readonly insecure: boolean;
}

/** `kubewright push`: sends the image that `build` made to its registry. */
export async function pushCommand(options: PushCommandOptions, io: CommandIo): Promise<number> {
  const reference = parseImageReference(options.image);
  const layout = path.resolve(io.cwd, options.from);
  const isLayout = existsSync(path.join(layout, 'index.json'));
  const engine = isLayout && options.engine === 'auto' ? undefined : await chooseEngine(options.engine, io);
  if (engine !== undefined) {
    await runEngine(engine, ['push', formatImageReference(reference)], io);
    return 0;
  }
  if (!isLayout)
    throw new CliError(
      'InvalidImage',
      `there is no image in "${options.from}": run "kubewright build" first`,
    );
  const { image, store } = await readLayout(layout);
  const pushed = await pushImage({
    ...registryOptions(options, io),
    reference,
    image,
    store,
    onBlob: ({ digest, size }) =>
      writeLine(io.stdout, `sending  ${digest.slice(0, 19)} (${formatBytes(size)})`),
  });
  writeLine(io.stdout, `pushed   ${formatImageReference(pushed)}`);
  return 0;
}

/** How commands talk to registries: with the credentials of `docker login`; plain HTTP only when said. */
export function registryOptions({ insecure }: { insecure: boolean }, io: CommandIo): RegistryOptions {
  return {
    fetch,
    credentials: (registry) => findCredentials(registry, io.env),
    ...(insecure ? { insecure } : {}),
    signal: io.signal,
  };
}
