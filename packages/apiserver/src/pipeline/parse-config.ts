import { hasDuplicateKeys } from '../bytes/json-keys.js';
import { decodeText } from '../bytes/json.js';
import { checkNestingDepth, MAX_NESTING_DEPTH } from './limits.js';
import { UnreadableBodyError } from './parse-body.js';

/** A configuration as it was applied, in YAML or JSON. */
export interface ParsedConfig {
  readonly value: unknown;
  /** What a strict reader says of it, in the words of Go's YAML. */
  readonly strictFaults: readonly string[];
}

const OPEN_BRACE = 0x7b;

/** Reads the body of an apply. Keys that are there twice count the last time. Throws UnreadableBodyError. */
export async function parseConfig(bytes: Uint8Array): Promise<ParsedConfig> {
  // Most clients send JSON, which needs no YAML parser unless something is wrong with it.
  if (bytes[0] === OPEN_BRACE) {
    checkNestingDepth(bytes);
    try {
      const value: unknown = JSON.parse(decodeText(bytes));
      if (!hasDuplicateKeys(bytes, value)) return { value, strictFaults: [] };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return parseYaml(decodeText(bytes));
}

async function parseYaml(text: string): Promise<ParsedConfig> {
  const { parseYamlText, YamlError } = await import('./parse-yaml.js');
  try {
    const { value, duplicateKeys = '' } = parseYamlText(text);
    return { value, strictFaults: duplicateKeys.split('\n  ').slice(1) };
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableBodyError(`yaml: exceeded max depth of ${MAX_NESTING_DEPTH}`);
    if (error instanceof YamlError)
      throw new UnreadableBodyError(`error converting YAML to JSON: ${error.message}`);
    throw error;
  }
}
