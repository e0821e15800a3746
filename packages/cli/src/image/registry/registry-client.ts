import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { CliError } from '../../errors.js';
import type { BlobStore } from '../blob-store.js';
import { findManifest, readImage } from '../image-layout.js';
import type { Image } from '../image-layout.js';
import { formatImageReference } from '../image-reference.js';
import type { ImageReference } from '../image-reference.js';
import { MEDIA_TYPES } from '../oci.js';
import type { Descriptor, ImageIndex, ImageManifest, Platform } from '../oci.js';
import { createRegistrySession } from './registry-session.js';
import type { RegistrySession, RegistrySessionOptions } from './registry-session.js';

const MANIFESTS = [
  MEDIA_TYPES.index,
  MEDIA_TYPES.manifest,
  MEDIA_TYPES.dockerList,
  MEDIA_TYPES.dockerManifest,
].join(', ');

export type RegistryOptions = Omit<RegistrySessionOptions, 'reference' | 'actions'>;

/**
 * Brings an image from a registry into a store (OCI distribution specification 1.1). Blobs that the store has are not
 * fetched again; each is checked against its digest. Throws `CliError`.
 */
export async function pullImage(
  options: RegistryOptions & { reference: ImageReference; platform: Platform; store: BlobStore },
): Promise<Image> {
  const { reference, platform, store } = options;
  const session = createRegistrySession({ ...options, actions: 'pull' });
  const manifest = async (of: string): Promise<Descriptor> => {
    const response = await session.request('GET', `manifests/${of}`, { headers: { accept: MANIFESTS } });
    const mediaType = response.headers.get('content-type')?.split(';')[0] ?? MEDIA_TYPES.manifest;
    const stored = await store.putBytes(mediaType, new Uint8Array(await response.arrayBuffer()));
    if (of.startsWith('sha256:') && stored.digest !== of)
      throw new CliError(
        'InvalidImage',
        `the registry answered the manifest ${of} with another, ${stored.digest}`,
      );
    return stored;
  };
  const nested = async (of: Descriptor): Promise<ImageIndex> =>
    store.json((await manifest(of.digest)).digest);

  let descriptor = await manifest(reference.digest ?? reference.tag ?? 'latest');
  if (descriptor.mediaType === MEDIA_TYPES.index || descriptor.mediaType === MEDIA_TYPES.dockerList) {
    const index = await store.json<ImageIndex>(descriptor.digest);
    const found = await findManifest(index, platform, formatImageReference(reference), nested);
    descriptor = await manifest(found.digest);
  }
  const { config, layers } = await store.json<ImageManifest>(descriptor.digest);
  for (const blob of [config, ...layers]) {
    if (await store.has(blob.digest)) continue;
    const response = await session.request('GET', `blobs/${blob.digest}`);
    if (response.body === null)
      throw new CliError('InvalidImage', `the registry sent nothing for ${blob.digest}`);
    await store.putStream(blob.mediaType, Readable.fromWeb(response.body as ReadableStream), blob);
  }
  return readImage(store, descriptor);
}

/**
 * Sends an image to a registry: the blobs that it lacks, then the manifest under the tag. Returns the reference with the
 * digest. Throws `CliError`.
 */
export async function pushImage(
  options: RegistryOptions & {
    reference: ImageReference;
    image: Image;
    store: BlobStore;
    /** Told before each blob that is sent. */
    onBlob?: (blob: Descriptor) => void;
  },
): Promise<ImageReference> {
  const { reference, image, store, onBlob } = options;
  const session = createRegistrySession({ ...options, actions: 'pull,push' });
  for (const blob of [...image.manifest.layers, image.manifest.config]) {
    if (await isThere(session, blob)) continue;
    onBlob?.(blob);
    const opened = await session.request('POST', 'blobs/uploads/', { headers: { 'content-length': '0' } });
    const location = opened.headers.get('location');
    if (location === null)
      throw new CliError('Refused', `the registry ${reference.registry} names no place to upload to`);
    const url = new URL(location, opened.url);
    url.searchParams.set('digest', blob.digest);
    await session.request('PUT', url, {
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(blob.size) },
      body: () => store.stream(blob.digest),
    });
  }
  const bytes = await store.bytes(image.descriptor.digest);
  await session.request('PUT', `manifests/${reference.tag ?? image.descriptor.digest}`, {
    headers: { 'content-type': image.descriptor.mediaType },
    body: () => bytes,
  });
  return { ...reference, digest: image.descriptor.digest };
}

async function isThere(session: RegistrySession, blob: Descriptor): Promise<boolean> {
  const { status } = await session.request('HEAD', `blobs/${blob.digest}`, { allowed: [404] });
  return status !== 404;
}
