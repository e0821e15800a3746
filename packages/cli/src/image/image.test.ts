import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { BlobStore, sha256 } from './blob-store.js';
import { buildImage } from './build-image.js';
import { writeArchive } from './image-archive.js';
import { readLayout, writeLayout } from './image-layout.js';
import type { Image } from './image-layout.js';
import { parseImageReference } from './image-reference.js';
import { LayerEntries } from './layer-entries.js';
import { addNode, thisNode } from './node-runtime.js';
import type { ContainerConfig } from './oci.js';
import { pullImage, pushImage } from './registry/registry-client.js';
import { startRegistryServer } from './test-support/registry-server.js';
import type { RegistryServer } from './test-support/registry-server.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const platform = { os: 'linux', architecture: 'amd64' };
const signal = new AbortController().signal;

let layouts = 0;
function newStore(): { store: BlobStore; layout: string } {
  const layout = path.join(folder, `layout-${layouts++}`);
  return { store: new BlobStore(layout), layout };
}

function programEntries(text = 'console.log(1)'): LayerEntries {
  const entries = new LayerEntries();
  entries.addText('/app/main.js', text);
  return entries;
}

async function programImage(store: BlobStore, config: ContainerConfig = {}, base?: Image): Promise<Image> {
  return buildImage({
    store,
    platform,
    layers: [{ entries: programEntries(), comment: 'the program' }],
    config: { Entrypoint: ['/usr/local/bin/node', '/app/main.js'], User: '65532', ...config },
    ...(base === undefined ? {} : { base }),
  });
}

async function filesOf(store: BlobStore, image: Image, layer = 0): Promise<Record<string, string>> {
  const archive = gunzipSync(await store.bytes(image.manifest.layers[layer]?.digest ?? ''));
  const entries = await unpackTar(archive);
  return Object.fromEntries(
    entries.map(({ header, data }) => [
      header.name,
      header.type === 'symlink'
        ? `-> ${header.linkname}`
        : `${(header.mode ?? 0).toString(8)} ${Buffer.from(data ?? []).toString('utf8')}`,
    ]),
  );
}

