import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DashboardState } from '../state.js';
import { emptyState, exampleState, objectState, startedAtMs } from '../test-support/example-state.js';
import { renderDashboard, renderSummary } from './render-dashboard.js';
import type { RenderDashboardOptions } from './render-dashboard.js';
import { widthOf } from './text.js';

const keys = [
  ['q', 'quit', 'stop everything'],
  ['?', 'help', 'this'],
] as const;

function render(state: DashboardState, options: Partial<RenderDashboardOptions> = {}): string[] {
  return renderDashboard(state, {
    ...{ columns: 100, rows: 24, color: false, nowMs: startedAtMs + 60_000, keys },
    ...options,
  });
}

describe('the dashboard of a terminal', () => {
  it('shows project, phase, operator, objects with conditions, queues, problems and the log', () => {
    expect(`\n${render(exampleState).join('\n')}\n`).toMatchInlineSnapshot(`
      "
      kubewright dev shop                                                                ◐ converging  60s
      operator    running  process 42, 2 reloads, the last in 84 ms
      API server  https://127.0.0.1:6443  KUBECONFIG=.kubewright/kubeconfig
      page        http://127.0.0.1:8090/?token=abc
      ── Objects ─────────────────────────────────────────────────────────────── 5 objects, 3 not ready ──
      ◐ Shop books           MinimumReplicas    60s  Available=False (MinimumReplicas)
      ◐ ├─ Deployment books  1/2 ready          60s
      ● │  ├─ Pod books-1    Running            60s
      ✖ │  └─ Pod books-2    ImagePullBackOff   60s
      ● └─ Service books     ClusterIP 80/TCP   60s
      ── Controllers ───────────────────── 0.4/s ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█▅▁▃ 14 reconciles, 2 failed ──
        controller   queued   active  delayed  failing    total    per s
      ● shop              3        1        2        1       14      0.4
      ── Problems ────────────────────────────────────────────────────────────────────────────── 2 open ──
      ✖ src/api/v1/shop.ts:12:5  unknown marker +kubebuilder:validation:Minimun (did you mean Minimum?)
      ✖ shop default/books  the registry refused the image books:9  5s ago, 3 in a row
      ── Log ─────────────────────────────────────────────────────────────────────────────────────────────
          0.1s dev   control plane ready
          1.5s info  reconciled name=books
         55.0s error reconcile failed name=books



      q quit   ? help
      "
    `);
  });

  it('says what is not there yet at the start', () => {
    expect(`\n${render(emptyState, { rows: 14, columns: 60 }).join('\n')}\n`).toMatchInlineSnapshot(`
      "
      kubewright dev shop                          ◐ starting  60s
      operator    stopped
      API server  not started
      ── Objects ─────────────────────────────── no samples yet ──
      ── Controllers ───── 0/s ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ 0 reconciles ──
        no figures yet
      ── Log ─────────────────────────────────────────────────────






      q quit   ? help
      "
    `);
  });

  it('has exactly the rows and at most the columns of the terminal, of any size, with any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const sizes = fc.record({
      columns: fc.integer({ min: 1, max: 200 }),
      rows: fc.integer({ min: 1, max: 60 }),
    });
    const view = fc.constantFrom('overview' as const, 'logs' as const, 'help' as const);
    fc.assert(
      fc.property(
        sizes,
        view,
        fc.boolean(),
        fc.array(text, { maxLength: 30 }),
        (size, shown, many, texts) => {
          const state: DashboardState = {
            ...exampleState,
            objects: texts.map((name) => objectState('Kind', name, { state: name, namespace: name })),
            errors: many
              ? texts.map((message, count) => ({ ...exampleState.errors[0]!, message, count }))
              : [],
            logs: texts.map((line, sequence) => ({ ...exampleState.logs[0]!, sequence, text: line })),
          };
          const lines = render(state, { ...size, view: shown });
          expect(lines).toHaveLength(size.rows);
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(size.columns);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps problems and objects on a low terminal, and counts what it leaves out', () => {
    const lines = render(exampleState, { rows: 10 });
    expect(lines.join('\n')).toMatch(/── Objects/);
    expect(lines.join('\n')).toMatch(/── Problems/);
    expect(lines.join('\n')).toMatch(/… \d more/);
    expect(lines.join('\n')).not.toMatch(/── Log/);
  });

  it('names an object of another namespace than the one above it by both', () => {
    const state = {
      ...exampleState,
      objects: [
        objectState('Shop', 'a', {
          namespace: 'prod',
          children: [objectState('Pod', 'b', { namespace: 'prod' })],
        }),
      ],
    };
    expect(render(state).join('\n')).toMatch(/Shop prod\/a.*\n.*└─ Pod b /);
  });

  it('does not alarm about conditions that are good news, and names the reason of those that are not', () => {
    const lines = render(exampleState).join('\n');
    expect(lines).toContain('Available=False (MinimumReplicas)');
    expect(lines).not.toContain('Degraded');
  });

  it('says of an error how often it came, and that its object has recovered', () => {
    const [error] = exampleState.errors;
    const show = (rest: object) => render({ ...exampleState, errors: [{ ...error!, ...rest }] }).join('\n');
    expect(show({})).toMatch(
      /✖ shop default\/books {2}the registry refused the image books:9 {2}5s ago, 3 in a row/,
    );
    expect(show({ terminal: true })).toMatch(/5s ago, not retried/);
    expect(show({ recovered: true })).toMatch(/○ shop default\/books .*5s ago, recovered since/);
  });

  it('names the fields that a controller writes again and again', () => {
    const loop: DashboardState['hotLoops'][number] = {
      type: 'flapping',
      controller: 'shop',
      namespace: 'default',
      name: 'books',
      object: { resource: 'shops', namespace: 'default', name: 'books' },
      fields: ['spec.size'],
      writers: [],
      count: 5,
      withinMs: 1200,
    };
    expect(render({ ...exampleState, hotLoops: [loop] }).join('\n')).toContain(
      '▲ hot loop of shop on default/books  writes spec.size again and again: 5 times within 1.2 s',
    );
  });

  it('shows why the operator is not running', () => {
    const operator = { status: 'failed', restarts: 0, reason: 'it ended with code 3' } as const;
    expect(render({ ...exampleState, operator }).join('\n')).toMatch(/✖ operator {2}it ended with code 3/);
  });

  it('draws the reconciles of the last seconds, the newest at the right, none as ground', () => {
    expect(render(exampleState).join('\n')).toMatch(/0\.4\/s ▁+█▅▁▃ 14 reconciles, 2 failed/);
  });

  it('wraps the lines of the log when they have the screen, and scrolls', () => {
    const logs = Array.from({ length: 40 }, (_, index) => ({
      ...exampleState.logs[1]!,
      sequence: index,
      text: `line ${index} ${'word '.repeat(20)}end${index}`,
    }));
    const newest = render({ ...exampleState, logs }, { view: 'logs' }).join('\n');
    expect(newest).toMatch(/line 39 /);
    expect(newest).toMatch(/end39/);
    const older = render({ ...exampleState, logs }, { view: 'logs', scroll: 10 }).join('\n');
    expect(older).not.toMatch(/end39/);
    expect(older).toMatch(/10 below/);
    const oldest = render({ ...exampleState, logs }, { view: 'logs', scroll: 1000 }).join('\n');
    expect(oldest).toMatch(/line 0 /);
  });

  it('names the keys that work, and none without a keyboard', () => {
    expect(render(exampleState).at(-1)).toBe('q quit   ? help');
    expect(render(exampleState, { keys: [] }).join('\n')).not.toMatch(/quit/);
    expect(render(exampleState, { view: 'help' }).join('\n')).toMatch(/ {3}q {9}stop everything/);
  });

  it('paints only when colours are wanted', () => {
    expect(render(exampleState).join('')).not.toContain('\u001b');
    expect(render(exampleState, { color: true }).join('')).toContain('\u001b[31m');
  });

  it('leaves the objects and what was wrong on the terminal in the end', () => {
    const summary = renderSummary(exampleState, { columns: 100, color: false, nowMs: startedAtMs + 60_000 });
    expect(summary[0]).toMatch(/^◐ Shop books/);
    expect(summary.at(-1)).toMatch(/the registry refused the image/);
    expect(renderSummary(emptyState, { columns: 100, color: false, nowMs: startedAtMs })).toEqual([]);
  });
});
