/**
 * The shapes of the OCI image specification 1.1 (image-spec: descriptor.md, manifest.md, config.md, image-index.md), as
 * far as images for operators need them.
 */
export const MEDIA_TYPES = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  /** What registries still answer for older images; the fields are the same. */
  dockerList: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
  dockerConfig: 'application/vnd.docker.container.image.v1+json',
  dockerLayer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
} as const;

export interface Platform {
  readonly os: string;
  /** In Go's names: `amd64`, `arm64`. */
  readonly architecture: string;
  readonly variant?: string;
}

export interface Descriptor {
  readonly mediaType: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  readonly platform?: Platform;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface ImageIndex {
  readonly schemaVersion: 2;
  readonly mediaType?: string;
  readonly manifests: readonly Descriptor[];
}

export interface ImageManifest {
  readonly schemaVersion: 2;
  readonly mediaType?: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/** How a container of the image starts. */
export interface ContainerConfig {
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  /** `NAME=value`. */
  readonly Env?: readonly string[];
  readonly User?: string;
  readonly WorkingDir?: string;
  readonly Labels?: Readonly<Record<string, string>>;
  readonly ExposedPorts?: Readonly<Record<string, object>>;
}

export interface ImageConfig extends Platform {
  /** RFC 3339. */
  readonly created?: string;
  readonly config?: ContainerConfig;
  readonly rootfs: { readonly type: 'layers'; readonly diff_ids: readonly string[] };
  readonly history?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm: 'arm', ia32: '386' };

/** Node's name of an architecture (`process.arch`) in Go's, which images use. */
export function goArchitecture(arch: string): string {
  return ARCHITECTURES[arch] ?? arch;
}
