import { endOfJsonValue, setUnreadFields } from '@kubewright/api';
import type { JsonObject } from '@kubewright/api';

const MANAGED_FIELDS = '"managedFields":[';
const FIELDS = '"fieldsV1":{';

/**
 * Parses the JSON of an object, or of a list of objects, as API servers write it. The fields that managers own are left
 * unread until somebody reads them (`fieldsV1`): to parse them would take longer than all the rest. Throws a SyntaxError
 * for what is no JSON.
 */
export function parseObjects(bytes: Uint8Array): unknown {
  const json = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const managed = json.indexOf(MANAGED_FIELDS);
  if (managed >= 0) {
    const { text, fields } = cutFields(json, managed);
    const parsed = JSON.parse(text) as unknown;
    if (giveBack(parsed, fields)) return parsed;
  }
  return JSON.parse(json.toString());
}

/** The JSON with a number, counted from 0, in the place of each `fieldsV1`. */
function cutFields(json: Buffer, managed: number): { text: string; fields: string[] } {
  const fields: string[] = [];
  let text = '';
  let from = 0;
  for (let at = json.indexOf(FIELDS, managed); at >= 0; at = json.indexOf(FIELDS, from)) {
    const start = at + FIELDS.length - 1;
    text += json.toString('utf8', from, start) + fields.length;
    from = endOfJsonValue(json, start);
    fields.push(json.toString('utf8', start, from));
  }
  return { text: text + json.toString('utf8', from), fields };
}

/** False when not all that was cut out was in the managed fields of objects. */
function giveBack(parsed: unknown, fields: readonly string[]): boolean {
  let next = 0;
  for (const object of objectsIn(parsed)) {
    const entries = (object?.['metadata'] as JsonObject | null | undefined)?.['managedFields'];
    if (!Array.isArray(entries)) continue;
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i] as JsonObject | null;
      if (next === fields.length || entry?.['fieldsV1'] !== next) continue;
      // Without the number, for a property that becomes another kind of property makes an object slow.
      const { fieldsV1: _, ...rest } = entry;
      setUnreadFields(rest, fields[next] as string);
      entries[i] = rest;
      next += 1;
    }
  }
  return next === fields.length;
}

function objectsIn(parsed: unknown): ReadonlyArray<JsonObject | null> {
  const { items } = parsed as { items?: unknown };
  return Array.isArray(items) ? (items as JsonObject[]) : [parsed as JsonObject];
}
