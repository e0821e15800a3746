import { commentAt } from './comments.js';
import type { Comment } from './comments.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import type { SourceModule } from './source-module.js';

/** Whether a text may hold a marker in a comment at all: most files do not, and are not searched further. */
export function mayHoldMarkers(text: string): boolean {
  return /(?:\/\/|\*)[^\n]*\+[A-Za-z]/.test(text);
}

/** Every comment of a file in the order of the text, also those in function bodies. */
export function allComments(module: SourceModule): Comment[] {
  const { text } = module.file;
  const literals = literalRanges(module.file);
  const comments: Comment[] = [];
  const pattern = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
  let next = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    while ((literals[next]?.end ?? Infinity) <= match.index) next += 1;
    const literal = literals[next];
    if (literal !== undefined && literal.start <= match.index) pattern.lastIndex = literal.end;
    else comments.push(commentAt(match.index, match[0]));
  }
  return comments;
}

/** Where slashes are not comments: strings, templates, regular expressions, text of JSX. */
function literalRanges(file: TypeScript.SourceFile): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isStringLiteralLike(node) || isOtherText(node))
      ranges.push({ start: node.getStart(file), end: node.end });
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return ranges;
}

function isOtherText(node: TypeScript.Node): boolean {
  return (
    ts.isRegularExpressionLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node)
  );
}
