import { ShardView } from './rendezvous.js';

const nobody = new ShardView([]);

/** Who else claims keys, by what is written in its lease. */
export interface Claim {
  readonly member: string;
  readonly view: ShardView;
}

/**
 * What one member may reconcile at this moment. A key passes when it is the member's own in the view that it has
 * published and in the one it is moving to, and nobody else still claims it.
 */
export class ShardGate {
  readonly #member: string;
  readonly #isValid: () => boolean;
  readonly #inside = new Map<string, number>();
  /** Keys that came before they might pass. */
  readonly #early = new Set<string>();
  #published = nobody;
  #target = nobody;
  #rivals: readonly Claim[] = [];
  #closed = false;
  #waiting: Array<() => void> = [];

  /** `isValid` says whether the member's lease holds at this very moment. */
  constructor(member: string, isValid: () => boolean) {
    this.#member = member;
    this.#isValid = isValid;
  }

  /** Whether work on the key may begin now; then `leave` has to follow. */
  enter(key: string): boolean {
    if (!this.allows(key)) {
      if (!this.#closed && this.#target.ownerOf(key) === this.#member) this.#early.add(key);
      return false;
    }
    this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1);
    return true;
  }

  leave(key: string): void {
    const count = (this.#inside.get(key) ?? 0) - 1;
    if (count > 0) this.#inside.set(key, count);
    else this.#inside.delete(key);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  allows(key: string): boolean {
    if (this.#closed || !this.#isValid()) return false;
    if (this.#target.ownerOf(key) !== this.#member) return false;
    if (this.#published !== this.#target && this.#published.ownerOf(key) !== this.#member) return false;
    return isUnclaimed(key, this.#rivals);
  }

  /** From now on only keys that are the member's in this view pass too; resolves when nothing else is inside. */
  async moveTo(target: ShardView): Promise<void> {
    this.#target = target;
    await this.#until(() => {
      for (const key of this.#inside.keys()) if (target.ownerOf(key) !== this.#member) return false;
      return true;
    });
  }

  /**
   * The view moved to is written where all others see it, and this is what they claimed after that. Says of a key
   * whether it may pass that could not before.
   */
  admit(claims: readonly Claim[]): (key: string) => boolean {
    const before = { published: this.#published, rivals: this.#rivals };
    const target = this.#target;
    this.#published = target;
    // Claims within the same view cannot meet.
    this.#rivals = claims.filter(({ view }) => !view.equals(target));
    const could = (key: string): boolean =>
      before.published.ownerOf(key) === this.#member && isUnclaimed(key, before.rivals);
    return (key) => this.allows(key) && !could(key);
  }

  /** Lets nothing pass any more. */
  close(): void {
    this.#closed = true;
    this.#early.clear();
  }

  /** Resolves when nothing is inside. */
  whenEmpty(): Promise<void> {
    return this.#until(() => this.#inside.size === 0);
  }

  /** The keys that came too early and may pass now, once. */
  takeEarly(): string[] {
    const ready = [...this.#early].filter((key) => this.allows(key));
    for (const key of ready) this.#early.delete(key);
    for (const key of this.#early) if (this.#target.ownerOf(key) !== this.#member) this.#early.delete(key);
    return ready;
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }
}

function isUnclaimed(key: string, rivals: readonly Claim[]): boolean {
  for (const { member, view } of rivals) if (view.ownerOf(key) === member) return false;
  return true;
}
