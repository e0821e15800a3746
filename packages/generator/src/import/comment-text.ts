import { Diagnostics } from '../diagnostics/diagnostics.js';
import { escapeCommentEnd, escapeSigns } from '../markers/comment-escapes.js';
import { readComments } from '../markers/read-comments.js';
import type { MarkerRegistry } from '../markers/registry.js';

/** Writes descriptions as doc comments. */
export interface CommentWriter {
  /** The lines of a doc comment, one where it fits; none without a text. */
  docComment(text: string, indent: string): string[];
  /**
   * Whether a description comes back from its comment as it was. Comments lose spaces at the ends of lines, empty lines
   * around the text, and lines that Kubernetes leaves out of descriptions: those from `---` on, and those of `TODO`.
   */
  survives(text: string): boolean;
}

export function createCommentWriter(registry: MarkerRegistry): CommentWriter {
  const verdicts = new Map<string, boolean>();

  /** As they stand in the file behind the asterisk; whatever TypeScript takes for the end of a line ends one. */
  function linesOf(text: string): string[] {
    return escapeSigns(text, registry)
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) => line.trimEnd());
  }

  function readsBack(text: string): boolean {
    const diagnostics = new Diagnostics();
    const lines = linesOf(text).map((line) => ({ text: line }));
    const blocks = [{ place: 'doc', lines }] as const;
    const { documentation, markers } = readComments({ blocks, target: 'field', registry, diagnostics });
    return documentation === text && markers.length === 0 && diagnostics.all().length === 0;
  }

  return {
    docComment(text, indent) {
      if (text === '') return [];
      const lines = linesOf(text).map(escapeCommentEnd);
      const [first = ''] = lines;
      if (lines.length === 1 && indent.length + first.length + '/**  */'.length <= 120)
        return [`${indent}/** ${first} */`];
      return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
    },
    survives(text) {
      if (text === '') return true;
      let verdict = verdicts.get(text);
      if (verdict === undefined) verdicts.set(text, (verdict = readsBack(text)));
      return verdict;
    },
  };
}
