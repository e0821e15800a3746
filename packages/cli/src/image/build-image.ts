import type { BlobStore } from './blob-store.js';
import type { Image } from './image-layout.js';
import type { LayerEntries } from './layer-entries.js';
import { MEDIA_TYPES } from './oci.js';
import type { ContainerConfig, ImageConfig, ImageManifest, Platform } from './oci.js';
import { writeLayer } from './write-layer.js';

export interface BuildImageOptions {
  /** Takes the blobs; it must hold those of the base already. */
  readonly store: BlobStore;
  /** What the image stands on; absent: nothing. */
  readonly base?: Image;
  readonly platform: Platform;
  /** From the bottom up: what changes seldom first, so that it is pushed and pulled once. */
  readonly layers: ReadonlyArray<{ readonly entries: LayerEntries; readonly comment: string }>;
  /** Fields given here outrank those of the base; variables and labels are added to its own. */
  readonly config: ContainerConfig;
  /** Said of the image, for example where its source is. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Makes an image out of layers. The same input makes the same image, down to its digest: no time is kept in it. */
export async function buildImage(options: BuildImageOptions): Promise<Image> {
  const { store, base, platform, annotations } = options;
  const layers = [];
  for (const { entries, comment } of options.layers)
    layers.push({ ...(await writeLayer(store, entries)), comment });

  const config: ImageConfig = {
    os: platform.os,
    architecture: platform.architecture,
    ...(platform.variant === undefined ? {} : { variant: platform.variant }),
    created: EPOCH,
    config: merged(base?.config.config, options.config),
    rootfs: {
      type: 'layers',
      diff_ids: [...(base?.config.rootfs.diff_ids ?? []), ...layers.map(({ diffId }) => diffId)],
    },
    history: [
      ...(base?.config.history ?? []),
      ...layers.map(({ comment }) => ({ created: EPOCH, created_by: 'kubewright build', comment })),
    ],
  };
  const manifest: ImageManifest = {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.manifest,
    config: await store.putJson(MEDIA_TYPES.config, config),
    layers: [...(base?.manifest.layers ?? []).map(asOci), ...layers.map(({ descriptor }) => descriptor)],
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { descriptor: await store.putJson(MEDIA_TYPES.manifest, manifest), manifest, config };
}

const EPOCH = '1970-01-01T00:00:00Z';

/** Docker's name for a compressed layer means the same as OCI's; a manifest should not mix them. */
function asOci<T extends { readonly mediaType: string }>(descriptor: T): T {
  const isDocker = descriptor.mediaType === MEDIA_TYPES.dockerLayer;
  return isDocker ? { ...descriptor, mediaType: MEDIA_TYPES.layer } : descriptor;
}

function merged(base: ContainerConfig | undefined, own: ContainerConfig): ContainerConfig {
  const names = new Set((own.Env ?? []).map((variable) => variable.split('=')[0]));
  const kept = (base?.Env ?? []).filter((variable) => !names.has(variable.split('=')[0]));
  return {
    ...base,
    // An own entrypoint makes the arguments of the base meaningless, as in a Dockerfile.
    ...(own.Entrypoint === undefined ? {} : { Cmd: [] }),
    ...own,
    Env: [...kept, ...(own.Env ?? [])],
    ...(base?.Labels === undefined && own.Labels === undefined
      ? {}
      : { Labels: { ...base?.Labels, ...own.Labels } }),
  };
}
