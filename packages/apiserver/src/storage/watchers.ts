import type { StorageEvent, StorageListener } from './storage.js';

/** Listeners by prefix: a write finds those it concerns by the folders of its key, however many others there are. */
export class Watchers {
  private readonly byPrefix = new Map<string, Set<StorageListener>>();

  get count(): number {
    let total = 0;
    for (const listeners of this.byPrefix.values()) total += listeners.size;
    return total;
  }

  add(prefix: string, listener: StorageListener): void {
    const listeners = this.byPrefix.get(prefix);
    if (listeners === undefined) this.byPrefix.set(prefix, new Set([listener]));
    else listeners.add(listener);
  }

  remove(prefix: string, listener: StorageListener): void {
    const listeners = this.byPrefix.get(prefix);
    if (listeners?.delete(listener) === true && listeners.size === 0) this.byPrefix.delete(prefix);
  }

  notify(event: StorageEvent): void {
    const { key } = event.entry;
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const listeners = this.byPrefix.get(key.slice(0, slash + 1));
      if (listeners !== undefined) for (const listener of listeners) listener.onEvent(event);
    }
  }
}
