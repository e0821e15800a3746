import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type { TarHeader } from 'modern-tar';
import type { BlobStore } from './blob-store.js';
import { Meter } from './blob-store.js';
import type { LayerEntries, LayerEntry } from './layer-entries.js';
import { MEDIA_TYPES } from './oci.js';
import type { Descriptor } from './oci.js';

export interface Layer {
  readonly descriptor: Descriptor;
  /** The digest of the archive before compression, which the image's configuration names. */
  readonly diffId: string;
}

/** Writes a layer as a gzip-compressed tar archive. The same entries always give the same bytes. */
export async function writeLayer(store: BlobStore, entries: LayerEntries): Promise<Layer> {
  const archive = tarOf(entries.all());
  const meter = new Meter();
  const compressed = archive
    .pipe(meter)
    .pipe(createGzip({ level: 6 }))
    .pipe(withoutOrigin());
  archive.once('error', (error) => compressed.destroy(error));
  const descriptor = await store.putStream(MEDIA_TYPES.layer, compressed);
  return { descriptor, diffId: meter.digest };
}

/** A tar archive of entries, in their order. */
export function tarOf(entries: ReadonlyArray<readonly [string, LayerEntry]>): Readable {
  const { readable, controller } = createTarPacker();
  void (async () => {
    try {
      for (const [name, entry] of entries) {
        const writer = controller.add(headerOf(name, entry)).getWriter();
        if (entry.type === 'file')
          for await (const chunk of contentOf(entry.source)) await writer.write(chunk);
        await writer.close();
      }
      controller.finalize();
    } catch (error) {
      controller.error(error);
    }
  })();
  return Readable.fromWeb(readable);
}

function contentOf(source: string | Uint8Array): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof source === 'string') return createReadStream(source) as AsyncIterable<Uint8Array>;
  return source.length === 0 ? [] : [source];
}

function headerOf(name: string, entry: LayerEntry): TarHeader {
  const common = { uid: 0, gid: 0, uname: '', gname: '', mtime: new Date(0) };
  switch (entry.type) {
    case 'directory':
      return { ...common, name: `${name}/`, type: 'directory', mode: entry.mode, size: 0 };
    case 'symlink':
      return { ...common, name, type: 'symlink', mode: 0o777, size: 0, linkname: entry.target };
    case 'file':
      return { ...common, name, type: 'file', mode: entry.mode, size: entry.size };
  }
}

/** Byte 9 of a gzip head names the operating system (RFC 1952), which would make the bytes differ between machines. */
function withoutOrigin(): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = 9 - seen;
      if (at >= 0 && at < chunk.length) chunk[at] = 255;
      seen += chunk.length;
      done(null, chunk);
    },
  });
}
