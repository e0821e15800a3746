/**
 * From a project's TypeScript to its manifests, without the other parts of the generator: an entry point of its own,
 * because half of a short run is the loading of modules.
 *
 * @packageDocumentation
 */
export { formatDiagnostic } from '../diagnostics/diagnostic.js';
export type { Diagnostic, SourcePosition } from '../diagnostics/diagnostic.js';
export { OutputError, writeFiles } from '../output/write-files.js';
export type { OutputFile } from '../output/write-files.js';
export { keepCompiledTypeScript } from '../typescript/code-cache.js';
export { createGenerator, generate, GENERATOR_PARTS } from './generate.js';
export type { Generated, GenerateOptions, Generator, GeneratorPart } from './generate.js';
