// Reads from Go sources what protobuf messages do not say: the JSON names of fields, and which of them are pointers.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** { structs: Map<type, Map<field number, facts>>, aliases: Map<type, type>, lists: Set<type> } of one package. */
export function readGoPackage(folder) {
  const structs = new Map();
  const aliases = new Map();
  const lists = new Set();
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.go') || /_test\.go$|^zz_|^generated\./.test(file)) continue;
    const text = readFileSync(path.join(folder, file), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
    for (const [, name, body] of text.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm))
      structs.set(name, readFields(body));
    for (const [, name, target] of text.matchAll(/^type (\w+) =? ?\w+\.(\w+)$/gm)) aliases.set(name, target);
    for (const [, name] of text.matchAll(/^type (\w+) \[\]string$/gm)) lists.add(name);
  }
  return { structs, aliases, lists };
}

const FIELD = /^\s*(?:(\w+)\s+)?(\S+)\s+`([^`]*)`/gm;

/** Field number -> { jsonName, inline, omitEmpty, omitZero, goType }, of the fields that protobuf knows. */
function readFields(body) {
  const fields = new Map();
  for (const [, , goType, tags] of body.matchAll(FIELD)) {
    const number = /protobuf:"\w+,(\d+)/.exec(tags)?.[1];
    if (number === undefined) continue;
    const [jsonName = '', ...options] = (/json:"([^"]*)"/.exec(tags)?.[1] ?? '').split(',');
    fields.set(Number(number), {
      jsonName,
      inline: options.includes('inline'),
      omitEmpty: options.includes('omitempty'),
      omitZero: options.includes('omitzero'),
      goType,
    });
  }
  return fields;
}
