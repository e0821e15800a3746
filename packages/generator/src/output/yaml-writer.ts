import { compareKeys } from './natural-order.js';
import { writeKey, writeText } from './text.js';
import { writeNumber } from './number.js';

/** Longer keys get a question mark; so libyaml, and YAML itself allows no more than 1024. */
const LONGEST_KEY = 128;

/**
 * Documents of JSON values as controller-gen writes them: a line `---` before each, keys in go-yaml's order, lists not
 * indented, literal blocks for texts of several lines, quotes only where a text would be read as something else.
 * Properties that are `undefined` are left out. Never anchors: what occurs twice is written twice.
 *
 * @throws TypeError for what JSON does not have: functions, `NaN`, circles.
 */
export function writeYaml(documents: readonly unknown[]): string {
  return documents.map((document) => `---\n${writeYamlDocument(document)}`).join('');
}

/** One document without the line `---` before it; ends with a line break. */
export function writeYamlDocument(value: unknown): string {
  const writer = new YamlWriter();
  // Even here the lines of a text are indented.
  const indent = typeof value === 'string' ? 2 : 0;
  writer.node(value, { place: 'document', indent, column: 0 });
  return `${writer.text}\n`;
}

/** Where a node begins: at the start, behind `key:`, or behind the dash or question mark of a compact collection. */
interface Place {
  readonly place: 'document' | 'key' | 'compact';
  /** Of the lines of a collection that begins here. */
  readonly indent: number;
  /** Of a text that begins here. */
  readonly column: number;
}

/** Appends to one string, which engines make cheap. */
class YamlWriter {
  text = '';
  readonly #open = new Set<object>();

  node(value: unknown, at: Place): void {
    if (typeof value !== 'object' || value === null) {
      this.text += (at.place === 'document' ? '' : ' ') + writeScalar(value, at);
      return;
    }
    if (this.#open.has(value)) throw new TypeError('a value that contains itself cannot be written as YAML');
    this.#open.add(value);
    if (Array.isArray(value)) this.#list(value, at);
    else this.#map(value, at);
    this.#open.delete(value);
  }

  #map(value: object, at: Place): void {
    const { indent } = at;
    let count = 0;
    for (const key of Object.keys(value).sort(compareKeys)) {
      const child: unknown = (value as Record<string, unknown>)[key];
      if (child === undefined) continue;
      this.#beginLine(count++, at);
      const written = writeKey(key);
      if (key.length > LONGEST_KEY) {
        this.text += `? ${written}\n${' '.repeat(indent)}:`;
        this.node(child, { place: 'compact', indent: indent + 2, column: indent + 2 });
      } else {
        this.text += `${written}:`;
        // A list begins at the indent of its key.
        const nested = Array.isArray(child) ? indent : indent + 2;
        this.node(child, { place: 'key', indent: nested, column: indent + written.length + 2 });
      }
    }
    if (count === 0) this.#empty('{}', at);
  }

  #list(items: readonly unknown[], at: Place): void {
    if (items.length === 0) this.#empty('[]', at);
    const { indent } = at;
    for (const [index, item] of items.entries()) {
      this.#beginLine(index, at);
      this.text += '-';
      this.node(item ?? null, { place: 'compact', indent: indent + 2, column: indent + 2 });
    }
  }

  #beginLine(index: number, { place, indent }: Place): void {
    if (index > 0 || place === 'key') this.text += `\n${' '.repeat(indent)}`;
    else if (place === 'compact') this.text += ' ';
  }

  #empty(text: string, { place }: Place): void {
    this.text += place === 'document' ? text : ` ${text}`;
  }
}

function writeScalar(value: unknown, at: Place): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return writeText(value, at);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  throw new TypeError(`a value of type ${typeof value} cannot be written as YAML: JSON has no such thing`);
}
