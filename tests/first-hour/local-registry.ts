import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/**
 * A registry of npm packages on loopback that has those of a checkout as they would be published (`npm pack`), and those
 * that are installed in it: enough to install what the checkout itself is made with, and nothing else.
 */
export class LocalRegistry {
  readonly #checkout: string;
  readonly #folder: string;
  readonly #server: Server;
  /** By name and version: the folder of an installed package, or the archive of a packed one. */
  readonly #packages = new Map<string, Map<string, string>>();
  #url = '';

  private constructor(checkout: string, folder: string) {
    this.#checkout = checkout;
    this.#folder = folder;
    this.#server = createServer((request, response) => {
      this.#answer(decodeURIComponent(request.url ?? ''), response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  /** `folder` is for archives; whoever made it removes it. */
  static async start(checkout: string, folder: string): Promise<LocalRegistry> {
    const registry = new LocalRegistry(checkout, folder);
    await registry.#readLock();
    await registry.#pack();
    await new Promise<void>((resolve) => registry.#server.listen(0, '127.0.0.1', resolve));
    registry.#url = `http://127.0.0.1:${(registry.#server.address() as AddressInfo).port}`;
    return registry;
  }

  get url(): string {
    return this.#url;
  }

  /** Names of the packages that the checkout itself makes. */
  get own(): string[] {
    return [...this.#packages]
      .filter(([, versions]) => [...versions.values()].some((file) => file.endsWith('.tgz')))
      .map(([name]) => name);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** What is installed, also deeper down in several versions. */
  async #readLock(): Promise<void> {
    const text = await readFile(path.join(this.#checkout, 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(text) as { packages: Record<string, { version?: string; link?: true }> };
    for (const [where, { version, link }] of Object.entries(packages)) {
      const name = where.split('node_modules/').at(-1) ?? '';
      if (!where.includes('node_modules/') || link === true || version === undefined) continue;
      this.#add({ name, version }, path.join(this.#checkout, where));
    }
  }

  async #pack(): Promise<void> {
    const { stdout } = await execute(
      'npm',
      ['pack', '--workspaces', '--json', '--ignore-scripts', '--pack-destination', this.#folder],
      { cwd: this.#checkout, maxBuffer: 64 * 1024 * 1024 },
    );
    for (const { filename, ...manifest } of JSON.parse(stdout) as Array<Manifest & { filename: string }>)
      this.#add(manifest, path.join(this.#folder, filename));
  }

  #add({ name, version }: Manifest, where: string): void {
    const versions = this.#packages.get(name) ?? new Map<string, string>();
    this.#packages.set(name, versions.set(version, where));
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    const [, name = '', version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(url) ?? [];
    const versions = this.#packages.get(name);
    if (versions === undefined) return void response.writeHead(404).end('{}');
    if (version === undefined) {
      const document = await this.#describe(name, versions);
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(document);
    }
    const archive = await this.#archive(versions.get(version) ?? '');
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    createReadStream(archive).pipe(response);
  }

  /** The versions of a package that are there: of packages for other platforms, which are in the lock, there are none. */
  async #describe(name: string, versions: ReadonlyMap<string, string>): Promise<string> {
    const documents: Array<Manifest & { dist: { tarball: string } }> = [];
    for (const [version, where] of versions) {
      const text = await this.#manifest(where).catch(() => undefined);
      if (text !== undefined)
        documents.push({
          ...(JSON.parse(text) as Manifest),
          dist: { tarball: `${this.#url}/${name}/-/${version}.tgz` },
        });
    }
    return JSON.stringify({
      name,
      'dist-tags': { latest: documents.at(-1)?.version },
      versions: Object.fromEntries(documents.map((document) => [document.version, document])),
    });
  }

  async #manifest(where: string): Promise<string> {
    if (!where.endsWith('.tgz')) return readFile(path.join(where, 'package.json'), 'utf8');
    return (await execute('tar', ['-xzOf', where, 'package/package.json'])).stdout;
  }

  async #archive(where: string): Promise<string> {
    if (where.endsWith('.tgz')) return where;
    const folder = await mkdtemp(path.join(this.#folder, 'package-'));
    await mkdir(path.join(folder, 'content'));
    await symlink(where, path.join(folder, 'content', 'package'));
    const archive = path.join(folder, 'package.tgz');
    const content = ['-C', path.join(folder, 'content'), 'package'];
    await execute('tar', ['-czhf', archive, '--exclude', 'package/node_modules', ...content], {
      env: { ...process.env, GZIP: '-1' },
    });
    return archive;
  }
}
