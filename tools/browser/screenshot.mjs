// npm run screenshot: docs/images/dashboard.png and dashboard-terminal.png, of `kubewright dev` as it is, with the appservice
// example and two objects of which one cannot have what it asks for. Needs a Chromium and util-linux.
import { spawn } from 'node:child_process';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import xterm from '@xterm/headless';
import { chromium } from 'playwright-core';
import { ensureBuilt } from '../bootstrap/build.mjs';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { inRoot } from '../bootstrap/paths.mjs';
import { main } from '../bootstrap/run.mjs';
import { CHROMIUM_ARGS, ensureChromium } from './chromium.mjs';
import { terminalHtml } from './terminal-html.mjs';

const COLUMNS = 118;
const ROWS = 34;

await main(async () => {
  await ensureInstalled();
  const executablePath = await ensureChromium('screenshot');
  if (executablePath === undefined) return 1;
  await ensureBuilt();
  // Its name is seen on the pictures.
  const project = path.join(tmpdir(), 'appservice');
  await mkdir(project);
  await copyExample(project);
  const dev = startOnTerminal(project);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    await dev.sees(/● converged/);
    await scenario(path.join(project, '.kubewright/kubeconfig'));
    await dev.sees(/nodePort: Invalid value/);
    await sleep(3000);
    const images = inRoot('docs/images');
    await mkdir(images, { recursive: true });
    const [url] = /http:\/\/\S+token=\S+/.exec(dev.screen()) ?? [];
    await shoot(browser, { width: 1240, height: 1090 }, path.join(images, 'dashboard.png'), async (page) => {
      await page.goto(url);
      await page.locator('.reconciles li').first().waitFor();
      await page
        .locator('.reconciles summary', { hasText: /nginx-app.*[1-9] write/ })
        .first()
        .click();
    });
    await shoot(
      browser,
      { width: 1000, height: 700 },
      path.join(images, 'dashboard-terminal.png'),
      async (page) => {
        await page.setContent(terminalHtml(dev.terminal));
        return page.locator('pre');
      },
    );
    return 0;
  } finally {
    await browser.close();
    await dev.end();
    await rm(project, { recursive: true, force: true });
  }
});

async function copyExample(project) {
  for (const part of ['src', 'config', 'package.json'])
    await cp(inRoot(path.join('examples/appservice', part)), path.join(project, part), { recursive: true });
  await symlink(inRoot('node_modules'), path.join(project, 'node_modules'));
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true };
  await writeFile(
    path.join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src/**/*.ts'], exclude: ['src/**/*.test.ts'] }),
  );
}

/** `kubewright dev` on a terminal of its own. */
function startOnTerminal(project) {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  const command = `stty cols ${COLUMNS} rows ${ROWS}; exec '${process.execPath}' '${inRoot('packages/cli/bin/kubewright.js')}' dev`;
  const env = { ...process.env, TERM: 'xterm-256color', NO_COLOR: '' };
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd: project,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (data) => terminal.write(data));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const screen = () =>
    Array.from({ length: ROWS }, (_, row) =>
      terminal.buffer.active.getLine(row)?.translateToString(true),
    ).join('\n');
  return {
    terminal,
    screen,
    async sees(pattern) {
      for (let tries = 0; !pattern.test(screen()); tries += 1) {
        if (tries > 600) throw new Error(`${pattern} was not shown:\n${screen()}`);
        await sleep(100);
      }
    },
    async end() {
      child.stdin.write('q');
      await ended;
      terminal.dispose();
    },
  };
}

/** Something to see: an object that grows and shrinks, and one that wants the port of the other. */
async function scenario(kubeconfig) {
  const { createClient, createHttpTransport, loadKubeconfig, mergePatch } =
    await import('@kubewright/client');
  const { defineKind } = await import('@kubewright/api');
  const AppService = defineKind({ group: 'app.example.com', version: 'v1', kind: 'AppService' });
  const transport = createHttpTransport(await loadKubeconfig({ path: kubeconfig }));
  const client = createClient({ transport });
  try {
    const app = await client.get(AppService, 'default/nginx-app');
    await client.create(AppService({ metadata: { name: 'shop', namespace: 'default' }, spec: app.spec }));
    for (const size of [3, 2, 4, 1, 2]) {
      await sleep(3000);
      await client.patch(AppService, 'default/nginx-app', mergePatch({ spec: { size } }));
    }
  } finally {
    await transport.close();
  }
}

/** A picture of the page, or of the part that `prepare` returns. */
async function shoot(browser, viewport, file, prepare) {
  const context = await browser.newContext({ viewport, colorScheme: 'light', deviceScaleFactor: 1 });
  const page = await context.newPage();
  const part = await prepare(page);
  // Until it is drawn.
  await sleep(500);
  await (part ?? page).screenshot({ path: file });
  await context.close();
}
