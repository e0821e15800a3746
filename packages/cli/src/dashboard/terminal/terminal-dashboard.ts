import type { Timer } from '@kubewright/api';
import { openInBrowser } from '../../io/open-in-browser.js';
import type { CommandIo } from '../../io/terminal.js';
import type { DashboardActions } from '../actions.js';
import type { DashboardStore } from '../store.js';
import { keyboardOf } from './keyboard.js';
import type { Key } from './keyboard.js';
import { renderDashboard, renderSummary } from './render-dashboard.js';
import type { DashboardView, KeyHelp } from './render-dashboard.js';
import { Screen } from './screen.js';

export interface TerminalDashboardOptions {
  readonly io: CommandIo;
  readonly store: DashboardStore;
  readonly actions: DashboardActions;
}

export interface TerminalDashboard {
  /** Gives the terminal back, and leaves on it what became of the objects. Calling it twice does nothing. */
  close(): void;
}

/** Ages are shown in seconds. */
const REDRAW_MS = 1000;

/** The dashboard on the terminal of the command, from now until `close`, or the end of the process. */
export function openTerminalDashboard(options: TerminalDashboardOptions): TerminalDashboard {
  const dashboard = new OpenDashboard(options);
  dashboard.open();
  return dashboard;
}

class OpenDashboard implements TerminalDashboard {
  readonly #options: TerminalDashboardOptions;
  readonly #screen: Screen;
  readonly #keyboard: ReturnType<typeof keyboardOf>;
  readonly #color: boolean;
  #view: DashboardView = 'overview';
  #scroll = 0;
  #timer: Timer | undefined;
  #undo: Array<() => void> = [];

  constructor(options: TerminalDashboardOptions) {
    const { io } = options;
    this.#options = options;
    this.#screen = new Screen(io.stdout);
    this.#keyboard = keyboardOf(io.stdin, (key) => this.#pressed(key));
    this.#color = (io.env['NO_COLOR'] ?? '') === '';
  }

  open(): void {
    const { io, store } = this.#options;
    const onResize = (): void => {
      this.#screen.invalidate();
      this.#draw();
    };
    io.stdout.on?.('resize', onResize);
    this.#undo = [
      () => void io.stdout.off?.('resize', onResize),
      store.subscribe(() => this.#draw()),
      // A crash, too, must not leave a terminal without a cursor.
      io.process?.onExit(() => this.#giveBack()) ?? (() => undefined),
    ];
    this.#screen.open();
    this.#keyboard?.open();
    this.#tick();
  }

  close(): void {
    if (this.#undo.length === 0) return;
    this.#giveBack();
    for (const undo of this.#undo.splice(0)) undo();
    const { io, store } = this.#options;
    const columns = this.#screen.size.columns;
    for (const line of renderSummary(store.state, { columns, color: this.#color, nowMs: io.clock.now() }))
      io.stdout.write(`${line}\n`);
  }

  #giveBack(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#keyboard?.close();
    this.#screen.close();
  }

  #tick(): void {
    this.#draw();
    this.#timer = this.#options.io.clock.setTimer(() => this.#tick(), REDRAW_MS);
  }

  #draw(): void {
    const { io, store } = this.#options;
    this.#screen.draw(
      renderDashboard(store.state, {
        ...this.#screen.size,
        color: this.#color,
        nowMs: io.clock.now(),
        view: this.#view,
        scroll: this.#scroll,
        keys: this.#keys(),
      }),
    );
  }

  #keys(): KeyHelp[] {
    if (this.#keyboard === undefined) return [];
    const { actions, store } = this.#options;
    return [
      ['q', 'quit', 'stop everything, as Ctrl-C does'],
      this.#view === 'logs'
        ? ['l', 'objects', 'back to the objects']
        : ['l', 'log', 'the log on the whole screen; ↑ ↓ and pages scroll in it'],
      ...(this.#view === 'logs' ? [['↑ ↓', 'scroll', 'scroll'] as const] : []),
      ...(store.state.pageUrl === undefined ? [] : [['o', 'page', 'open the page in the browser'] as const]),
      ...(actions.restart === undefined ? [] : [['r', 'restart', 'restart the operator'] as const]),
      ['?', 'help', 'this'],
    ];
  }

  #pressed(key: Key): void {
    const { io, store, actions } = this.#options;
    if (key === 'q' || key === 'ctrl-c') {
      io.process?.interrupt();
      return;
    }
    if (key === 'ctrl-z') {
      void this.#suspend();
      return;
    }
    const page = Math.max(1, this.#screen.size.rows - 6);
    if (this.#view === 'help') this.#view = 'overview';
    else if (key === '?') this.#view = 'help';
    else if (key === 'l') this.#show(this.#view === 'logs' ? 'overview' : 'logs');
    else if (key === 'escape') this.#show('overview');
    else if (key === 'o' && store.state.pageUrl !== undefined) this.#open(store.state.pageUrl);
    else if (key === 'r') actions.restart?.();
    else if (key === 'up' || key === 'k') this.#scrollBy(1);
    else if (key === 'down' || key === 'j') this.#scrollBy(-1);
    else if (key === 'page-up') this.#scrollBy(page);
    else if (key === 'page-down') this.#scrollBy(-page);
    else if (key === 'home') this.#scrollBy(Infinity);
    else if (key === 'end') this.#scrollBy(-Infinity);
    else return;
    this.#draw();
  }

  #show(view: DashboardView): void {
    this.#view = view;
    this.#scroll = 0;
  }

  /** Towards older lines. Scrolling in the overview leads to the log, where there is something to scroll. */
  #scrollBy(lines: number): void {
    if (this.#view === 'overview') this.#show('logs');
    const most = this.#options.store.state.logs.length;
    this.#scroll = Math.min(most, Math.max(0, this.#scroll + lines));
  }

  #open(url: string): void {
    openInBrowser(url).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      this.#options.store.addLog(
        { level: 'warn', text: `no browser was opened (${why}): open ${url}` },
        'dev',
      );
    });
  }

  async #suspend(): Promise<void> {
    const { process } = this.#options.io;
    if (process === undefined) return;
    this.#giveBack();
    await process.suspend();
    // It may have been closed meanwhile.
    if (this.#undo.length === 0) return;
    this.#screen.open();
    this.#keyboard?.open();
    this.#tick();
  }
}
