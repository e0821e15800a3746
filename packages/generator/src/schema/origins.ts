import type { SourcePosition } from '../diagnostics/diagnostic.js';

interface Origin {
  position: SourcePosition | undefined;
  keywords?: Map<string, SourcePosition>;
}

/**
 * Where the parts of generated documents come from in the source: objects (schemas, rules, printer columns) and single
 * keywords of them. By identity, so the documents themselves stay plain JSON.
 */
export class Origins {
  readonly #origins = new WeakMap<object, Origin>();

  /** The object comes from here: a field, a type, a marker. */
  place(object: object, position: SourcePosition | undefined): void {
    if (position === undefined) return;
    const known = this.#origins.get(object);
    if (known === undefined) this.#origins.set(object, { position });
    else known.position = position;
  }

  /** One keyword of the object comes from here, which is more exact than the object's place. */
  placeKeyword(object: object, keyword: string, position: SourcePosition | undefined): void {
    if (position === undefined) return;
    const known = this.#origins.get(object) ?? { position: undefined };
    known.keywords ??= new Map();
    known.keywords.set(keyword, position);
    this.#origins.set(object, known);
  }

  /** The place of a keyword, else of the object. */
  of(object: object, keyword?: string): SourcePosition | undefined {
    const origin = this.#origins.get(object);
    return (keyword === undefined ? undefined : origin?.keywords?.get(keyword)) ?? origin?.position;
  }

  /** What is known of `from` holds of `to` as well: for copies. */
  copy(from: object, to: object): void {
    const origin = this.#origins.get(from);
    if (origin === undefined) return;
    const { position, keywords } = origin;
    this.#origins.set(to, { position, ...(keywords === undefined ? {} : { keywords: new Map(keywords) }) });
  }

  /** The place of one keyword of `from` becomes that of the same keyword of `to`. */
  copyKeyword(from: object, to: object, keyword: string): void {
    this.placeKeyword(to, keyword, this.of(from, keyword));
  }

  /**
   * The closest known place of a path as API servers write them (`spec.versions[0].schema.properties[a.b].default`)
   * within a document.
   */
  at(document: object, path: string): SourcePosition | undefined {
    let position = this.of(document);
    let value: unknown = document;
    for (const step of steps(path)) {
      if (typeof value !== 'object' || value === null) break;
      position = this.of(value, step) ?? position;
      value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
      if (typeof value === 'object' && value !== null) position = this.of(value) ?? position;
    }
    return position;
  }
}

/** `a.b[c.d][0]` has the steps `a`, `b`, `c.d` and `0`. */
function steps(path: string): string[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map((match) => match[1] ?? match[2] ?? '');
}
