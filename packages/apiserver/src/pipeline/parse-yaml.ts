import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, Scalar } from 'yaml';
import type { Alias, Node, Pair, YAMLError, YAMLMap } from 'yaml';
import { resolvePlainScalar, nonFiniteText } from './yaml-scalars.js';

/** What a document of YAML says as JSON. */
export interface ParsedYaml {
  readonly value: unknown;
  /** Of keys that come more than once, in the words of strict decoding; undefined when there are none. */
  readonly duplicateKeys: string | undefined;
}

/** The text cannot be read. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

// What aliases may multiply a body by; go-yaml allows somewhat more.
const MAX_ALIASED_NODES = 200_000;

/**
 * The first document of a stream, as sigs.k8s.io/yaml reads it: YAML 1.1 with merge keys, keys made strings, and the
 * last one wins. Throws YamlError.
 */
export function parseYamlText(text: string): ParsedYaml {
  const lines = new LineCounter();
  // Scalars are resolved here: no version of the library's rules is that of go-yaml.
  const documents = parseAllDocuments(text, {
    schema: 'failsafe',
    uniqueKeys: false,
    lineCounter: lines,
    logLevel: 'error',
    prettyErrors: false,
  });
  const document = 'empty' in documents ? undefined : documents[0];
  if (document === undefined || document.contents === null) return { value: null, duplicateKeys: undefined };
  const error = document.errors[0];
  if (error !== undefined) throw new YamlError(`yaml: ${wording(error, lines)}`);
  const converter = new Converter(lines);
  const value = converter.value(document.contents);
  const { duplicates } = converter;
  if (duplicates.length === 0) return { value, duplicateKeys: undefined };
  return { value, duplicateKeys: `yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}` };
}

class Converter {
  readonly duplicates: string[] = [];
  // The library would look through the document for each alias.
  private readonly anchors = new Map<string, Node>();
  private aliasDepth = 0;
  private aliasedNodes = 0;
  private readonly lines: LineCounter;

  constructor(lines: LineCounter) {
    this.lines = lines;
  }

  value(node: unknown): unknown {
    if (this.aliasDepth > 0) this.aliasedNodes += 1;
    if (this.aliasedNodes > MAX_ALIASED_NODES)
      throw new YamlError('yaml: document contains excessive aliasing');
    if (isAlias(node)) {
      this.aliasDepth += 1;
      const value = this.value(this.target(node));
      this.aliasDepth -= 1;
      return value;
    }
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor !== undefined && this.aliasDepth === 0) this.anchors.set(anchor, node as Node);
    if (isMap(node)) return this.map(node);
    if (isSeq(node)) return node.items.map((item) => this.value(item));
    return isScalar(node) ? this.scalar(node) : null;
  }

  private target({ source }: Alias): Node {
    const target = this.anchors.get(source);
    if (target === undefined) throw new YamlError(`yaml: unknown anchor '${source}' referenced`);
    return target;
  }

  private map(map: YAMLMap): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    const own = new Set<string>();
    for (const pair of map.items) {
      if (isMergeKey(pair)) {
        this.merge(object, own, pair.value as Node);
        continue;
      }
      const key = this.key(pair);
      if (own.has(key))
        this.duplicates.push(`line ${this.lineOf(pair.key)}: key ${JSON.stringify(key)} already set in map`);
      own.add(key);
      define(object, key, this.value(pair.value));
    }
    return object;
  }

  /** What a map has itself is not overwritten by what it is merged with. */
  private merge(object: Record<string, unknown>, own: ReadonlySet<string>, source: Node): void {
    const target = isAlias(source) ? this.target(source) : source;
    for (const one of isSeq(target) ? [...target.items].reverse() : [source]) {
      const value = this.value(one);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new YamlError('yaml: map merge requires map or sequence of maps as the value');
      for (const [key, member] of Object.entries(value)) if (!own.has(key)) define(object, key, member);
    }
  }

  private key({ key, value }: Pair): string {
    const node = isAlias(key) ? this.target(key) : key;
    const read = isScalar(node) || node === null ? this.value(node) : undefined;
    if (typeof read === 'string') return read;
    if (typeof read === 'number' || typeof read === 'boolean') return String(read);
    const shown = isScalar(value) ? JSON.stringify(value.value) : 'a value';
    throw new YamlError(
      `unsupported map key of type: %!s(<nil>), key: ${read === null ? '<nil>' : 'a map or list'}, value: ${shown}`,
    );
  }

  private scalar({ tag, type, value, source }: Scalar): unknown {
    const text = typeof value === 'string' ? value : (source ?? '');
    const shortTag = tag?.replace('tag:yaml.org,2002:', '!!');
    if (shortTag === '!!binary') return Buffer.from(text, 'base64').toString('utf8');
    if (shortTag === '!!str' || shortTag === '!!timestamp') return text;
    const isPlain = type === undefined || type === Scalar.PLAIN;
    if (!isPlain && shortTag !== '!!int' && shortTag !== '!!float' && shortTag !== '!!bool') return text;
    const resolved = resolvePlainScalar(text);
    if (typeof resolved === 'number' && !Number.isFinite(resolved))
      throw new YamlError(`json: unsupported value: ${nonFiniteText(resolved)}`);
    return resolved;
  }

  private lineOf(node: unknown): number {
    return this.lines.linePos((node as Node).range?.[0] ?? 0).line;
  }
}

function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.value === '<<' && (key.type === undefined || key.type === Scalar.PLAIN);
}

// Also for `__proto__`.
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** The faults that happen most, in the words of go-yaml; others as the library words them. */
function wording({ code, message, pos }: YAMLError, lines: LineCounter): string {
  const { line } = lines.linePos(pos[0]);
  // go-yaml does not name the first line, except where a flow is left open.
  const at = line > 1 ? `line ${line}: ` : '';
  if (code === 'TAB_AS_INDENT') return `${at}found character that cannot start any token`;
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return `${at}mapping values are not allowed in this context`;
  if (code === 'BAD_INDENT' && message.includes('end with a ]'))
    return `line ${line}: did not find expected ',' or ']'`;
  if (code === 'BAD_INDENT' && message.includes('end with a }'))
    return `line ${line}: did not find expected ',' or '}'`;
  const alias = /Unresolved alias[^:]*: (.*)$/.exec(message)?.[1];
  if (alias !== undefined) return `unknown anchor '${alias}' referenced`;
  return at + message;
}
