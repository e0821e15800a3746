import { hasDuplicateKeys } from '../bytes/json-keys.js';
import { decodeText } from '../bytes/json.js';
import { nestsTooDeep } from './limits.js';

// Tabs, about which YAML is strict, and numbers that may be beyond any float.
const READ_OTHERWISE = /\t|[:,[]\s*-?(?:\d{300}|[\d.]+[eE]\+?\d{3})/;

/**
 * The value of YAML that is written as JSON, which is what most clients send as YAML: a parser of YAML takes twenty times
 * as long for it. Undefined when it is not, or when YAML could make something else of it.
 */
export function jsonInYaml(bytes: Uint8Array): unknown {
  if (bytes[0] !== OPEN_BRACE || nestsTooDeep(bytes)) return undefined;
  const text = decodeText(bytes);
  if (READ_OTHERWISE.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return hasDuplicateKeys(bytes, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

const OPEN_BRACE = 0x7b;
