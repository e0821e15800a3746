// Reads what Kubernetes' generated.proto files use of the language: one package, flat messages, proto2 fields.
import { readFileSync } from 'node:fs';

const FIELD = /^(optional|repeated)? ?(?:map<string, ?([.\w]+)>|([.\w]+)) (\w+) = (\d+);$/;

/** { name, messages: Map<message, [{ label, type, name, number }]> }; label: optional, repeated or map. */
export function readProto(file) {
  const messages = new Map();
  let name = '';
  let message;
  for (const raw of withoutComments(readFileSync(file, 'utf8')).split('\n')) {
    const line = raw.trim();
    if (line.startsWith('package ')) name = line.slice('package '.length, -1);
    else if (line.startsWith('message ')) {
      message = [];
      messages.set(line.split(' ')[1], message);
    } else if (line === '}') message = undefined;
    else if (message !== undefined && line !== '') message.push(readField(line, file));
  }
  return { name, messages };
}

function readField(line, file) {
  const match = FIELD.exec(line);
  if (match === null) throw new Error(`${file}: cannot read the field ${line}`);
  const [, label = 'map', mapValue, type, name, number] = match;
  return { label, type: mapValue ?? type, name, number: Number(number) };
}

function withoutComments(text) {
  return text.replace(/^\/\*[\s\S]*?^\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
}
