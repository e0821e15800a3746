import type { KubernetesObject } from '@kubewright/api';

import { diffObjects } from './changes.js';
import type { FieldChange, FieldChanges } from './changes.js';

const decoder = new TextDecoder();
/** Enough for every change that a person would read. */
const MAX_CHANGES = 32;

/**
 * An object before and after, as bytes: compared when somebody asks, which hardly ever happens. Both are copies, for
 * the cache reuses its own. Of Secrets nothing is kept but the paths.
 */
export class ObjectStates {
  #before: Uint8Array | undefined;
  #after: Uint8Array | undefined;
  #changes: FieldChanges | undefined;

  /** `sensitive` compares at once and forgets. */
  constructor(
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    { sensitive }: { sensitive: boolean },
  ) {
    this.#before = copyOf(before);
    this.#after = copyOf(after);
    if (!sensitive) return;
    const { changes, truncated } = this.changes();
    this.#changes = {
      changes: changes.map((change) => ({ path: change.path, op: change.op, mark: markOf(change) })),
      truncated,
    };
    this.#before = undefined;
    this.#after = undefined;
  }

  /** From what there was before to a later state. `eventBefore` is what that state came from. */
  until(after: Uint8Array, eventBefore: Uint8Array, options: { sensitive: boolean }): ObjectStates {
    return new ObjectStates(this.#before ?? eventBefore, after, options);
  }

  /** How many bytes it holds on to. */
  get sizeBytes(): number {
    return (this.#before?.byteLength ?? 0) + (this.#after?.byteLength ?? 0);
  }

  get afterBytes(): Uint8Array | undefined {
    return this.#after;
  }

  get before(): KubernetesObject | undefined {
    return parse(this.#before);
  }

  get after(): KubernetesObject | undefined {
    return parse(this.#after);
  }

  changes(): FieldChanges {
    this.#changes ??=
      this.#before === undefined || this.#after === undefined
        ? { changes: [wholeObject(this.#before)], truncated: false }
        : diffObjects(this.before, this.after, MAX_CHANGES);
    return this.#changes;
  }
}

/** 32 bits of what changed: enough to see that something comes back, too little to guess it. */
function markOf({ before, after }: FieldChange): number {
  const text = JSON.stringify([before, after]);
  let hash = 0;
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}

function wholeObject(before: Uint8Array | undefined): FieldChange {
  return { path: [], op: before === undefined ? 'added' : 'removed' };
}

function parse(bytes: Uint8Array | undefined): KubernetesObject | undefined {
  return bytes === undefined ? undefined : (JSON.parse(decoder.decode(bytes)) as KubernetesObject);
}

function copyOf(bytes: Uint8Array | undefined): Uint8Array | undefined {
  // From Node's pool: a buffer of its own for each would keep the garbage collector busy.
  return bytes === undefined ? undefined : Buffer.from(bytes);
}
