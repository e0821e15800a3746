import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ProgramModel } from '../model/program-model.js';
import type { ProgramReader, ProgramReaderOptions } from './read-program.js';

export interface ReadProgramOptions extends ProgramReaderOptions {
  /** Receives what is wrong with the sources. */
  readonly diagnostics: Diagnostics;
}

/**
 * Reads the kinds of a project from its TypeScript. What is wrong with the sources goes to `diagnostics`, with the
 * place and what to write instead; the model then holds the best guess. Loads the compiler when it is first called.
 */
export async function readProgram(options: ReadProgramOptions): Promise<ProgramModel> {
  const { diagnostics, ...rest } = options;
  return (await createProgramReader(rest)).read(diagnostics);
}

/** For watching: each `read` looks at the sources again and parses only those that have changed. */
export async function createProgramReader(options: ProgramReaderOptions): Promise<ProgramReader> {
  const { ProgramReader: Reader } = await import('./read-program.js');
  return new Reader(options);
}
