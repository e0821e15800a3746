import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandIo } from '../io/terminal.js';
import { version } from '../version.js';

/** What `kubewright manifests` made of the sources of a project. */
export interface GeneratedManifests {
  /** Files that changed, relative to the project. */
  readonly written: ReadonlyArray<{ readonly path: string; readonly isNew: boolean }>;
  /** What the sources are wrong about, ready to be printed; then nothing was written. */
  readonly problems: readonly string[];
  readonly failed: boolean;
  /** The packages of the project are not installed yet, without which sources cannot be read. */
  readonly needsInstall: boolean;
}

/** Makes CRDs, roles, webhook configurations and samples, so that a new kind is complete at once. */
export async function runManifests(
  folder: string,
  io: CommandIo,
  isWanted = true,
): Promise<GeneratedManifests> {
  if (!isWanted) return { written: [], problems: [], failed: false, needsInstall: false };
  if (!existsSync(path.join(folder, 'node_modules', 'kubewright')))
    return { written: [], problems: [], failed: false, needsInstall: true };
  // Most of the time of a short run is the loading of these.
  const { formatDiagnostic, generate, writeFiles } = await import('@kubewright/generator/generate');
  const { derivedFiles } = await import('../generate/derived-files.js');
  const { files, diagnostics, crds } = await generate({ folder, version });
  const problems = diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, io.cwd));
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return { written: [], problems, failed: true, needsInstall: false };
  const definitions = crds.map(({ crd }) => crd);
  const derived = await derivedFiles(folder, definitions, { samples: 'config/samples' });
  const all = [...files, ...derived.files];
  const isNew = new Set(all.map((file) => file.path).filter((file) => !existsSync(path.join(folder, file))));
  const result = await writeFiles({ folder, files: all });
  const written = result.written.map((file) => ({ path: file, isNew: isNew.has(file) }));
  return { written, problems: [...problems, ...derived.problems], failed: false, needsInstall: false };
}