describe('an image', () => {
  it('has the same digest each time it is made of the same files, whenever they were written', async () => {
    const [a, b] = [newStore(), newStore()];
    const first = await programImage(a.store);
    const second = await programImage(b.store);
    expect(first.descriptor).toEqual(second.descriptor);
  });

  it('holds folders before what is in them, links as links, and no more of modes than who may execute', async () => {
    const source = path.join(folder, 'tree');
    mkdirSync(path.join(source, 'bin'), { recursive: true });
    writeFileSync(path.join(source, 'bin', 'run'), '#!/bin/sh\n', { mode: 0o700 });
    writeFileSync(path.join(source, 'notes'), 'text', { mode: 0o600 });
    symlinkSync('bin/run', path.join(source, 'start'));
    const { store } = newStore();
    const entries = new LayerEntries();
    await entries.addTree(source, '/opt/tree');
    const image = await buildImage({ store, platform, layers: [{ entries, comment: '' }], config: {} });
    const files = await filesOf(store, image);
    expect(files).toEqual({
      'opt/': '755 ',
      'opt/tree/': '755 ',
      'opt/tree/bin/': '755 ',
      'opt/tree/bin/run': '755 #!/bin/sh\n',
      'opt/tree/notes': '644 text',
      'opt/tree/start': '-> bin/run',
    });
    expect(Object.keys(files).indexOf('opt/tree/')).toBeLessThan(
      Object.keys(files).indexOf('opt/tree/notes'),
    );
  });

  it('tells in its configuration the digests of its layers before compression', async () => {
    const { store } = newStore();
    const image = await programImage(store);
    const archive = gunzipSync(await store.bytes(image.manifest.layers[0]?.digest ?? ''));
    expect(image.config.rootfs.diff_ids).toEqual([sha256(archive)]);
  });

  it('keeps what its base says and it does not, variables by name, and drops the arguments of another entrypoint', async () => {
    const { store } = newStore();
    const base = await programImage(store, {
      Env: ['PATH=/bin', 'MODE=base'],
      Cmd: ['--base'],
      Labels: { a: '1' },
      WorkingDir: '/srv',
    });
    const image = await programImage(store, { Env: ['MODE=own'], Labels: { b: '2' } }, base);
    expect(image.config.config).toEqual({
      Entrypoint: ['/usr/local/bin/node', '/app/main.js'],
      User: '65532',
      Cmd: [],
      Env: ['PATH=/bin', 'MODE=own'],
      Labels: { a: '1', b: '2' },
      WorkingDir: '/srv',
    });
    expect(image.manifest.layers).toHaveLength(2);
    expect(image.config.rootfs.diff_ids).toHaveLength(2);
  });

  it('is found again in the layout that it was written to, by platform', async () => {
    const { store, layout } = newStore();
    const image = await programImage(store);
    await writeLayout(layout, image, ['registry.example.com/team/operator:v1']);
    expect((await readLayout(layout, platform)).image).toEqual(image);
    await expect(readLayout(layout, { os: 'linux', architecture: 'arm64' })).rejects.toThrow(
      'has no image for linux/arm64, only for linux/amd64',
    );
    await expect(readLayout(path.join(folder, 'nowhere'), platform)).rejects.toThrow(
      'is no OCI image layout',
    );
  });

  it('makes an archive that tar reads, for OCI tools and for docker load', async () => {
    const { store } = newStore();
    const image = await programImage(store);
    const file = path.join(folder, 'out', 'image.tar');
    await writeArchive({ file, image, store, names: ['registry.example.com/team/operator:v1'] });
    const listed = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n');
    expect(listed.slice(0, 3)).toEqual(['oci-layout', 'index.json', 'manifest.json']);
    const entries = await unpackTar(readFileSync(file));
    const json = (name: string): unknown =>
      JSON.parse(
        Buffer.from(entries.find(({ header }) => header.name === name)?.data ?? []).toString('utf8'),
      );
    const [forDocker] = json('manifest.json') as Array<{
      Config: string;
      Layers: string[];
      RepoTags: string[];
    }>;
    expect(forDocker?.RepoTags).toEqual(['registry.example.com/team/operator:v1']);
    for (const name of [forDocker?.Config, ...(forDocker?.Layers ?? [])]) expect(listed).toContain(name);
    expect(json('index.json')).toMatchObject({
      manifests: [{ annotations: { 'io.containerd.image.name': 'registry.example.com/team/operator:v1' } }],
    });
  });

  it.runIf(process.platform === 'linux')(
    'takes the Node of this machine with the libraries it loads',
    async () => {
      const entries = new LayerEntries();
      await addNode(entries, thisNode());
      const names = entries.all().map(([name]) => name);
      expect(names).toContain('usr/local/bin/node');
      expect(names.some((name) => path.basename(name).startsWith('libc.so'))).toBe(true);
      expect(names.some((name) => path.basename(name).startsWith('ld-linux'))).toBe(true);
      expect(names.filter((name) => name.includes('kubewright'))).toEqual([]);
    },
  );

  it('refuses the Node of another system with what to do instead', async () => {
    const node = { execPath: '/usr/local/bin/node', platform: 'darwin', sharedObjects: [] };
    await expect(addNode(new LayerEntries(), node)).rejects.toThrow(
      /for darwin .* name a base image with --base/,
    );
  });
});

