import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faintTexts } from './contrast.js';
import { DevPage } from './dev-page.js';

const Greeting = defineKind<CustomResource<{ text?: string }>>({
  group: 'greeter.example.com',
  version: 'v1',
  kind: 'Greeting',
});

describe('the page of kubewright dev', () => {
  let dev: DevPage;
  let page: Page;
  beforeAll(async () => {
    dev = await DevPage.start();
    page = await dev.open();
  });
  afterAll(() => dev?.stop());

  const greet = (name: string, text: string) =>
    dev.client.create(Greeting({ metadata: { name, namespace: 'default' }, spec: { text } }));
  const say = (name: string, text: string) =>
    dev.client.patch(Greeting, `default/${name}`, mergePatch({ spec: { text } }));
  const objects = () => page.getByRole('region', { name: 'Objects' });
  const problems = () => page.getByRole('region', { name: 'Problems' });
  const timelines = () => page.getByRole('region', { name: 'Why did it reconcile?' });
  const log = () => page.getByRole('region', { name: 'Log' });
  /** Others may have come above it. */
  const opened = () => timelines().locator('details[open]');
  const entries = () => timelines().locator('.reconciles > li');
  /** The newest reconcile whose line has this. */
  const reconcile = (text: string | RegExp) => entries().filter({ hasText: text }).first();

  it('shows the project, its objects with their conditions, and its controllers', async () => {
    await page.getByRole('heading', { level: 1, name: 'greeter' }).waitFor();
    expect(await page.title()).toBe('greeter · kubewright dev');
    await page.getByRole('status').filter({ hasText: 'converged' }).waitFor();
    await objects().getByRole('button', { name: 'Greeting default/hello' }).waitFor();
    await objects()
      .getByRole('listitem')
      .getByRole('listitem')
      .filter({ hasText: 'ConfigMap hello' })
      .waitFor();
    await objects().getByText('Ready', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /greeting/ });
    await row.getByRole('cell', { name: /^[1-9]\d*$/ }).waitFor();
    await page.getByRole('img', { name: /reconciles a second; \d+ in the last two minutes/ }).waitFor();
    await log().getByText('control plane ready').waitFor();
  });

  it('shows an object of another that comes and goes, without being loaded again', async () => {
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await dev.client.create(
      ConfigMap({
        metadata: {
          name: 'extra',
          namespace: 'default',
          ownerReferences: [await ownerReference(dev, 'hello')],
        },
      }),
    );
    const extra = objects().getByRole('button', { name: 'ConfigMap extra' });
    await extra.waitFor();
    await dev.client.delete(ConfigMap, 'default/extra');
    await extra.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => 'isOld' in globalThis)).toBe(true);
  });

  it('shows a reconcile that fails with its error as text, and that it recovers', async () => {
    await problems().waitFor({ state: 'hidden' });
    await say('hello', 'nothing');
    const problem = problems().getByRole('listitem').filter({ hasText: 'default/hello' });
    await problem.getByText('cannot say <b id="evil">nothing</b>').waitFor();
    await reconcile(/failed, again in/).waitFor();
    await log()
      .getByText(/greeting default\/hello: reconcile failed/)
      .first()
      .waitFor();
    expect(await page.locator('#evil').count()).toBe(0);
    await say('hello', 'Hello again');
    await problem.getByText(/recovered since/).waitFor();
    await problems().getByText('none open').waitFor();
  });

  it('opens why a reconcile ran, what it asked for, and what that changed', async () => {
    await say('hello', 'Good day');
    await reconcile(/Greeting default\/hello changed: .*spec\.text/)
      .locator('summary')
      .click();
    const entry = opened().first();
    await entry.getByRole('heading', { name: 'Why it ran' }).waitFor();
    await entry.getByText('Greeting default/hello changed', { exact: false }).first().waitFor();
    const request = entry.getByRole('row', { name: /apply configmaps default\/hello/ });
    await request.getByText('data.text').waitFor();
    await request.getByRole('cell', { name: '200' }).waitFor();
    await entry.getByRole('heading', { name: 'How it ended' }).waitFor();
    // It stays open while others come.
    const before = await entries().count();
    await say('hello', 'Good night');
    await expect.poll(() => entries().count()).toBeGreaterThan(before);
    await opened().getByText('data.text').waitFor();
  });

  it('leads from a reconcile to its lines in the log', async () => {
    const failed = entries().filter({ hasText: 'failed, again in' });
    const before = await failed.count();
    await say('hello', 'nothing');
    await expect.poll(() => failed.count()).toBeGreaterThan(before);
    await failed.first().locator('summary').click();
    const entry = opened().filter({ hasText: 'failed, again in' }).first();
    await entry.getByRole('button', { name: 'Show its lines in the log' }).click();
    const filter = log().getByRole('searchbox', { name: 'Filter' });
    expect(await filter.inputValue()).toMatch(/^[0-9a-f]{12}$/);
    await expect.poll(() => log().getByRole('listitem').count()).toBe(1);
    expect(await log().getByRole('listitem').textContent()).toContain('reconcile failed');
    await page.keyboard.press('Escape');
    expect(await filter.inputValue()).toBe('');
    await say('hello', 'Hello');
  });

  it('shows only what has to do with the object that is chosen', async () => {
    await greet('other', 'Hi');
    await objects().getByRole('button', { name: 'Greeting default/hello' }).waitFor();
    await timelines().getByText('default/other').first().waitFor();
    await objects().getByRole('button', { name: 'Greeting default/hello' }).click();
    expect(await timelines().getByRole('searchbox').inputValue()).toBe('default/hello');
    await expect
      .poll(() => timelines().getByRole('listitem').filter({ hasText: 'default/other' }).count())
      .toBe(0);
    await page.keyboard.press('Escape');
    await timelines().getByText('default/other').first().waitFor();
  });

  it('filters the log by text and level, from the keyboard', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('control plane');
    await expect.poll(() => log().getByRole('listitem').count()).toBe(1);
    await page.keyboard.press('Escape');
    await log().getByRole('combobox', { name: 'Level' }).selectOption('error');
    await expect.poll(() => log().getByText('control plane ready').count()).toBe(0);
    await log()
      .getByText(/reconcile failed/)
      .first()
      .waitFor();
    await log().getByRole('combobox', { name: 'Level' }).selectOption('debug');
  });

  it('shows where a source is wrong, and that it is mended', async () => {
    await dev.edit('src/main.ts', 'const greeter =', 'const greeter = = ');
    const places = problems().getByText(/src\/main\.ts:10:17/);
    await places.first().waitFor();
    await dev.edit('src/main.ts', 'const greeter = = ', 'const greeter =');
    await expect.poll(() => places.count()).toBe(0);
  });

  it('restarts the operator', async () => {
    const operator = page.getByRole('definition').filter({ hasText: 'running' });
    const before = await operator.textContent();
    await page.getByRole('button', { name: 'Restart operator' }).click();
    await expect.poll(() => operator.textContent()).toMatch(/running · process \d+ · \d+ reloads?/);
    await expect.poll(() => operator.textContent()).not.toBe(before);
  });

  it('can be used by the keyboard and says what everything is', async () => {
    const unnamed = await page.evaluate(() => {
      const nameOf = (one: HTMLElement): string =>
        one.getAttribute('aria-label') ??
        ((one as HTMLInputElement).labels?.[0]?.textContent ?? one.textContent ?? '').trim();
      return [...document.querySelectorAll<HTMLElement>('button, input, select, [tabindex="0"]')]
        .filter((one) => one.checkVisibility() && nameOf(one) === '')
        .map((one) => one.outerHTML);
    });
    expect(unnamed).toEqual([]);
    await page.reload();
    await entries().first().waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to the objects' }).and(page.locator(':focus')).waitFor();
    await timelines().locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await timelines().getByRole('listitem').first().getByRole('heading', { name: 'Why it ran' }).waitFor();
    const outline = await timelines()
      .locator('summary')
      .first()
      .evaluate((summary) => getComputedStyle(summary).outlineStyle);
    expect(outline).toBe('solid');
  });

  it.each(['light', 'dark'] as const)('can be read in %s colours', async (colorScheme) => {
    await say('hello', 'nothing');
    const own = await dev.open({ colorScheme });
    await own.getByRole('region', { name: 'Problems' }).getByText('cannot say').waitFor();
    await own.locator('summary').first().click();
    expect(await faintTexts(own)).toEqual([]);
    await own.context().close();
    await say('hello', 'Hello');
  });

  it('fits on a phone', async () => {
    const phone = await dev.open({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    await phone.getByRole('button', { name: 'Greeting default/hello' }).waitFor();
    await phone.locator('summary').first().tap();
    await phone.getByRole('heading', { name: 'Why it ran' }).waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await phone.context().close();
  });

  it('has complained of nothing, and spoken to nobody else', () => {
    expect(dev.complaints).toEqual([]);
  });

  it('tells nothing without the token', async () => {
    const stranger = await dev.open({}, new URL('/', dev.url).href);
    await stranger.getByRole('alert').getByText('kubewright dev prints').waitFor();
    expect(await stranger.getByText('Greeting').count()).toBe(0);
    await stranger.context().close();
  });

  it('says that the command has ended, and keeps what was shown last', async () => {
    const { code } = await dev.command.stop('SIGINT');
    expect(code).toBe(0);
    await page.getByRole('alert').getByText('Not connected').waitFor();
    await objects().getByRole('button', { name: 'Greeting default/hello' }).waitFor();
  });
});

async function ownerReference({ client }: DevPage, name: string) {
  const { metadata } = await client.get(Greeting, `default/${name}`);
  return { apiVersion: 'greeter.example.com/v1', kind: 'Greeting', name, uid: metadata.uid };
}
