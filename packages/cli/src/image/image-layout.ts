import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors.js';
import { BlobStore } from './blob-store.js';
import { MEDIA_TYPES } from './oci.js';
import type { Descriptor, ImageConfig, ImageIndex, ImageManifest, Platform } from './oci.js';

/** One image: its manifest, and its configuration, both in the store that has its layers. */
export interface Image {
  readonly descriptor: Descriptor;
  readonly manifest: ImageManifest;
  readonly config: ImageConfig;
}

/** Writes `oci-layout` and `index.json`, which make a folder with blobs an OCI image layout of one image. */
export async function writeLayout(folder: string, image: Image, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'oci-layout'), LAYOUT_FILE);
  await writeFile(path.join(folder, 'index.json'), JSON.stringify(indexOf(image, names)));
}

export const LAYOUT_FILE = '{"imageLayoutVersion":"1.0.0"}';

/** An index that gives an image its names, as containerd and podman read them. */
export function indexOf(image: Image, names: readonly string[]): ImageIndex {
  const { os, architecture, variant } = image.config;
  const platform = { os, architecture, ...(variant === undefined ? {} : { variant }) };
  const named = names.map((name) => ({
    ...image.descriptor,
    platform,
    annotations: {
      'io.containerd.image.name': name,
      'org.opencontainers.image.ref.name': name.slice(name.lastIndexOf(':') + 1),
    },
  }));
  return {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.index,
    manifests: named.length > 0 ? named : [{ ...image.descriptor, platform }],
  };
}

/** Opens an OCI image layout and finds its image for a platform, without one its first. Throws `CliError` `InvalidImage`. */
export async function readLayout(
  folder: string,
  platform?: Platform,
): Promise<{ image: Image; store: BlobStore }> {
  const store = new BlobStore(folder);
  const text = await readFile(path.join(folder, 'index.json'), 'utf8').catch((cause: unknown) => {
    throw new CliError('InvalidImage', `"${folder}" is no OCI image layout: it has no index.json`, { cause });
  });
  let index: ImageIndex;
  try {
    index = JSON.parse(text) as ImageIndex;
  } catch (cause) {
    throw new CliError('InvalidImage', `the index.json of "${folder}" is no JSON`, { cause });
  }
  const descriptor = await findManifest(index, platform, folder, (of) => store.json<ImageIndex>(of.digest));
  return { image: await readImage(store, descriptor), store };
}

export async function readImage(store: BlobStore, descriptor: Descriptor): Promise<Image> {
  const manifest = await store.json<ImageManifest>(descriptor.digest);
  const { mediaType, digest, size } = descriptor;
  const config = await store.json<ImageConfig>(manifest.config.digest);
  return { descriptor: { mediaType, digest, size }, manifest, config };
}

/** Follows indexes to the manifest for a platform. `open` reads a nested index. */
export async function findManifest(
  index: ImageIndex,
  platform: Platform | undefined,
  name: string,
  open: (descriptor: Descriptor) => Promise<ImageIndex>,
): Promise<Descriptor> {
  const found = index.manifests.find(
    (descriptor) => platform === undefined || matches(descriptor.platform, platform),
  );
  if (found === undefined) {
    const there = index.manifests.flatMap(({ platform: of }) =>
      of === undefined ? [] : [`${of.os}/${of.architecture}`],
    );
    throw new CliError(
      'InvalidImage',
      `"${name}" has no image${platform === undefined ? '' : ` for ${platform.os}/${platform.architecture}`}${there.length > 0 ? `, only for ${[...new Set(there)].join(', ')}` : ''}`,
    );
  }
  if (found.mediaType !== MEDIA_TYPES.index && found.mediaType !== MEDIA_TYPES.dockerList) return found;
  return findManifest(await open(found), platform, name, open);
}

function matches(of: Platform | undefined, wanted: Platform): boolean {
  return of === undefined || (of.os === wanted.os && of.architecture === wanted.architecture);
}
