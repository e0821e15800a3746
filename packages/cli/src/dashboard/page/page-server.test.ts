import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { systemClock } from '@kubewright/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DashboardState } from '../state.js';
import { DashboardStore } from '../store.js';
import type { DashboardChange } from './changes.js';
import { startDashboardPage } from './page-server.js';
import type { DashboardPage } from './page-server.js';

const token = 'abcdefghijklmnopqrstuv';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

describe("the dashboard's server", () => {
  let store: DashboardStore;
  let page: DashboardPage;
  let restarts: number;
  beforeEach(async () => {
    restarts = 0;
    store = new DashboardStore({ clock: systemClock, project: 'shop', coalesceMs: 1 });
    const actions = { restart: () => void (restarts += 1) };
    page = await startDashboardPage({ store, clock: systemClock, actions, token });
  });
  afterEach(async () => {
    await page.stop();
    store.close();
  });

  function ask(
    path: string,
    options: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = httpRequest(new URL(path, page.url), { agent: false, ...options }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      asked.on('error', reject).end();
    });
  }

  /** The changes that are told, one after the other; ends the stream when the caller has seen enough. */
  async function* changes(): AsyncGenerator<DashboardChange> {
    const end = new AbortController();
    try {
      const answer = await fetch(new URL(`/events?token=${token}`, page.url), { signal: end.signal });
      let text = '';
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += piece;
        for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
          const event = text.slice(0, at);
          text = text.slice(at + 2);
          if (event.startsWith('data: ')) yield JSON.parse(event.slice(6)) as DashboardChange;
        }
      }
    } finally {
      end.abort();
    }
  }

  it('prints an address on the loopback with the token', () => {
    expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=abcdefghijklmnopqrstuv$/);
  });

  it.each([
    ['/', 'text/html; charset=utf-8', /<title>kubewright dev<\/title>/],
    ['/style.css', 'text/css; charset=utf-8', /color-scheme/],
  ])('serves %s, under a policy that lets it load and run nothing else', async (path, type, content) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(text).toMatch(content);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  });

  it.each([
    '/nothing',
    '/scripts/../package.json',
    '/scripts/%2e%2e/main.js',
    '/scripts/none.js',
    '/index.html',
  ])('has nothing at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it.each([
    ['without a token', '/events', {}],
    ['with a wrong one', '/events?token=abcdefghijklmnopqrstuV', {}],
    ['with half of it', '/events?token=abc', {}],
    ['with it in the wrong place', '/events', { 'x-kubewright-token': token }],
  ])('tells nothing %s', async (_, path, headers) => {
    const answer = await ask(path, { headers });
    expect(answer.status).toBe(403);
    expect(answer.text).toBe('the token is missing or wrong: open the address that kubewright dev prints\n');
  });

  it('refuses requests that come by a name of somebody else, for everything', async () => {
    for (const path of ['/', '/style.css', `/events?token=${token}`]) {
      const { status, text } = await ask(path, { headers: { host: 'rebound.example.com:80' } });
      expect([status, text]).toEqual([403, expect.stringContaining('this server is for this machine')]);
    }
    expect((await ask('/', { headers: { host: 'localhost:1' } })).status).toBe(200);
  });

  it('restarts the operator for a POST with the token in a header, and for nothing else', async () => {
    const headers = { 'x-kubewright-token': token };
    expect((await ask('/restart', { headers })).status).toBe(405);
    expect((await ask(`/restart?token=${token}`, { method: 'POST' })).status).toBe(403);
    expect((await ask('/restart', { method: 'POST', headers: { 'x-kubewright-token': 'x' } })).status).toBe(
      403,
    );
    expect(restarts).toBe(0);
    expect((await ask('/restart', { method: 'POST', headers })).status).toBe(202);
    expect(restarts).toBe(1);
  });

  it('says when there is nothing to restart', async () => {
    const other = await startDashboardPage({ store, clock: systemClock, actions: {}, token });
    const answer = await fetch(new URL('/restart', other.url), {
      method: 'POST',
      headers: { 'x-kubewright-token': token },
    });
    expect([answer.status, await answer.text()]).toEqual([409, 'there is no operator to restart\n']);
    await other.stop();
  });

  it('tells the whole state first, then what changed, and of lists that grow what was added', async () => {
    store.addLog({ level: 'info', text: 'one' });
    const seen: DashboardChange[] = [];
    for await (const change of changes()) {
      seen.push(change);
      if (seen.length === 1) store.addLog({ level: 'info', text: 'two' });
      else if (seen.length === 2) store.setPhase('failed', 'no luck');
      else if (seen.length === 3) store.setPhase('running');
      else break;
    }
    expect(seen[0]).toMatchObject({ isWhole: true, project: 'shop', logs: [{ text: 'one' }], objects: [] });
    expect(seen[1]).toEqual({
      isWhole: false,
      logs: [expect.objectContaining({ text: 'two', sequence: 2 })],
    });
    expect(seen[2]).toEqual({ isWhole: false, phase: 'failed', phaseDetail: 'no luck' });
    expect(seen[3]).toEqual({ isWhole: false, phase: 'running', phaseDetail: null });
  });

  it('loses no line when more come than the state keeps', async () => {
    const texts: string[] = [];
    for await (const { isWhole, logs = [] } of changes()) {
      texts.push(...(logs as DashboardState['logs']).map(({ text }) => text));
      if (isWhole)
        for (let line = 1; line <= 900; line += 1) store.addLog({ level: 'info', text: `${line}` });
      if (texts.length === 900)
        for (let line = 901; line <= 1800; line += 1) store.addLog({ level: 'info', text: `${line}` });
      if (texts.length >= 1800) break;
    }
    expect(texts).toEqual(Array.from({ length: 1800 }, (_, index) => String(index + 1)));
  });

  it('ends open streams at once when it stops', async () => {
    const stream = changes();
    await stream.next();
    const rest = stream.next();
    await page.stop();
    expect(await rest).toMatchObject({ done: true });
  });
});
