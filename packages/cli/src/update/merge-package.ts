import { isJsonObject, jsonEquals } from '@kubewright/api';
import { mergeLines, mergeWithoutBase } from '../scaffold/changes/merge-lines.js';
import type { Merged, Sides } from '../scaffold/changes/merge-lines.js';

type Fields = Record<string, unknown>;

/**
 * Merges package.json key by key, so that neighbours do not conflict: lines of scripts and dependencies stand side by side
 * and are changed by everybody. What both sides changed stands between markers. Texts that are no JSON are merged by lines.
 */
export function mergePackage(texts: { ours: string; base: string; theirs: string }, sides: Sides): Merged {
  const [ours, base, theirs] = [texts.ours, texts.base, texts.theirs].map(fieldsOf);
  if (ours === undefined || base === undefined || theirs === undefined) return mergeLines(texts, sides);
  const indent = /^[ \t]+/m.exec(texts.ours)?.[0] ?? '  ';
  const end = texts.ours.endsWith('\n') ? '\n' : '';
  const resolved = (prefer: 'ours' | 'theirs'): string =>
    `${JSON.stringify(mergeFields(ours, base, theirs, prefer), undefined, indent)}${end}`;
  const [mine, other] = [resolved('ours'), resolved('theirs')];
  // Nothing to do must not reformat.
  if (jsonEquals(JSON.parse(mine), ours) && mine === other) return { text: texts.ours, conflicts: 0 };
  return mine === other
    ? { text: mine, conflicts: 0 }
    : mergeWithoutBase({ ours: mine, theirs: other }, sides);
}

function fieldsOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keys in the user's order; new ones follow the key that is before them in the template. */
function mergeFields(ours: Fields, base: Fields, theirs: Fields, prefer: 'ours' | 'theirs'): Fields {
  const keys = Object.keys(ours);
  for (const [index, key] of Object.keys(theirs).entries()) {
    if (key in ours) continue;
    // What the user took out stays out.
    if (key in base) continue;
    const before = Object.keys(theirs)[index - 1];
    const at = before === undefined ? -1 : keys.indexOf(before);
    keys.splice(before === undefined || at < 0 ? keys.length : at + 1, 0, key);
  }
  const merged: Fields = {};
  for (const key of keys) {
    const value = mergeValue(key, ours[key], base[key], theirs[key], prefer);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** Undefined is the absence of a key. */
function mergeValue(
  key: string,
  ours: unknown,
  base: unknown,
  theirs: unknown,
  prefer: 'ours' | 'theirs',
): unknown {
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(ours, base)) return theirs;
  if (isJsonObject(ours) && isJsonObject(theirs))
    return mergeFields(ours, isJsonObject(base) ? base : {}, theirs, prefer);
  if (isOurs(key)) return release(ours, base, theirs) ?? ours;
  return prefer === 'ours' ? ours : theirs;
}

const same = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : jsonEquals(a, b);

const isOurs = (key: string): boolean => key === 'kubewright' || key.startsWith('@kubewright/');

/**
 * The packages of this framework move with the release, which is what updating is for: the same version written otherwise
 * (`0.1.0` for `^0.1.0`) moves, too. Links to a checkout and other versions are the user's.
 */
function release(ours: unknown, base: unknown, theirs: unknown): string | undefined {
  if (typeof ours !== 'string' || typeof base !== 'string' || typeof theirs !== 'string') return undefined;
  const [, prefix, version] = /^([\^~=]?)(\d.*)$/.exec(ours) ?? [];
  if (prefix === undefined || version !== base.replace(/^[\^~=]/, '')) return undefined;
  return prefix + theirs.replace(/^[\^~=]/, '');
}
