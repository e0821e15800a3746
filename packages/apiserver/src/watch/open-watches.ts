import type { Clock } from '@kubewright/api';
import { RepeatingTimer } from './repeating-timer.js';

// The real server sends a bookmark about once a minute (apiserver `storage/cacher/cacher.go`).
const BOOKMARK_INTERVAL_MS = 60_000;

/** One watch, as the server that keeps it open sees it. */
export interface OpenWatch {
  /** Tells the client how far the watch has come, if it wants to know. */
  sendBookmark(): void;
  end(): void;
}

/** All open watches of a server: sends their bookmarks, and ends them when it closes. */
export class OpenWatches {
  private readonly watches = new Set<OpenWatch>();
  private readonly timer: RepeatingTimer;
  private closed = false;

  constructor(clock: Clock) {
    const onTick = (): void => this.sendBookmarks();
    this.timer = new RepeatingTimer({ clock, intervalMs: BOOKMARK_INTERVAL_MS, onTick });
  }

  get count(): number {
    return this.watches.size;
  }

  add(watch: OpenWatch): void {
    if (this.closed) {
      watch.end();
      return;
    }
    this.watches.add(watch);
    this.timer.start();
  }

  remove(watch: OpenWatch): void {
    if (!this.watches.delete(watch) || this.watches.size > 0) return;
    this.timer.stop();
  }

  sendBookmarks(): void {
    for (const watch of this.watches) watch.sendBookmark();
  }

  /** Ends every watch, and every one that still comes. */
  close(): void {
    this.closed = true;
    for (const watch of [...this.watches]) watch.end();
    this.timer.stop();
  }
}
