/** For compilers and linters, though they stand in comments before a declaration. */
const DIRECTIVE =
  /^\s*(?:@ts-(?:ignore|expect-error|check|nocheck)\b|eslint-|prettier-ignore\b|biome-ignore\b|tslint:|(?:istanbul|c8|v8) ignore\b|#(?:end)?region\b)/;

/** Whether a line speaks to a tool, not to readers. */
export function isDirective(line: string): boolean {
  return DIRECTIVE.test(line);
}

/**
 * The lines of a comment as controller-gen writes them into a description: line breaks stay, empty lines at both ends
 * go, several between paragraphs become one; outside of fenced code, lines that begin with `TODO` are left out, and so
 * is all from a line that begins with `---`. Sources: `extractDoc` in sigs.k8s.io/controller-tools/pkg/markers/zip.go,
 * `CommentGroup.Text` of go/ast.
 */
export function joinDocumentation(lines: readonly string[]): string {
  const kept: string[] = [];
  let isInCode = false;
  for (const line of withoutEmptyRuns(lines)) {
    if (/^(?:```|~~~)/.test(line)) isInCode = !isInCode;
    if (!isInCode && line.startsWith('TODO')) continue;
    if (!isInCode && line.startsWith('---')) break;
    kept.push(line);
  }
  return kept.join('\n');
}

function withoutEmptyRuns(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines.map((text) => text.trimEnd())) {
    if (line !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(line);
  }
  return kept.at(-1) === '' ? kept.slice(0, -1) : kept;
}

/** `{@link X}`, `{@link X | text}` and `{@link X text}` as plain text. */
export function withoutLinks(text: string): string {
  if (!text.includes('{@')) return text;
  return text
    .replace(
      /\{@(?:link|linkcode|linkplain)\s+([^\s{}|]+)\s*\|?\s*([^{}]*)\}/g,
      (_, target: string, label: string) => (label.trim() === '' ? target : label.trim()),
    )
    .replace(/\{@inheritDoc\b[^{}]*\}/gi, '');
}

/** Which lines are fenced code; a fence that does not end is none. */
export function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>();
  if (!lines.some((line) => line.includes('```') || line.includes('~~~'))) return fenced;
  for (let start = 0; start < lines.length; start++) {
    const fence = /^\s*(```|~~~)/.exec(lines[start] ?? '')?.[1];
    if (fence === undefined) continue;
    const end = lines.findIndex((line, index) => index > start && line.trimStart().startsWith(fence));
    if (end === -1) continue;
    for (let index = start; index <= end; index++) fenced.add(index);
    start = end;
  }
  return fenced;
}
