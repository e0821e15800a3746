import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { CommentBlock, Marker, MarkerTarget, MarkerValue } from '../model/marker.js';
import type { CommentPart } from './comment-block.js';
import type { MarkerDefinition } from './definition.js';
import { FOREIGN_TAGS } from './foreign-tags.js';
import { GENERATOR_TAGS } from './generator-tags.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import { isWrittenLikeMarker, splitMarker } from './marker-text.js';
import type { MarkerText } from './marker-text.js';
import { parseMarker } from './parse-marker.js';
import { parseTag } from './parse-tag.js';
import type { MarkerRegistry } from './registry.js';

interface MarkerReaderOptions {
  readonly target: MarkerTarget;
  readonly registry: MarkerRegistry;
  readonly diagnostics: Diagnostics;
  readonly syntax?: 'typescript' | 'go';
}

const NOUNS: Readonly<Record<MarkerTarget, string>> = { package: 'a file', type: 'a type', field: 'a field' };

/** Makes markers of the parts of comments, and reports what is wrong with them. */
export class MarkerReader {
  readonly markers: Marker[] = [];
  readonly fileMarkers: Marker[] = [];
  readonly #options: MarkerReaderOptions;

  constructor(options: MarkerReaderOptions) {
    this.#options = options;
  }

  read(part: CommentPart, block: CommentBlock): void {
    if (part.kind === 'marker') this.#marker(part, block.place);
    else if (part.kind === 'mention') this.#mention(part);
    else if (block.place === 'doc') this.#tag(part);
  }

  #marker({ text, position }: CommentPart, place: CommentBlock['place']): void {
    const { registry, target, diagnostics, syntax } = this.#options;
    const marker = splitMarker(text);
    const definition = marker && registry.find(marker.name);
    if (marker === undefined || definition === undefined) {
      if (syntax !== 'go' && marker !== undefined) this.#unknown(marker, position);
      return;
    }
    if (definition.withoutEffect === true) return;
    const isOfFile = place === 'detached' && target === 'type' && !definition.targets.includes('type');
    const actual = isOfFile ? 'package' : target;
    if (!definition.targets.includes(actual)) {
      // `// +required arguments come first`, somewhere in code
      const isSentence = target === 'package' && !isWrittenLikeMarker(text);
      if (syntax !== 'go' && !isSentence) this.#misplaced(definition, position, target);
      return;
    }
    if (definition.name === 'default' && /^\+default=\s*ref\(/.test(text)) {
      if (syntax !== 'go')
        diagnostics.warn(
          'InvalidMarker',
          position,
          '+default: ref(...) names a constant of Go, and is left out',
        );
      return;
    }
    const value = this.#guarded(`+${definition.name}`, position, 0, () => parseMarker(definition, marker));
    if (value === undefined) return;
    this.#warnOfQuotes(text, value, position);
    this.#add(isOfFile ? this.fileMarkers : this.markers, definition.name, value, position);
  }

  #tag({ text, position }: CommentPart): void {
    const { registry, target, diagnostics } = this.#options;
    if (target === 'package') return;
    const [, tag = '', gap = '', rest = ''] = /^@([\w.-]+)(\s*)([\s\S]*)$/.exec(text) ?? [];
    const definition = registry.findTag(tag);
    if (definition === undefined) {
      const suggestion = FOREIGN_TAGS.has(tag) ? undefined : registry.suggestTag(tag);
      if (suggestion !== undefined)
        diagnostics.error('UnknownMarker', position, `unknown tag @${tag}`, `did you mean @${suggestion}?`);
      return;
    }
    // TypeScript's own meaning of the tag, wherever it stands.
    if (!definition.targets.includes(target)) {
      if (tag !== 'deprecated') this.#misplaced(definition, position, target, `@${tag}`);
      return;
    }
    const offset = tag.length + 1 + gap.length;
    const meanings = this.#guarded(`@${tag}`, position, offset, () =>
      parseTag(definition, tag, rest.trimEnd()),
    );
    for (const { name, value } of meanings ?? []) this.#add(this.markers, name, value, position);
  }

  #add(to: Marker[], name: string, value: MarkerValue, position: SourcePosition | undefined): void {
    to.push({ name, value, ...(position === undefined ? {} : { position }) });
  }

  /** Runs a parser; what it finds wrong is reported, `offset` behind the position. */
  #guarded<T>(
    what: string,
    position: SourcePosition | undefined,
    offset: number,
    parse: () => T,
  ): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof MarkerSyntaxError)) throw error;
      const at = position && { ...position, column: position.column + offset + error.offset };
      this.#options.diagnostics.error('InvalidMarker', at, `${what}: ${error.message}`, error.hint);
      return undefined;
    }
  }

  /** Foreign names are other tools', unless they look like one of ours. */
  #unknown({ name, text }: MarkerText, position: SourcePosition | undefined): void {
    const { registry, diagnostics } = this.#options;
    if (!registry.owns(name) && !isWrittenLikeMarker(text)) return;
    const validationTag = name.startsWith('k8s:') ? GENERATOR_TAGS.get(name.slice('k8s:'.length)) : undefined;
    const suggestion = validationTag ?? registry.suggest(name);
    if (suggestion === undefined && !registry.owns(name)) return;
    diagnostics.error(
      'UnknownMarker',
      position,
      `unknown marker +${name}`,
      validationTag !== undefined
        ? `it is for Kubernetes' own types; write +${validationTag}`
        : suggestion === undefined
          ? '`kubewright markers` lists all of them'
          : `did you mean +${suggestion}?`,
    );
  }

  #misplaced(
    definition: MarkerDefinition,
    position: SourcePosition | undefined,
    target: MarkerTarget,
    name = `+${definition.name}`,
  ): void {
    const places = definition.targets.map((place) => NOUNS[place]).join(' or ');
    const hint = definition.targets.includes('package')
      ? 'put it in a comment of its own, with an empty line before the declaration'
      : undefined;
    this.#options.diagnostics.error(
      'MisplacedMarker',
      position,
      `${name} stands on ${NOUNS[target]}, and belongs on ${places}`,
      hint,
    );
  }

  #mention({ text, position }: CommentPart): void {
    const name = /^\+[^\s=]*/.exec(text)?.[0] ?? text;
    this.#options.diagnostics.warn(
      'MisplacedMarker',
      position,
      `${name} in the middle of a line is text`,
      'put it on a line of its own or behind two spaces, or in backquotes if it is meant as text',
    );
  }

  /** `'x'` is what TypeScript people write for a text; here the quotes would be a part of it. */
  #warnOfQuotes(text: string, value: MarkerValue, position: SourcePosition | undefined): void {
    if (this.#options.syntax === 'go' || !hasSingleQuotes(value)) return;
    // In quotes of another kind they are meant.
    const offset = text.search(/(?<=[=;,{]\s*)'/);
    if (offset < 0) return;
    const at = position && { ...position, column: position.column + offset };
    this.#options.diagnostics.warn(
      'InvalidMarker',
      at,
      'the single quotes are a part of the text',
      'texts stand in double quotes or backquotes',
    );
  }
}

function hasSingleQuotes(value: MarkerValue): boolean {
  if (typeof value === 'string') return /^'.*'$/.test(value) && value.length > 1;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item: MarkerValue) => hasSingleQuotes(item));
}
