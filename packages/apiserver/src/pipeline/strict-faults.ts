import { decodeText } from '../bytes/json.js';
import { hasDuplicateKeys, mergeDuplicates, strictFields } from '../bytes/json-keys.js';

/** What strict decoding finds in one body besides unknown fields. Filled while the body is parsed. */
export class StrictFaults {
  /** What YAML says of keys that come twice. */
  yaml: string | undefined;
  private json: Uint8Array | undefined;

  /** Remembers JSON text, if a key comes twice in it. */
  lookAt(json: Uint8Array, value: unknown): void {
    if (hasDuplicateKeys(json, value)) this.json = json;
  }

  /**
   * What Go makes of JSON in which keys come twice: a second object is decoded into the first. Undefined when there are
   * none.
   */
  merged(): unknown {
    return this.json === undefined ? undefined : mergeDuplicates(decodeText(this.json));
  }

  /** All faults, in the order and words of the real server. Custom resources are looked through for duplicates first. */
  with(unknown: readonly string[], { custom }: { readonly custom: boolean }): string[] {
    const unknownFaults = unknown.map((path) => `unknown field ${JSON.stringify(path)}`);
    const first = this.yaml === undefined ? [] : [this.yaml];
    if (this.json === undefined) return [...first, ...unknownFaults];
    const text = decodeText(this.json);
    const fields = strictFields(text, new Set(custom ? [] : unknown));
    const faults = fields.map(({ fault, path }) => `${fault} field ${JSON.stringify(path)}`);
    return [...new Set([...first, ...faults, ...unknownFaults])];
  }
}
