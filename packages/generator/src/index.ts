/**
 * From TypeScript types with markers to the manifests of an operator, and back from manifests to types.
 *
 * @packageDocumentation
 */
export { formatDiagnostic } from './diagnostics/diagnostic.js';
export type { Diagnostic, DiagnosticCode, SourcePosition } from './diagnostics/diagnostic.js';
export { Diagnostics } from './diagnostics/diagnostics.js';
export { OutputError, writeFiles } from './output/write-files.js';
export type { OutputFile, OutputFileSystem, WriteFilesOptions, WrittenFiles } from './output/write-files.js';
export { writeYaml, writeYamlDocument } from './output/yaml-writer.js';
