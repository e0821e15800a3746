import { stripVTControlCharacters } from 'node:util';
import path from 'node:path';

/** Something that keeps a change from being taken over: of the generator, the bundler, the server or the program. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** May have several lines. */
  readonly message: string;
  /** What to do instead. */
  readonly hint?: string;
  /** Relative to the project where it lies in it. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
}

/** Who found it. */
export type FindingSource = 'generator' | 'bundle' | 'server' | 'operator' | 'project';

/** `src/main.ts:3:7: error: message (hint)`. */
export function formatFinding({ severity, message, hint, file, line, column }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${place === '' ? '' : `${place}: `}${severity}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}

/** A file as people name it: relative to the project where it lies in it. */
export function relativeTo(folder: string, file: string): string {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative.split(path.sep).join('/');
}

interface BundlerError {
  readonly message?: string;
  readonly code?: string;
  readonly id?: string;
  /** `column` is counted from 0. */
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number };
}

/** What the bundler found: an error with `errors`, or a log entry. */
export function bundlerFindings(error: unknown, folder: string): Finding[] {
  const { errors } = error as { errors?: readonly BundlerError[] };
  return (errors ?? [error as BundlerError]).map(({ message = '', id, loc }) => {
    const lines = stripVTControlCharacters(message).trim().split('\n');
    const note = lines
      .map((line) => /(?:Note|Help)\]?: (.*)$/.exec(line)?.[1])
      .find((text) => text !== undefined);
    const file = loc?.file ?? id;
    return {
      severity: 'error' as const,
      message: (lines[0] ?? '').replace(/^\[[A-Z_]+\] /, '').replace(/ in \S+$/, ''),
      ...(note === undefined ? {} : { hint: note.replace(/\.$/, '') }),
      ...(file === undefined ? {} : { file: relativeTo(folder, file) }),
      ...(loc === undefined ? {} : { line: loc.line, column: loc.column + 1 }),
    };
  });
}

/** A program's own error, with the place in the project's sources where it came from. */
export function programFinding(
  error: { readonly message: string; readonly stack?: string },
  folder: string,
): Finding {
  const frames = (error.stack ?? '').split('\n').flatMap((line) => {
    const [, file = '', at = '', column = ''] =
      /^\s+at .*?\(?((?:file:\/\/)?\/[^()]*?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    const named = file.startsWith('file://') ? decodeURIComponent(file.slice('file://'.length)) : file;
    const isOwn =
      named.startsWith(folder + path.sep) &&
      !named.includes(`${path.sep}node_modules${path.sep}`) &&
      !named.includes(`${path.sep}.kubewright${path.sep}`);
    return isOwn ? [{ file: relativeTo(folder, named), line: Number(at), column: Number(column) }] : [];
  });
  return { severity: 'error', message: error.message, ...frames[0] };
}
