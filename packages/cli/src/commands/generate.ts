import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import {
  createGenerator,
  formatDiagnostic,
  keepCompiledTypeScript,
  OutputError,
  writeFiles,
} from '@kubewright/generator/generate';
import type { Generated, GeneratorPart } from '@kubewright/generator/generate';
import { CliError } from '../errors.js';
import type { DerivedFiles, DerivedOptions } from '../generate/derived-files.js';
import { sourceChanges } from '../generate/source-changes.js';
import { compileCacheFolder } from '../io/compile-cache.js';
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
  /** Go on after each change of a source. */
  readonly watch: boolean;
  /** What else is made of the kinds. Default: nothing. */
  readonly derived?: DerivedOptions;
}

/**
 * `kubewright manifests` and `kubewright generate`: what a project's types and markers say, as files. Only files whose
 * content changes are written, and none while there are errors. Exit code 1: errors, or with `check` files that differ.
 * With `watch` the same again after each change of a source, until the signal; then 0.
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
  // Newer versions of Node keep what they compiled of all modules: see bin/kubewright.js.
  if (!('enableCompileCache' in module)) keepCompiledTypeScript({ folder: compileCacheFolder(io.env) });
  const generator = await createGenerator({
    folder,
    parts: options.parts,
    embeddedObjectMeta: options.embeddedObjectMeta,
    version,
    ...(options.files.length === 0 ? {} : { files: options.files }),
    ...(options.maxDescLen === undefined ? {} : { maxDescLen: options.maxDescLen }),
    ...(options.roleName === undefined ? {} : { roleName: options.roleName }),
  });
  const generated = await generator.generate();
  const code = await output(generated, folder, options, io);
  if (!options.watch) return code;
  const { clock, signal } = io;
  const onReady = (): void => writeLine(io.stdout, 'watching');
  for await (const changed of sourceChanges({
    folder,
    files: generated.program.files,
    clock,
    signal,
    onReady,
  })) {
    const start = clock.now();
    const again = await generator.generate();
    const code = await output(again, folder, { ...options, quiet: true }, io);
    const ms = Math.round(clock.now() - start);
    writeLine(io.stdout, `${path.relative(io.cwd, changed)}: ${code === 0 ? '' : 'errors, '}${ms} ms`);
  }
  return 0;
}

async function output(
  { files: manifests, diagnostics, crds }: Generated,
  folder: string,
  options: GenerateCommandOptions & { readonly quiet?: boolean },
  io: CommandIo,
): Promise<number> {
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
    return options.check
      ? await check(folder, files, io)
      : await write(folder, files, options.quiet === true, io);
  } catch (error) {
    if (error instanceof OutputError) throw new CliError('CannotWrite', error.message, { cause: error });
    throw error;
  }
}

async function withDerived(
  manifests: Files,
  folder: string,
  crds: Generated['crds'],
  options: DerivedOptions | undefined,
): Promise<DerivedFiles> {
  if (options === undefined || Object.values(options).every((target) => target === undefined))
    return { files: manifests, kept: [], problems: [] };
  const { derivedFiles } = await import('../generate/derived-files.js');
  const derived = await derivedFiles(
    folder,
    crds.map(({ crd }) => crd),
    options,
  );
  return { ...derived, files: [...manifests, ...derived.files] };
}

type Files = Generated['files'];

async function write(folder: string, files: Files, quiet: boolean, io: CommandIo): Promise<number> {
  const { written, unchanged } = await writeFiles({ folder, files });
  for (const file of written)
    writeLine(io.stdout, `wrote      ${path.relative(io.cwd, path.join(folder, file))}`);
  for (const file of quiet ? [] : unchanged)
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
