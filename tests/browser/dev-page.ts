import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, createHttpTransport, loadKubeconfig } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
// @ts-expect-error: plain JavaScript, shared with what makes the screenshot.
import { CHROMIUM_ARGS } from '../../tools/browser/chromium.mjs';
import { RunningCommand } from '../cli/run-command.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `kubewright dev` with the project of `greeter`, and a browser that looks at its page. */
export class DevPage {
  readonly folder: string;
  readonly command: RunningCommand;
  /** With the token. */
  readonly url: string;
  readonly client: Client;
  /** What the console of any page said, and requests that were refused or went elsewhere. */
  readonly complaints: string[] = [];
  readonly #browser: Browser;
  readonly #close: Array<() => Promise<void>>;

  private constructor(
    parts: Pick<DevPage, 'folder' | 'command' | 'url' | 'client'>,
    browser: Browser,
    close: Array<() => Promise<void>>,
  ) {
    this.folder = parts.folder;
    this.command = parts.command;
    this.url = parts.url;
    this.client = parts.client;
    this.#browser = browser;
    this.#close = close;
  }

  static async start(): Promise<DevPage> {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-page-'));
    await cp(fileURLToPath(new URL('greeter', import.meta.url)), folder, { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const kubeconfig = path.join(folder, 'kubeconfig');
    const command = new RunningCommand(['dev', folder, '--kubeconfig', kubeconfig]);
    const [, url = ''] = await command.seen(/dashboard: (http\S+)/);
    await command.seen(/Greeting hello: Available/);
    const transport = createHttpTransport(await loadKubeconfig({ path: kubeconfig }));
    const browser = await chromium.launch({
      executablePath: process.env['KUBEWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium',
      args: CHROMIUM_ARGS as string[],
    });
    return new DevPage({ folder, command, url, client: createClient({ transport }) }, browser, [
      () => browser.close(),
      () => transport.close(),
      async () => void (await command.stop('SIGTERM')),
      () => rm(folder, { recursive: true, force: true }),
    ]);
  }

  /** A tab that shows the page. */
  async open(options: BrowserContextOptions = {}, url = this.url): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:' && host !== new URL(this.url).host) this.complaints.push(request.url());
    });
    await page.goto(url);
    return page;
  }

  /** Changes a file of the project. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const place = path.join(this.folder, file);
    const before = await readFile(place, 'utf8');
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(place, before.replace(from, to));
  }

  async stop(): Promise<void> {
    for (const step of this.#close) await step();
  }
}
