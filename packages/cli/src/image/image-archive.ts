import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from './blob-store.js';
import { indexOf, LAYOUT_FILE } from './image-layout.js';
import type { Image } from './image-layout.js';
import type { LayerEntry } from './layer-entries.js';
import { tarOf } from './write-layer.js';

/**
 * Writes an image as one tar archive that is both an OCI image archive (`podman load`, `ctr images import`, `skopeo`) and
 * what `docker load` reads (manifest.json beside it).
 */
export async function writeArchive(options: {
  file: string;
  image: Image;
  store: BlobStore;
  /** Full names with tags. */
  names: readonly string[];
}): Promise<void> {
  const { file, image, store, names } = options;
  const { config, layers } = image.manifest;
  const blobs = [image.descriptor, config, ...layers];
  const inArchive = (digest: string): string => `blobs/sha256/${digest.slice('sha256:'.length)}`;
  const forDocker = [
    {
      Config: inArchive(config.digest),
      RepoTags: names,
      Layers: layers.map(({ digest }) => inArchive(digest)),
    },
  ];
  const text = (value: string): LayerEntry => {
    const source = Buffer.from(value);
    return { type: 'file', mode: 0o644, source, size: source.length };
  };
  const entries = new Map<string, LayerEntry>([
    ['oci-layout', text(LAYOUT_FILE)],
    ['index.json', text(JSON.stringify(indexOf(image, names)))],
    ['manifest.json', text(JSON.stringify(forDocker))],
    ...blobs.map(({ digest, size }): [string, LayerEntry] => [
      inArchive(digest),
      { type: 'file', mode: 0o644, source: store.fileOf(digest), size },
    ]),
  ]);
  await mkdir(path.dirname(file), { recursive: true });
  await pipeline(tarOf([...entries]), createWriteStream(file));
}
