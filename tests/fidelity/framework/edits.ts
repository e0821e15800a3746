import { EditedAnswer } from './steps.js';
import type { Edits } from './steps.js';

/** A copy of the object with values set, or taken away where the value is undefined. */
export function withEdits<T>(object: T, edits: Edits): T {
  let copy: unknown = structuredClone(object);
  for (const [path, value] of Object.entries(edits))
    copy = setAt(copy, segmentsOf(path), structuredClone(value));
  return copy as T;
}

/** The value at a path of the same form; undefined where there is none. */
function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const segment of segmentsOf(path)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

function segmentsOf(path: string): string[] {
  return [...path.matchAll(/"([^"]*)"|[^.[\]"]+/g)].map((match) => match[1] ?? match[0]);
}

function setAt(target: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(target)) {
    const items: unknown[] = [...(target as unknown[])];
    const index = Number(first);
    if (rest.length === 0 && value === undefined) items.splice(index, 1);
    else items[index] = setAt(items[index], rest, value);
    return items;
  }
  const base = typeof target === 'object' && target !== null ? (target as Record<string, unknown>) : {};
  if (rest.length === 0 && value === undefined) {
    const { [first]: _gone, ...others } = base;
    return others;
  }
  if (base[first] === undefined && /^\d+$/.test(rest[0] ?? '') && typeof target === 'object')
    return { ...base, [first]: setAt([], rest, value) };
  return { ...base, [first]: setAt(base[first], rest, value) };
}

/** What placeholders and edited answers are resolved from: one server's side of a sequence. */
export interface Past {
  readonly namespace: string;
  readonly answers: readonly { readonly body: unknown }[];
}

const PLACEHOLDER = /\{(ns|-?\d+\.[A-Za-z][^{}\s]*)\}/g;

export function resolveText(text: string, past: Past): string {
  if (!text.includes('{')) return text;
  return text.replace(PLACEHOLDER, (_whole, what: string) => {
    if (what === 'ns') return past.namespace;
    const dot = what.indexOf('.');
    const value = valueAt(past.answers.at(Number(what.slice(0, dot)))?.body, what.slice(dot + 1));
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  });
}

/** A body with its placeholders filled in, keys included. */
export function resolveBody(body: unknown, past: Past): unknown {
  if (typeof body === 'string') return resolveText(body, past);
  if (body instanceof EditedAnswer)
    return withEdits(past.answers.at(body.answer)?.body, resolveBody(body.edits, past) as Edits);
  if (body instanceof Uint8Array || typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map((item) => resolveBody(item, past));
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [resolveText(key, past), resolveBody(value, past)]),
  );
}
