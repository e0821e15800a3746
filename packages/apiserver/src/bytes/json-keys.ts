import { isJsonObject } from '@kubewright/api';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Whether JSON text has an object with the same key twice, told from the value that JSON.parse made of it: that has
 * one key less. Counting costs little; finding out which key it was is for `duplicateFields`.
 */
export function hasDuplicateKeys(json: Uint8Array, value: unknown): boolean {
  return countColons(json) !== countKeys(value);
}

function countColons(json: Uint8Array): number {
  let colons = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === COLON) colons += 1;
    else if (byte === QUOTE) {
      for (i += 1; i < json.length && json[i] !== QUOTE; i++) if (json[i] === BACKSLASH) i += 1;
    }
  }
  return colons;
}

// Bodies nest no deeper than the limit allows.
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') keys += countKeys(item);
    return keys;
  }
  for (const key in value) {
    keys += 1;
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === 'object') keys += countKeys(member);
  }
  return keys;
}

/** A field of JSON text that strict decoding names. */
export interface StrictField {
  readonly fault: 'duplicate' | 'unknown';
  /** `spec.containers[0].image`. */
  readonly path: string;
}

/**
 * The fields of valid JSON text that come more than once, in the order of the text, each once; mixed with those that
 * are unknown, into which it does not look (sigs.k8s.io/json `internal/golang/encoding/json/decode.go`).
 */
export function strictFields(json: string, unknown: ReadonlySet<string>): StrictField[] {
  const found: StrictField[] = [];
  const told = new Set<string>();
  const tell = (fault: StrictField['fault'], path: string): void => {
    if (told.has(`${fault} ${path}`)) return;
    told.add(`${fault} ${path}`);
    found.push({ fault, path });
  };
  let at = 0;
  const skipSpace = (): void => {
    while (/\s/.test(json[at] ?? '')) at += 1;
  };
  const scalar = (): string => {
    const start = at;
    if (json[at] === '"') {
      for (at += 1; json[at] !== '"'; at++) if (json[at] === '\\') at += 1;
      at += 1;
    } else while (at < json.length && !/[\s,\]}]/.test(json[at] as string)) at += 1;
    return json.slice(start, at);
  };
  const value = (path: string, isSilent: boolean): void => {
    skipSpace();
    if (json[at] !== '{' && json[at] !== '[') {
      scalar();
      return;
    }
    const isObject = json[at] === '{';
    const seen = new Set<string>();
    at += 1;
    for (let index = 0; ; index++) {
      skipSpace();
      if (json[at] === '}' || json[at] === ']') break;
      if (isObject) {
        const key = JSON.parse(scalar()) as string;
        const inner = path === '' ? key : `${path}.${key}`;
        skipSpace();
        at += 1;
        const isUnknown = unknown.has(inner);
        if (!isSilent && isUnknown) tell('unknown', inner);
        else if (!isSilent && seen.has(key)) tell('duplicate', inner);
        seen.add(key);
        value(inner, isSilent || isUnknown);
      } else value(`${path}[${index}]`, isSilent);
      skipSpace();
      if (json[at] === ',') at += 1;
    }
    at += 1;
  };
  value('', false);
  return found;
}

/** Valid JSON text as a value, in which an object that comes after another under the same key is merged into it. */
export function mergeDuplicates(json: string): unknown {
  let at = 0;
  const skip = (): void => {
    while (/[\s,:]/.test(json[at] ?? '')) at += 1;
  };
  const scalar = (): unknown => {
    SCALAR.lastIndex = at;
    const [text] = SCALAR.exec(json) as unknown as [string];
    at += text.length;
    return JSON.parse(text) as unknown;
  };
  const list = (): unknown[] => {
    const items: unknown[] = [];
    for (skip(); json[at] !== ']'; skip()) items.push(value(undefined));
    at += 1;
    return items;
  };
  const object = (into: Record<string, unknown>): Record<string, unknown> => {
    for (skip(); json[at] !== '}'; skip()) {
      const key = scalar() as string;
      const before = Object.hasOwn(into, key) ? into[key] : undefined;
      const after = value(before);
      // Null leaves alone what is no object and no list.
      if (after === null && before !== undefined && typeof before !== 'object') continue;
      Object.defineProperty(into, key, {
        value: after,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    at += 1;
    return into;
  };
  const value = (before: unknown): unknown => {
    skip();
    const opening = json[at];
    if (opening !== '{' && opening !== '[') return scalar();
    at += 1;
    if (opening === '[') return list();
    return object(isJsonObject(before) ? before : {});
  };
  return value(undefined);
}

const SCALAR = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y;
