import { jsonEquals } from '../json.js';
import { goValue } from './go-text.js';
import { keyedItems, keyOf, listError, PATCH, SET_ELEMENT_ORDER } from './strategic-directives.js';
import { PatchError } from './patch-error.js';

/** What orders the items of a merged list: their merge key, or themselves when they are scalars. */
type ItemKey = (item: unknown) => unknown;

const itemKey = (mergeKey: string | undefined): ItemKey =>
  mergeKey === undefined ? (item) => item : (item) => keyOf(item, mergeKey);

/**
 * Orders a merged list: the items that `order` names stand in that order, the others as the live list has them; the two
 * rows are interleaved by their places in the live list as far as that goes (`normalizeElementOrder`).
 */
export function orderItems(
  merged: readonly unknown[],
  order: readonly unknown[],
  live: readonly unknown[],
  mergeKey: string | undefined,
): unknown[] {
  if (mergeKey !== undefined) keyedItems([...merged, ...order, ...live], mergeKey);
  const key = itemKey(mergeKey);
  const inOrder = places(order, key);
  const inLive = places(live, key);
  const named = sortBy(
    merged.filter((item) => inOrder.has(key(item))),
    (item) => inOrder.get(key(item)),
  );
  const others = sortBy(
    merged.filter((item) => !inOrder.has(key(item))),
    (item) => inLive.get(key(item)),
  );

  const result: unknown[] = [];
  let next = 0;
  for (const item of named) {
    // Others go before the first named item that stands behind them in the live list.
    while (next < others.length && isBefore(inLive.get(key(others[next])), inLive.get(key(item)))) {
      result.push(others[next++]);
    }
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}

function places(items: readonly unknown[], key: ItemKey): Map<unknown, number> {
  const found = new Map<unknown, number>();
  items.forEach((item, i) => {
    if (!found.has(key(item))) found.set(key(item), i);
  });
  return found;
}

const isBefore = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && a < b;

/**
 * Sorts by place. Items without a place go before whatever stands left of them, as in Go's insertion sort with the
 * comparison of `normalizeSliceOrder`: it matters for new items when `$setElementOrder` is empty.
 */
function sortBy(items: readonly unknown[], place: (item: unknown) => number | undefined): unknown[] {
  if (items.every((item) => place(item) !== undefined)) {
    return [...items].sort((a, b) => (place(a) ?? 0) - (place(b) ?? 0));
  }
  const sorted: unknown[] = [];
  for (const item of items) {
    let at = sorted.length;
    while (at > 0 && goesBefore(place(item), place(sorted[at - 1]))) at--;
    sorted.splice(at, 0, item);
  }
  return sorted;
}

const goesBefore = (a: number | undefined, b: number | undefined): boolean =>
  a === undefined || b === undefined || a < b;

/**
 * Throws unless the items of the patch, deletions aside, stand in `$setElementOrder` in the same order
 * (`validatePatchWithSetOrderList`).
 */
export function checkOrder(patch: readonly unknown[], order: unknown, mergeKey: string | undefined): void {
  if (!Array.isArray(order)) throw listError();
  const items = patch.filter((item) => mergeKey === undefined || keyOf(item, PATCH) !== 'delete');
  if (order.length === 0 || patch.length === 0) return;
  let next = 0;
  for (const place of order as unknown[]) {
    while (next < items.length && keyOf(items[next], PATCH) !== undefined) next++;
    if (next === items.length) return;
    if (isSameItem(items[next], place, mergeKey)) next++;
  }
  if (next < items.length) {
    throw new PatchError(
      'CannotMerge',
      `The order in patch list:\n${goValue(patch)}\n doesn't match ${SET_ELEMENT_ORDER} list:\n${goValue(order)}\n`,
    );
  }
}

function isSameItem(a: unknown, b: unknown, mergeKey: string | undefined): boolean {
  if (mergeKey === undefined) return jsonEquals(a, b);
  const [left, right] = keyedItems([a, b], mergeKey);
  return jsonEquals(left?.[mergeKey], right?.[mergeKey]);
}
