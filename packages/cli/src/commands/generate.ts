import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatDiagnostic, generate, OutputError, writeFiles } from '@kubewright/generator';
import type { GeneratorPart } from '@kubewright/generator';
import { CliError } from '../errors.js';
import { derivedFiles } from '../generate/derived-files.js';
import type { DerivedFiles, DerivedOptions } from '../generate/derived-files.js';
import { writeLine } from '../io/terminal.js';
import type { CommandIo } from '../io/terminal.js';
import { version } from '../version.js';

export interface GenerateCommandOptions {
  readonly folder: string;
  readonly parts: readonly GeneratorPart[];
  /** Paths and globs relative to the folder; empty: the sources of the project. */
  readonly files: readonly string[];
  readonly maxDescLen?: number;
  readonly embeddedObjectMeta: boolean;
  readonly roleName?: string;
  /** Write nothing, and fail when something would be written. */
  readonly check: boolean;
  /** What else is made of the kinds. Default: nothing. */
  readonly derived?: DerivedOptions;
}

/**
 * `kubewright manifests` and `kubewright generate`: what a project's types and markers say, as files. Only files whose
 * content changes are written, and none while there are errors. Exit code 1: errors, or with `check` files that differ.
 */
export async function generateCommand(options: GenerateCommandOptions, io: CommandIo): Promise<number> {
  const folder = path.resolve(io.cwd, options.folder);
  if (!existsSync(folder))
    throw new CliError('ProjectNotFound', `${folder} does not exist: name the folder of a project`);
  const isDerived = Object.values(options.derived ?? {}).some((target) => target !== undefined);
  if (isDerived && !options.parts.includes('crd'))
    throw new CliError(
      'InvalidArgument',
      'samples, the reference and JSON Schemas are made from CRDs: leave --only out, or name crd too',
    );
  const {
    files: manifests,
    diagnostics,
    crds,
  } = await generate({
    folder,
    parts: options.parts,
    embeddedObjectMeta: options.embeddedObjectMeta,
    version,
    ...(options.files.length === 0 ? {} : { files: options.files }),
    ...(options.maxDescLen === undefined ? {} : { maxDescLen: options.maxDescLen }),
    ...(options.roleName === undefined ? {} : { roleName: options.roleName }),
  });
  for (const diagnostic of diagnostics) writeLine(io.stderr, formatDiagnostic(diagnostic, io.cwd));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) {
    writeLine(io.stderr, `kubewright: ${errors} ${errors === 1 ? 'error' : 'errors'}; nothing was written`);
    return 1;
  }
  if (manifests.length === 0) {
    writeLine(
      io.stderr,
      `kubewright: nothing to generate: no type in ${folder} is named by defineKind or marked +kubebuilder:object:root=true, and no marker asks for roles or webhooks`,
    );
    return 0;
  }
  const { files, kept, problems } = await withDerived(manifests, folder, crds, options.derived);
  for (const problem of problems) writeLine(io.stderr, `kubewright: ${problem}`);
  for (const file of kept)
    writeLine(io.stdout, `kept       ${path.relative(io.cwd, path.join(folder, file))}`);
  try {
    return options.check ? await check(folder, files, io) : await write(folder, files, io);
  } catch (error) {
    if (error instanceof OutputError) throw new CliError('CannotWrite', error.message, { cause: error });
    throw error;
  }
}

async function withDerived(
  manifests: Files,
  folder: string,
  crds: Awaited<ReturnType<typeof generate>>['crds'],
  options: DerivedOptions = {},
): Promise<DerivedFiles> {
  const derived = await derivedFiles(
    folder,
    crds.map(({ crd }) => crd),
    options,
  );
  return { ...derived, files: [...manifests, ...derived.files] };
}

type Files = Awaited<ReturnType<typeof generate>>['files'];

async function write(folder: string, files: Files, io: CommandIo): Promise<number> {
  const { written, unchanged } = await writeFiles({ folder, files });
  for (const file of written)
    writeLine(io.stdout, `wrote      ${path.relative(io.cwd, path.join(folder, file))}`);
  for (const file of unchanged)
    writeLine(io.stdout, `unchanged  ${path.relative(io.cwd, path.join(folder, file))}`);
  return 0;
}

async function check(folder: string, files: Files, io: CommandIo): Promise<number> {
  const differing = await differingFiles(folder, files);
  for (const file of differing) {
    const name = path.relative(io.cwd, path.join(folder, file));
    writeLine(io.stderr, `kubewright: ${name} is not what the sources say: run the command without --check`);
  }
  return differing.length === 0 ? 0 : 1;
}

/** Through the same comparison that decides what is written. */
async function differingFiles(folder: string, files: Files): Promise<readonly string[]> {
  const { readFile } = await import('node:fs/promises');
  const { written } = await writeFiles({
    folder,
    files,
    fileSystem: {
      read: (file) => (existsSync(file) ? readFile(file, 'utf8') : Promise.resolve(undefined)),
      write: () => Promise.resolve(),
    },
  });
  return written;
}
