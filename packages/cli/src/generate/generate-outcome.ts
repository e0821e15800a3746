import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatDiagnostic, OutputError, writeFiles } from '@kubewright/generator/generate';
import type { Generated } from '@kubewright/generator/generate';
import { CliError } from '../errors.js';
import { writeJson } from '../io/output-format.js';
import type { OutputFormat } from '../io/output-format.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import type { DerivedFiles, DerivedOptions } from './derived-files.js';

/** What became of the files of a run, or would have. */
export interface GenerateOutcome {
  readonly failed: boolean;
  readonly diagnostics: Generated['diagnostics'];
  /** Sentences on what could not be made as well as wished. */
  readonly problems: readonly string[];
  /** Paths are relative to the project; `differs` only when nothing is to be written, `kept` is what somebody changed. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly outcome: FileOutcome }>;
}

type FileOutcome = 'wrote' | 'unchanged' | 'kept' | 'differs';

interface OutcomeOptions {
  readonly folder: string;
  readonly check: boolean;
  readonly derived?: DerivedOptions;
}

/**
 * Puts in place what was generated, or with `check` only compares. Nothing is written while there are errors. Throws
 * `CliError` `CannotWrite` naming the file.
 */
export async function outcomeOf(generated: Generated, options: OutcomeOptions): Promise<GenerateOutcome> {
  const { diagnostics, crds, files: manifests } = generated;
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  if (failed || manifests.length === 0) return { failed, diagnostics, problems: [], files: [] };
  const { files, kept, problems } = await withDerived(manifests, crds, options);
  try {
    const { written, unchanged } = await writeFiles({
      folder: options.folder,
      files,
      // The same comparison decides what is written.
      ...(options.check ? { fileSystem: { read: textOf, write: () => Promise.resolve() } } : {}),
    });
    const as = (outcome: FileOutcome) => (file: string) => ({ path: file, outcome });
    return {
      failed: options.check && written.length > 0,
      diagnostics,
      problems,
      files: [
        ...kept.map(as('kept')),
        ...written.map(as(options.check ? 'differs' : 'wrote')),
        ...unchanged.map(as('unchanged')),
      ],
    };
  } catch (error) {
    if (error instanceof OutputError) throw new CliError('CannotWrite', error.message, { cause: error });
    throw error;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  const { readFile } = await import('node:fs/promises');
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

async function withDerived(
  manifests: Generated['files'],
  crds: Generated['crds'],
  { folder, derived: options }: OutcomeOptions,
): Promise<DerivedFiles> {
  if (options === undefined || Object.values(options).every((target) => target === undefined))
    return { files: manifests, kept: [], problems: [] };
  const { derivedFiles } = await import('./derived-files.js');
  const derived = await derivedFiles(
    folder,
    crds.map(({ crd }) => crd),
    options,
  );
  return { ...derived, files: [...manifests, ...derived.files] };
}

interface WriteOptions {
  readonly folder: string;
  readonly check: boolean;
  readonly output: OutputFormat;
  /** Without what did not change. */
  readonly quiet?: boolean;
}

/** Tells an outcome: what was written on standard output, what is wrong on standard error; or all of it as JSON. */
export function writeOutcome(outcome: GenerateOutcome, options: WriteOptions, io: CommandIo): void {
  if (options.output === 'json') {
    writeJson(io.stdout, outcome);
    return;
  }
  const { diagnostics, problems, files } = outcome;
  for (const diagnostic of diagnostics) writeLine(io.stderr, formatDiagnostic(diagnostic, io.cwd));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) {
    writeLine(io.stderr, `kubewright: ${errors} ${errors === 1 ? 'error' : 'errors'}; nothing was written`);
    return;
  }
  if (files.length === 0) {
    writeLine(
      io.stderr,
      `kubewright: nothing to generate: no type in ${options.folder} is named by defineKind or marked +kubebuilder:object:root=true, and no marker asks for roles or webhooks`,
    );
    return;
  }
  for (const problem of problems) writeLine(io.stderr, `kubewright: ${problem}`);
  for (const file of files) {
    const name = path.relative(io.cwd, path.join(options.folder, file.path));
    if (file.outcome === 'differs')
      writeLine(
        io.stderr,
        `kubewright: ${name} is not what the sources say: run the command without --check`,
      );
    else if (
      file.outcome === 'kept' ||
      !(options.check || (options.quiet === true && file.outcome === 'unchanged'))
    )
      writeLine(io.stdout, `${file.outcome.padEnd(10)} ${name}`);
  }
}
