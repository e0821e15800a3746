import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleProject } from '../build/bundle.js';
import { chooseEngine, runEngine } from '../build/engine.js';
import type { Engine } from '../build/engine.js';
import { buildOperatorImage, withTemporaryFolder } from '../build/operator-image.js';
import { CliError } from '../errors.js';
import { writeArchive } from '../image/image-archive.js';
import { writeLayout } from '../image/image-layout.js';
import type { Image } from '../image/image-layout.js';
import { formatImageReference, parseImageReference } from '../image/image-reference.js';
import { thisNode } from '../image/node-runtime.js';
import { goArchitecture } from '../image/oci.js';
import type { Platform } from '../image/oci.js';
import { formatBytes, writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import { pushCommand, registryOptions } from './push.js';

export interface BuildCommandOptions {
  readonly folder: string;
  /** Absent: only the bundle is made. */
  readonly image?: string;
  readonly engine: string;
  readonly base: string;
  /** A folder for an OCI layout, or a file that ends in .tar. */
  readonly output: string;
  readonly platform?: string;
  readonly push: boolean;
  /** Speak plain HTTP with the registries. */
  readonly insecure: boolean;
}

/** `kubewright build`: one file of an operator, and an image of it. */
export async function buildCommand(options: BuildCommandOptions, io: CommandIo): Promise<number> {
  const folder = path.resolve(io.cwd, options.folder);
  const engine = options.image === undefined ? undefined : await engineFor(options.engine, folder, io);
  const { file, sizeBytes } = await bundleProject({ folder, output: path.join(folder, 'dist', 'bundle') });
  writeLine(io.stdout, `bundled  ${path.relative(io.cwd, file)} (${formatBytes(sizeBytes)})`);
  if (options.image === undefined) return 0;

  const name = formatImageReference(parseImageReference(options.image));
  if (engine !== undefined) {
    const platform = options.platform === undefined ? [] : ['--platform', options.platform];
    await runEngine(engine, ['build', ...platform, '-t', name, '.'], { ...io, cwd: folder });
    writeLine(io.stdout, `built    ${name} with ${engine}`);
    if (options.push) await runEngine(engine, ['push', name], { ...io, cwd: folder });
    return 0;
  }
  const image = await buildWithoutEngine({ ...options, folder, bundle: file, name }, io);
  writeLine(io.stdout, `built    ${name}@${image.descriptor.digest} in ${options.output}`);
  return options.push
    ? pushCommand({ image: name, from: options.output, engine: 'none', insecure: options.insecure }, io)
    : 0;
}

/** Without a Dockerfile there is nothing that an engine could build. */
async function engineFor(wanted: string, folder: string, io: CommandIo): Promise<Engine | undefined> {
  const hasDockerfile = existsSync(path.join(folder, 'Dockerfile'));
  return wanted === 'auto' && !hasDockerfile ? undefined : chooseEngine(wanted, io);
}

async function buildWithoutEngine(
  options: BuildCommandOptions & { bundle: string; name: string },
  io: CommandIo,
): Promise<Image> {
  const output = path.resolve(io.cwd, options.output);
  const isArchive = output.endsWith('.tar');
  const build = (layout: string) =>
    buildOperatorImage({
      ...options,
      layout,
      platform: parsePlatform(options.platform, options.base),
      node: thisNode(),
      registry: registryOptions(options, io),
    });
  if (isArchive) {
    return withTemporaryFolder(tmpdir(), async (layout) => {
      const { image, store } = await build(layout);
      await writeArchive({ file: output, image, store, names: [options.name] });
      return image;
    });
  }
  await rm(path.join(output, 'blobs'), { recursive: true, force: true });
  const { image } = await build(output);
  await writeLayout(output, image, [options.name]);
  return image;
}

function parsePlatform(text: string | undefined, base: string): Platform {
  const own = { os: 'linux', architecture: goArchitecture(process.arch) };
  if (text === undefined) return own;
  const [os = '', architecture = '', variant] = text.split('/');
  if (os === '' || architecture === '')
    throw new CliError('InvalidArgument', `"${text}" is no platform (example: linux/amd64)`);
  if (base === 'node' && (os !== own.os || architecture !== own.architecture))
    throw new CliError(
      'CannotBuildImage',
      `the Node of this machine is for ${own.os}/${own.architecture}: for ${text} name a base image with --base`,
    );
  return { os, architecture, ...(variant === undefined ? {} : { variant }) };
}