describe('a registry', () => {
  let server: RegistryServer | undefined;
  afterEach(() => server?.stop());
  const credentials = () =>
    Promise.resolve({ type: 'basic' as const, username: 'robot', password: 'secret' });

  it('gives back the image that was pushed, and is sent nothing twice', async () => {
    server = await startRegistryServer({ password: 'secret' });
    const reference = parseImageReference(`${server.registry}/team/operator:v1`);
    const { store } = newStore();
    const image = await programImage(store);
    const common = { reference, fetch, credentials, signal };
    const pushed = await pushImage({ ...common, image, store });
    expect(pushed.digest).toBe(image.descriptor.digest);
    const uploads = (): number => server?.requests.filter((line) => line.startsWith('POST')).length ?? 0;
    expect(uploads()).toBe(2);
    await pushImage({ ...common, image, store });
    expect(uploads()).toBe(2);

    const other = newStore();
    expect(await pullImage({ ...common, store: other.store, platform })).toEqual(image);
    expect(await filesOf(other.store, image)).toEqual(await filesOf(store, image));
  });

  it('is asked for the image of the platform where a tag is an index', async () => {
    server = await startRegistryServer();
    const reference = parseImageReference(`${server.registry}/team/operator:v1`);
    const { store } = newStore();
    const image = await programImage(store);
    const common = { reference, fetch, credentials, signal };
    await pushImage({ ...common, reference: { ...reference, tag: 'amd64' }, image, store });
    const mediaType = 'application/vnd.oci.image.index.v1+json';
    const index = { schemaVersion: 2, mediaType, manifests: [{ ...image.descriptor, platform }] };
    server.manifests.set('team/operator:v1', { mediaType, bytes: Buffer.from(JSON.stringify(index)) });
    expect(await pullImage({ ...common, store: newStore().store, platform })).toEqual(image);
  });

  it('that sends other bytes than the digest says is not believed', async () => {
    server = await startRegistryServer();
    const reference = parseImageReference(`${server.registry}/team/operator:v1`);
    const { store } = newStore();
    const image = await programImage(store);
    const common = { reference, fetch, credentials, signal };
    await pushImage({ ...common, image, store });
    server.blobs.set(image.manifest.layers[0]?.digest ?? '', Buffer.from('other'));
    await expect(pullImage({ ...common, store: newStore().store, platform })).rejects.toThrow(
      /a blob of the image is damaged/,
    );
  });

  it('that refuses, lacks or cannot be reached is named with what to do', async () => {
    server = await startRegistryServer({ password: 'secret' });
    const { registry } = server;
    const pull = (name: string, password: string) =>
      pullImage({
        reference: parseImageReference(name),
        fetch,
        credentials: () => Promise.resolve({ type: 'basic', username: 'robot', password }),
        signal,
        store: newStore().store,
        platform,
      });
    await expect(pull(`${registry}/team/operator:v1`, 'wrong')).rejects.toThrow(
      `does not let you read ${registry}/team/operator:v1 (401): sign in with "docker login ${registry}"`,
    );
    await expect(pull(`${registry}/team/operator:v1`, 'secret')).rejects.toThrow(
      `the registry has no image ${registry}/team/operator:v1`,
    );
    await server.stop();
    await expect(pull(`${registry}/team/operator:v1`, 'secret')).rejects.toThrow(
      `cannot reach the registry ${registry}: `,
    );
  });
});

describe('the name of an image', () => {
  it.each([
    ['node', { registry: 'docker.io', repository: 'library/node', tag: 'latest' }],
    ['node:22', { registry: 'docker.io', repository: 'library/node', tag: '22' }],
    ['team/operator', { registry: 'docker.io', repository: 'team/operator', tag: 'latest' }],
    ['quay.io/me/op:v1', { registry: 'quay.io', repository: 'me/op', tag: 'v1' }],
    ['localhost/op', { registry: 'localhost', repository: 'op', tag: 'latest' }],
    ['localhost:5000/op:v1', { registry: 'localhost:5000', repository: 'op', tag: 'v1' }],
    [
      `quay.io/me/op@sha256:${'a'.repeat(64)}`,
      { registry: 'quay.io', repository: 'me/op', digest: `sha256:${'a'.repeat(64)}` },
    ],
  ])('%s is read as docker reads it', (text, expected) => {
    expect(parseImageReference(text)).toEqual(expected);
  });

  it.each([
    ['', 'may have lower-case letters'],
    ['Team/Operator', 'may have lower-case letters'],
    ['op:v 1', '"v 1" is no tag'],
    ['op@sha256:12', '"sha256:12" is no sha256 digest'],
  ])('%j is refused with the reason', (text, reason) => {
    expect(() => parseImageReference(text)).toThrow(reason);
  });
});
