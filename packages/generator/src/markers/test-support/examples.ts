import ts from 'typescript';
import { formatDiagnostic } from '../../diagnostics/diagnostic.js';
import { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { CommentLine, MarkerTarget } from '../../model/marker.js';
import { readComments } from '../read-comments.js';
import { registry } from './reading.js';

/** The markers of a few lines of TypeScript and what they stand on, as far as examples need it. */
export function readExample(text: string): {
  markers: { name: string; target: MarkerTarget }[];
  problems: string[];
} {
  const file = ts.createSourceFile('/example.ts', text, ts.ScriptTarget.Latest, true);
  const diagnostics = new Diagnostics();
  const markers: { name: string; target: MarkerTarget }[] = [];

  const visit = (node: ts.Node): void => {
    const target = targetOf(node);
    if (target !== undefined) {
      for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
        const isDetached = /^[ \t]*\n[ \t]*\n/.test(text.slice(range.end));
        const reading = readComments({
          blocks: [{ place: isDetached ? 'detached' : 'doc', lines: linesOf(file, range) }],
          target: isDetached && target === 'type' ? 'package' : target,
          registry,
          diagnostics,
        });
        const actual = isDetached && target === 'type' ? 'package' : target;
        markers.push(...reading.markers.map(({ name }) => ({ name, target: actual })));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { markers, problems: diagnostics.all().map((diagnostic) => formatDiagnostic(diagnostic, '/')) };
}

function targetOf(node: ts.Node): MarkerTarget | undefined {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return 'type';
  if (ts.isPropertySignature(node)) return 'field';
  return ts.isStatement(node) || node.kind === ts.SyntaxKind.EndOfFileToken ? 'package' : undefined;
}

function linesOf(file: ts.SourceFile, { pos, end }: ts.CommentRange): CommentLine[] {
  let offset = pos;
  return file.text
    .slice(pos, end)
    .split('\n')
    .map((line) => {
      const delimiter = /^\s*(?:\/\*\*|\/\/|\*(?!\/))? ?/.exec(line)?.[0].length ?? 0;
      const { line: row, character } = file.getLineAndCharacterOfPosition(offset + delimiter);
      offset += line.length + 1;
      return {
        text: line.slice(delimiter).replace(/\s*\*\/$/, ''),
        position: { file: '/example.ts', line: row + 1, column: character + 1 },
      };
    });
}
