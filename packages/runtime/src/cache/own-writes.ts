import type { ObjectKey } from '@kubewright/api';

import type { ObjectMetaEntry } from './informer-event.js';
import { isNewer } from './resource-version.js';

/** What was written to an object, when the watch has not told of it yet. */
interface Ahead {
  readonly resourceVersion: string;
  /** Which list was the last to begin before the write was answered. */
  readonly listing: number;
}

/** An object that is known to be deleted, when the watch has not told of it yet. */
interface Gone {
  readonly listing: number;
  bookmarks: number;
}

/** A state that only the watch can tell of. */
export interface AwaitedState {
  readonly uid: string | undefined;
  readonly resourceVersion: string;
  /** Whether that version itself is not enough. */
  readonly beyond: boolean;
}

interface Awaited extends AwaitedState {
  readonly listing: number;
  bookmarks: number;
}

/** So many marks are left to themselves; beyond, those that no event will ever clear are looked for. */
const SWEEP_EVERY = 1000;

/**
 * What this process knows from the answers to its writes, ahead of the watch: which versions objects have reached, which
 * are gone, and which must be waited for. A mark lives until the watch, or a list that began after the write, has caught
 * up with it; a list that began before cannot undo it.
 */
export class OwnWrites {
  readonly #ahead = new Map<string, Ahead>();
  /** By uid: what is made again under the same name is another object. */
  readonly #gone = new Map<string, Gone>();
  readonly #awaited = new Map<string, Awaited>();
  #listing = 0;
  #waiting: Array<() => void> = [];

  /** Whether there is any mark; most of the time there is none. */
  get any(): boolean {
    return this.#ahead.size + this.#gone.size + this.#awaited.size > 0;
  }

  /** Notes that the object was written in this state; false when that is known already, or overtaken. */
  noteState(entry: ObjectMetaEntry, position: string | undefined): boolean {
    const { uid, resourceVersion } = entry;
    if (this.#gone.has(uid)) return false;
    const key = keyOf(entry);
    const ahead = this.#ahead.get(key);
    if (ahead !== undefined && !isNewer(resourceVersion, ahead.resourceVersion)) return false;
    // Without an order between versions nothing can be said ahead of the watch.
    if (!isNewer(resourceVersion, position ?? '1')) return false;
    this.#ahead.set(key, { resourceVersion, listing: this.#listing });
    if (this.#ahead.size % SWEEP_EVERY === 0 && position !== undefined) this.#sweepAhead(position);
    return true;
  }

  /** Notes that the object of this uid no longer exists. */
  noteGone(uid: string): void {
    this.#gone.set(uid, { listing: this.#listing, bookmarks: 0 });
    if (this.#gone.size <= SWEEP_EVERY * 10) return;
    for (const oldest of this.#gone.keys()) {
      this.#gone.delete(oldest);
      break;
    }
  }

  /** Notes that reads of the object must wait for the watch to reach a version, or to go beyond it. */
  noteAwaited(key: string, awaited: AwaitedState): void {
    this.#awaited.set(key, { ...awaited, listing: this.#listing, bookmarks: 0 });
  }

  /** Whether an added or modified object from the watch is older than what is known, the very same, or newer. */
  compare(entry: ObjectMetaEntry): 'older' | 'same' | 'newer' {
    const key = keyOf(entry);
    this.#arrived(key, entry);
    if (this.#gone.has(entry.uid)) return 'older';
    const ahead = this.#ahead.get(key);
    if (ahead === undefined) return 'newer';
    if (isNewer(ahead.resourceVersion, entry.resourceVersion)) return 'older';
    this.#ahead.delete(key);
    return ahead.resourceVersion === entry.resourceVersion ? 'same' : 'newer';
  }

  /** Whether the deletion of an object from the watch says nothing new. */
  outdatesDelete(entry: ObjectMetaEntry): boolean {
    const key = keyOf(entry);
    this.#arrived(key, entry, true);
    const known = this.#gone.delete(entry.uid);
    const ahead = this.#ahead.get(key);
    if (ahead === undefined) return known;
    if (isNewer(ahead.resourceVersion, entry.resourceVersion)) return true;
    this.#ahead.delete(key);
    return known;
  }

  /** A list begins. */
  beginList(): void {
    this.#listing += 1;
  }

  /** Whether an object of the list that is being taken over says nothing new, or is gone. */
  outdatesInList(entry: ObjectMetaEntry): boolean {
    if (this.#gone.get(entry.uid)?.listing === this.#listing) return true;
    const ahead = this.#ahead.get(keyOf(entry));
    return (
      ahead !== undefined &&
      ahead.listing === this.#listing &&
      !isNewer(entry.resourceVersion, ahead.resourceVersion)
    );
  }

  /** Whether an object that is not in the list of this version is newer than the list. */
  outlives(entry: ObjectMetaEntry, listVersion: string): boolean {
    const ahead = this.#ahead.get(keyOf(entry));
    return (
      ahead !== undefined && ahead.listing === this.#listing && isNewer(ahead.resourceVersion, listVersion)
    );
  }

  /** A list of this version was taken over. */
  endList(listVersion: string): void {
    for (const [key, ahead] of this.#ahead) {
      if (ahead.listing < this.#listing || !isNewer(ahead.resourceVersion, listVersion))
        this.#ahead.delete(key);
    }
    for (const [uid, gone] of this.#gone) if (gone.listing < this.#listing) this.#gone.delete(uid);
    this.#sweepAwaited(
      (awaited) =>
        awaited.listing < this.#listing ||
        (!awaited.beyond && !isNewer(awaited.resourceVersion, listVersion)),
    );
  }

  /** The watch has told of everything up to this version. */
  reached(position: string, bookmark: boolean): void {
    if (this.#awaited.size > 0)
      this.#sweepAwaited((awaited) => {
        if (isNewer(awaited.resourceVersion, position)) return false;
        // As for deletions below; it may never tell, for example of what others have deleted just before.
        return !awaited.beyond || (bookmark && (awaited.bookmarks += 1) > 1);
      });
    if (!bookmark) return;
    this.#sweepAhead(position);
    // The deletion has no version to compare with; by the second bookmark the watch has surely told of it.
    for (const [uid, gone] of this.#gone) if ((gone.bookmarks += 1) > 1) this.#gone.delete(uid);
  }

  /** Whether the object, or any when no key is given, is waited for. */
  isAwaited(key: string | undefined): boolean {
    return key === undefined ? this.#awaited.size > 0 : this.#awaited.has(key);
  }

  /** Resolves when something that was waited for has come. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #arrived(key: string, entry: ObjectMetaEntry, deleted = false): void {
    if (this.#awaited.size === 0) return;
    this.#sweepAwaited(
      (awaited, awaitedKey) =>
        awaitedKey === key &&
        ((deleted && awaited.uid === entry.uid) ||
          isNewer(entry.resourceVersion, awaited.resourceVersion) ||
          (!awaited.beyond && entry.resourceVersion === awaited.resourceVersion)),
    );
  }

  #sweepAwaited(isMet: (awaited: Awaited, key: string) => boolean): void {
    let met = false;
    for (const [key, awaited] of this.#awaited) {
      if (!isMet(awaited, key)) continue;
      this.#awaited.delete(key);
      met = true;
    }
    if (!met) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #sweepAhead(position: string): void {
    for (const [key, ahead] of this.#ahead) {
      if (!isNewer(ahead.resourceVersion, position)) this.#ahead.delete(key);
    }
  }
}

/** One text per object of a kind. */
export function keyOf({ namespace, name }: ObjectKey): string {
  return `${namespace ?? ''}/${name}`;
}
