import { Heap } from './heap.js';
import type { HeapNode } from './heap.js';

/** What the queue knows of one item, from its first add until nothing is left to do for it. */
export class QueueItem implements HeapNode {
  readonly name: string;
  /** The priority of what is pending: the highest of its adds. */
  priority = 0;
  /** Its list among those that are ready, and its neighbours there. */
  level: Level | undefined;
  previous: QueueItem | undefined;
  next: QueueItem | undefined;
  /** Where it is among those that wait for a delay, which ends at `readyAt`; -1 when it is not. */
  index = -1;
  readyAt = 0;
  order = 0;
  /** It was added while being processed, and is ready when that ends. */
  isDirty = false;
  isBackingOff = false;
  isProcessing = false;
  /** The priority with which it was handed out. */
  handedOutPriority = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** The ready items of one priority, first come first. */
class Level implements HeapNode {
  index = -1;
  first: QueueItem | undefined;
  last: QueueItem | undefined;

  readonly priority: number;

  constructor(priority: number) {
    this.priority = priority;
  }
}

/** How many priorities that have no ready items are remembered, so that those in use need not be made again. */
const maxIdleLevels = 16;

/**
 * The items that are ready, highest priority first, within a priority in the order of `push`. Every call is of constant
 * cost for a fixed number of priorities, and grows with the logarithm of that number.
 */
export class ReadyItems {
  size = 0;
  readonly #levels = new Map<number, Level>();
  /** Those that have items. */
  readonly #used = new Heap<Level>((a, b) => a.priority > b.priority);

  push(item: QueueItem): void {
    const level = this.#level(item.priority);
    item.level = level;
    const { last } = level;
    level.last = item;
    if (last === undefined) {
      level.first = item;
      this.#used.push(level);
    } else {
      last.next = item;
      item.previous = last;
    }
    this.size += 1;
  }

  shift(): QueueItem | undefined {
    const item = this.#used.peek()?.first;
    if (item !== undefined) this.remove(item);
    return item;
  }

  /** All of them, as `shift` would give them. */
  inOrder(): QueueItem[] {
    const items: QueueItem[] = [];
    for (const { first } of [...this.#levels.values()].sort((a, b) => b.priority - a.priority))
      for (let item = first; item !== undefined; item = item.next) items.push(item);
    return items;
  }

  remove(item: QueueItem): void {
    const { level, previous, next } = item;
    if (level === undefined) return;
    if (previous === undefined) level.first = next;
    else previous.next = next;
    if (next === undefined) level.last = previous;
    else next.previous = previous;
    item.level = item.previous = item.next = undefined;
    this.size -= 1;
    if (level.first !== undefined) return;
    this.#used.remove(level);
    if (this.#levels.size > maxIdleLevels) this.#levels.delete(level.priority);
  }

  #level(priority: number): Level {
    let level = this.#levels.get(priority);
    if (level === undefined) {
      level = new Level(priority);
      this.#levels.set(priority, level);
    }
    return level;
  }
}
