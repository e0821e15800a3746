import type { MarkerRegistry } from '../markers/registry.js';
import type { CommentBlock, CommentLine, MarkerTarget } from '../model/marker.js';
import type { FileMarker } from '../model/program-model.js';
import { attachedComments, groupComments, linesOf } from './comments.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import type { CommentReader } from './create-reading.js';
import { allComments, mayHoldMarkers } from './file-comments.js';
import type { SourceModule } from './source-module.js';

/** The name of a marker at the beginning of a line, or behind two spaces. */
const MARKER_NAME = /(?:^|\s\s)\s*\+([A-Za-z][^\s=]*)/g;

/** Sorts out what belongs to files: rbac, webhook, group and version, wherever in a file their comments stand. */
export class FileMarkers {
  readonly #registry: MarkerRegistry;
  readonly #readComments: CommentReader;
  /** Statements whose comments are those of a type. */
  readonly #statements = new Set<TypeScript.Node>();

  constructor(registry: MarkerRegistry, readComments: CommentReader) {
    this.#registry = registry;
    this.#readComments = readComments;
  }

  /** Says that the comments of a statement are those of a type: a constant that `defineKind` is assigned to. */
  claim(statement: TypeScript.Node): void {
    this.#statements.add(statement);
  }

  /**
   * The comments of a declaration without the lines that are for the file wherever they stand: `+kubebuilder:rbac` on
   * a type, for example. (controller-gen has it so only for comments that an empty line separates from the type.)
   */
  without(blocks: readonly CommentBlock[], target: MarkerTarget): readonly CommentBlock[] {
    if (!blocks.some(({ lines }) => lines.some((line) => this.#isForFile(line, target)))) return blocks;
    return blocks.map((block) => ({
      ...block,
      lines: block.lines.filter((line) => !this.#isForFile(line, target)),
    }));
  }

  /** The markers of a file in the order of its lines, from all comments but those of types. */
  read(module: SourceModule): FileMarker[] {
    if (!mayHoldMarkers(module.file.text)) return [];
    const ofTypes = this.#typeComments(module);
    const blocks = groupComments(module.file.text, allComments(module)).flatMap((group) => {
      const lines = linesOf(module, group);
      const target = group.map(({ start }) => ofTypes.get(start)).find((found) => found !== undefined);
      const ours = target === undefined ? lines : lines.filter((line) => this.#isForFile(line, target));
      return ours.some((line) => markerNames(line).length > 0)
        ? [{ place: 'detached', lines: ours } as const]
        : [];
    });
    if (blocks.length === 0) return [];
    const { markers } = this.#readComments(blocks, 'package');
    return markers.map((marker) => ({ ...marker, file: module.path }));
  }

  /** Whether a line begins with a marker, and all of its markers are for files and not for its target. */
  #isForFile(line: CommentLine, target: MarkerTarget): boolean {
    if (!line.text.trimStart().startsWith('+')) return false;
    const names = markerNames(line);
    // A plus sign may stand for itself.
    return (
      names.length > 0 &&
      names.every((name) => {
        const targets = this.#registry.find(name)?.targets;
        return targets?.includes('package') === true && !targets.includes(target);
      })
    );
  }

  /** Beginnings of the comments of types and their members, also of types that are no part of the model. */
  #typeComments(module: SourceModule): Map<number, MarkerTarget> {
    const starts = new Map<number, MarkerTarget>();
    const visit = (node: TypeScript.Node): void => {
      const target =
        isType(node) || this.#statements.has(node) ? 'type' : isMember(node) ? 'field' : undefined;
      if (target !== undefined)
        for (const { start } of attachedComments(module, node).comments) starts.set(start, target);
      ts.forEachChild(node, visit);
    };
    visit(module.file);
    return starts;
  }
}

function markerNames({ text }: CommentLine): string[] {
  return [...text.matchAll(MARKER_NAME)].map((match) => match[1] ?? '');
}

function isType(node: TypeScript.Node): boolean {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isClassDeclaration(node)
  );
}

function isMember(node: TypeScript.Node): boolean {
  return ts.isTypeElement(node) || ts.isPropertyDeclaration(node);
}
