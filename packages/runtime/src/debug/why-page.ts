import { createHash } from 'node:crypto';

import { formatKey } from '@kubewright/api';

import type { ExplainedCall, ExplainedChange, ReconcileExplanation } from '../why/explanation.js';
import type { HotLoop } from '../why/hot-loops.js';
import { whySentence } from '../why/sentence.js';
import type { WhyFilter } from '../why/why.js';
import { Html, html } from './html.js';
import { timeline } from './why-timeline.js';
import { STYLE } from './why-style.js';

export interface WhyPageOptions {
  /** The newest first. */
  reconciles: readonly ReconcileExplanation[];
  hotLoops: readonly HotLoop[];
  controllers: readonly string[];
  filter: WhyFilter;
  now: number;
}

/** Nothing is loaded and nothing runs: the page is text, pictures in it, and one style. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Not part of a template, which formatters would change; the hash is of every character. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** A page of what reconciles did: a line of time for each object, and each reconcile with its reasons and requests. */
export function whyPage(options: WhyPageOptions): { html: string; contentSecurityPolicy: string } {
  const { reconciles, hotLoops, now } = options;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Why did it reconcile?</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>Why did it reconcile?</h1>
          <p class="lead">
            ${count(reconciles.length, 'reconcile')} of ${count(objectsOf(reconciles), 'object')} at
            ${new Date(now).toISOString()}, the newest first. The same as JSON:
            <a href="/debug/reconciles">/debug/reconciles</a>
          </p>
          ${filterForm(options)} ${hotLoops.map(hotLoopCard)}
          ${
            reconciles.length === 0
              ? html`<p class="empty">Nothing was reconciled that fits.</p>`
              : html`<h2>Timelines</h2>
                  <div class="card timeline">${timeline(reconciles, now)}</div>
                  <h2>Reconciles</h2>
                  ${reconciles.map(card)}`
          }
        </main>
      </body>
    </html> `;
  return { html: page.text, contentSecurityPolicy };
}

function objectsOf(reconciles: readonly ReconcileExplanation[]): number {
  return new Set(reconciles.map(({ controller, namespace, name }) => `${controller} ${namespace}/${name}`))
    .size;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function filterForm({ controllers, filter }: WhyPageOptions): Html {
  const { namespace, name } = filter;
  const key = name === undefined ? '' : formatKey({ namespace, name });
  return html`<form method="get" action="/debug/why">
    <label
      >controller
      <select name="controller">
        <option value="">all</option>
        ${controllers.map((name) =>
          name === filter.controller
            ? html`<option selected>${name}</option>`
            : html`<option>${name}</option>`,
        )}
      </select></label
    >
    <label>object <input name="key" placeholder="namespace/name" value="${key}" /></label>
    <label
      >${
        filter.failed === true
          ? html`<input type="checkbox" name="failed" checked />`
          : html`<input type="checkbox" name="failed" />`
      }
      failed only</label
    >
    <button>Show</button>
  </form>`;
}

function hotLoopCard({
  type,
  controller,
  namespace,
  name,
  object,
  fields,
  writers,
  count: times,
  withinMs,
}: HotLoop): Html {
  const what = `${object.resource} ${formatKey(object)}`;
  const said =
    type === 'flapping'
      ? html`the same change of <code>${fields.join(', ')}</code> of ${what} was written ${times} times`
      : html`${times} writes in a row of <code>${fields.join(', ')}</code> of ${what}, each led to by the one
          before,`;
  return html`<div class="card loop">
    <b>Hot loop</b> of ${controller} on ${formatKey({ namespace, name })}: ${said} within
    ${seconds(withinMs)}.${writers.length > 0 ? html` Written by <b>${writers.join(', ')}</b>.` : ''}
  </div>`;
}

const TAGS: Record<string, string> = {
  success: 'ok',
  requeueAfter: 'wait',
  requeue: 'wait',
  retry: 'bad',
  terminal: 'bad',
};

function card(reconcile: ReconcileExplanation): Html {
  const { id, controller, outcome, durationMs, calls, startedAt } = reconcile;
  const writes = calls.filter(({ verb }) => verb !== 'get' && verb !== 'list');
  return html`<details class="card" id="r${id}">
    <summary>
      <time datetime="${startedAt}">${startedAt.slice(11, 23)}</time>
      <span><b>${formatKey(reconcile)}</b> <span class="dim">${controller}</span></span>
      <span class="why">${whySentence(reconcile)}</span>
      <span><span class="tag ${TAGS[outcome.type] ?? ''}">${outcomeText(outcome)}</span></span>
      <span class="num dim"
        >${seconds(durationMs)},
        ${count(calls.length + (reconcile.moreCalls ?? 0), 'request')}${
          writes.length > 0 ? `, ${count(writes.length, 'write')}` : ''
        }</span
      >
    </summary>
    ${outcome.error === undefined ? '' : html`<p class="removed">${outcome.error}</p>`}
    ${reasonList(reconcile)} ${callTable(reconcile)}
  </details>`;
}

function outcomeText({ type, delayMs }: ReconcileExplanation['outcome']): string {
  if (type === 'success') return 'success';
  if (type === 'terminal') return 'terminal error';
  if (type === 'stopped') return 'stopped';
  return type === 'retry' ? `error, again in ${seconds(delayMs ?? 0)}` : `again in ${seconds(delayMs ?? 0)}`;
}

function reasonList({ reasons, moreReasons }: ReconcileExplanation): Html {
  return html`<ul>
    ${reasons.map((reason) => {
      const { count: times, changes, moreChanges, ownWrite, resourceVersion } = reason;
      return html`<li>
        ${whySentence({ reasons: [reason] })}${times > 1 ? html` <span class="tag">${times} times</span>` : ''}
        ${
          ownWrite === undefined
            ? ''
            : html`<span class="tag noop">own write</span> of
                <a href="#r${ownWrite.reconcile}">${ownWrite.controller} #${ownWrite.reconcile}</a>`
        }
        ${resourceVersion === undefined ? '' : html`<span class="dim">at ${resourceVersion}</span>`}
        ${changeList(changes, moreChanges)}
      </li>`;
    })}
    ${moreReasons === undefined ? '' : html`<li>${moreReasons} more</li>`}
  </ul>`;
}

function changeList(changes: readonly ExplainedChange[] | undefined, more: true | undefined): Html {
  if (changes === undefined || changes.length === 0) return html``;
  return html`<ul>
    ${changes.map(
      ({ path, op, before, after }) =>
        html`<li>
          <code
            ><span class="${op}">${op}</span> ${path === '.' ? 'the object' : path}${
              before === undefined && after === undefined ? '' : html`: ${before ?? ''} → ${after ?? ''}`
            }</code
          >
        </li>`,
    )}
    ${more === undefined ? '' : html`<li>and more</li>`}
  </ul>`;
}

function callTable(reconcile: ReconcileExplanation): Html {
  const { calls, durationMs, moreCalls } = reconcile;
  if (calls.length === 0) return html`<p class="dim">No request: all that it needed was in the cache.</p>`;
  return html`<table>
    <tr>
      <th>request</th>
      <th>answer</th>
      <th class="num">took</th>
      <th>when</th>
      <th>what it changed</th>
    </tr>
    ${calls.map((call) => callRow(call, durationMs))}
    ${
      moreCalls === undefined
        ? ''
        : html`<tr>
            <td colspan="5">${moreCalls} more</td>
          </tr>`
    }
  </table>`;
}

function callRow(call: ExplainedCall, totalMs: number): Html {
  const { verb, resource, subresource, status, durationMs, afterMs, noOp, dryRun, error } = call;
  const total = Math.max(totalMs, 1);
  const failed = status === 0 || status >= 400;
  const left = Math.min((afterMs / total) * 170, 168);
  const width = Math.max((durationMs / total) * 170, 2);
  return html`<tr>
    <td>
      <code
        >${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}
        ${formatKey({ name: '', ...call })}</code
      >
    </td>
    <td><span class="tag ${failed ? 'bad' : 'ok'}">${status === 0 ? 'no answer' : status}</span></td>
    <td class="num">${seconds(durationMs)}</td>
    <td class="bar">
      <svg viewBox="0 0 170 14" role="img" aria-label="after ${seconds(afterMs)}">
        <rect
          class="${failed ? 'bad' : 'call'}"
          x="${left.toFixed(1)}"
          y="2"
          width="${width.toFixed(1)}"
          height="10"
          rx="2"
        ></rect>
      </svg>
    </td>
    <td>
      ${noOp === true ? html`<span class="tag noop">nothing: it need not have been sent</span>` : ''}
      ${dryRun === true ? html`<span class="tag">dry run</span>` : ''}
      ${error === undefined ? '' : html`<span class="removed">${error}</span>`}
      ${changeList(call.changes, call.moreChanges)}
    </td>
  </tr>`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
