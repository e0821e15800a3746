import { isJsonObject } from '../json.js';
import { keyText, valueElement } from './path-element.js';
import type { PathElement } from './path-element.js';
import type { ListType } from './schema-type.js';
import { goQuote } from '../go-text.js';

/** An item that has no place in its list; the message is that of the real server. */
export class ListItemError extends Error {
  override readonly name = 'ListItemError';
}

/**
 * The step to an item of a list that is not atomic: its value in sets, otherwise its keys, with their defaults. Throws
 * ListItemError (structured-merge-diff `typed/helpers.go`).
 */
export function elementOfItem(list: ListType, item: unknown): PathElement {
  const { keys } = list;
  if (keys.length === 0) return elementOfSetItem(item);
  if (!isJsonObject(item)) {
    throw new ListItemError(
      `associative list with keys may not have ${item === null ? 'a null element' : 'non-map elements'}`,
    );
  }
  const given: Record<string, unknown> = {};
  let isEmpty = true;
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : list.item.map?.fields.get(key)?.default;
    if (value === undefined) continue;
    given[key] = value;
    isEmpty = false;
  }
  if (isEmpty) {
    const names = list.declaredKeys.map(goQuote).join(' ');
    throw new ListItemError(
      `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
    );
  }
  return keyText(keys, given);
}

function elementOfSetItem(item: unknown): PathElement {
  if (item === null)
    throw new ListItemError("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item)) throw new ListItemError('not supported: associative list with lists as elements');
  if (typeof item === 'object')
    throw new ListItemError("associative list without keys has an element that's a map type");
  return valueElement(item);
}
