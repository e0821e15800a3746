import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';
import { BlobStore } from '../image/blob-store.js';
import { buildImage } from '../image/build-image.js';
import { readLayout } from '../image/image-layout.js';
import type { Image } from '../image/image-layout.js';
import { parseImageReference } from '../image/image-reference.js';
import { LayerEntries } from '../image/layer-entries.js';
import { addNode, NODE_PATH } from '../image/node-runtime.js';
import type { NodeProcess } from '../image/node-runtime.js';
import type { Platform } from '../image/oci.js';
import { pullImage } from '../image/registry/registry-client.js';
import type { RegistryOptions } from '../image/registry/registry-client.js';
import { APP_FOLDER, NODE_OPTIONS, USER } from './image-content.js';

export interface OperatorImageOptions {
  /** The operator's project: its `assets` folder goes into the image, too. */
  readonly folder: string;
  /** The operator in one file. */
  readonly bundle: string;
  /** Where the image's blobs go; an OCI layout's folder. */
  readonly layout: string;
  /** `node`: this machine's own Node on nothing else; `oci:<folder>`; or the name of an image in a registry. */
  readonly base: string;
  readonly platform: Platform;
  readonly node: NodeProcess;
  readonly registry: RegistryOptions;
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * An image in which an operator runs as user 65532 on a file system that it need not write. Node's heap follows the
 * memory limit of the container, which Node reads from its control group.
 */
export async function buildOperatorImage(
  options: OperatorImageOptions,
): Promise<{ image: Image; store: BlobStore }> {
  const { folder, bundle, layout, platform, base, labels } = options;
  const store = new BlobStore(layout);
  const program = new LayerEntries();
  await program.addFile(bundle, `${APP_FOLDER}/dist/main.js`);
  if (existsSync(`${bundle}.map`)) await program.addFile(`${bundle}.map`, `${APP_FOLDER}/dist/main.js.map`);
  program.addText(`${APP_FOLDER}/package.json`, '{ "private": true, "type": "module" }\n');
  const assets = path.join(folder, 'assets');
  if (existsSync(assets)) await program.addTree(assets, `${APP_FOLDER}/assets`);
  const layers = [{ entries: program, comment: 'the operator' }];
  const onNode = base === 'node';
  if (onNode) {
    const runtime = new LayerEntries();
    await addNode(runtime, options.node);
    layers.unshift({ entries: runtime, comment: 'Node' });
  }
  const image = await buildImage({
    store,
    ...(onNode ? {} : { base: await baseImage(options, store) }),
    platform,
    layers,
    config: {
      Entrypoint: [onNode ? NODE_PATH : 'node', ...NODE_OPTIONS, `${APP_FOLDER}/dist/main.js`],
      User: USER,
      WorkingDir: APP_FOLDER,
      Env: [...(onNode ? ['PATH=/usr/local/bin'] : []), 'NODE_ENV=production'],
      ...(labels === undefined ? {} : { Labels: labels }),
    },
  });
  return { image, store };
}

async function baseImage(
  { base, platform, layout, registry }: OperatorImageOptions,
  store: BlobStore,
): Promise<Image> {
  if (!base.startsWith('oci:'))
    return pullImage({ ...registry, reference: parseImageReference(base), platform, store });
  const from = path.resolve(base.slice('oci:'.length));
  if (from === path.resolve(layout))
    throw new CliError('InvalidArgument', `the image cannot be written over its own base "${base}"`);
  const read = await readLayout(from, platform);
  const { config, layers } = read.image.manifest;
  for (const blob of [config, ...layers]) {
    if (!(await store.has(blob.digest)))
      await store.putStream(blob.mediaType, read.store.stream(blob.digest), blob);
  }
  return read.image;
}

/** Runs `use` with a folder that is there while it runs. */
export async function withTemporaryFolder<T>(
  parent: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(parent, 'kubewright-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
