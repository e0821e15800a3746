import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { createGenerator, keepCompiledTypeScript } from '@kubewright/generator/generate';
import type { GeneratorPart } from '@kubewright/generator/generate';
import { CliError } from '../errors.js';
import type { DerivedOptions } from '../generate/derived-files.js';
import { outcomeOf, writeOutcome } from '../generate/generate-outcome.js';
import { sourceChanges } from '../generate/source-changes.js';
import { compileCacheFolder } from '../io/compile-cache.js';
import type { OutputFormat } from '../io/output-format.js';
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
  readonly output: OutputFormat;
  /** What else is made of the kinds. Default: nothing. */
  readonly derived?: DerivedOptions;
}

/**
 * `kubewright manifests` and `kubewright generate`: what a project's types and markers say, as files. Only files whose
 * content changes are written, and none while there are errors. Exit code 1: errors, or with `check` files that differ.
 * With `watch` the same again after each change of a source, until the signal; then 0. As JSON each run is one document.
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
  const outcome = await outcomeOf(generated, { ...options, folder });
  writeOutcome(outcome, { ...options, folder }, io);
  if (!options.watch) return outcome.failed ? 1 : 0;
  const { clock, signal } = io;
  const isText = options.output === 'text';
  const onReady = (): void => {
    if (isText) writeLine(io.stdout, 'watching');
  };
  for await (const changed of sourceChanges({
    folder,
    files: generated.program.files,
    clock,
    signal,
    onReady,
  })) {
    const start = clock.now();
    const again = await outcomeOf(await generator.generate(), { ...options, folder });
    writeOutcome(again, { ...options, folder, quiet: true }, io);
    const ms = Math.round(clock.now() - start);
    if (isText)
      writeLine(io.stdout, `${path.relative(io.cwd, changed)}: ${again.failed ? 'errors, ' : ''}${ms} ms`);
  }
  return 0;
}
