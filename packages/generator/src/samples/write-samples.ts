import path from 'node:path';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { diskFileSystem, writeFiles } from '../output/write-files.js';
import type { OutputFile, OutputFileSystem, WrittenFiles } from '../output/write-files.js';
import { createSample } from './create-sample.js';
import type { SampleOptions } from './create-sample.js';
import { isUnchangedSample, markedSample } from './sample-mark.js';

export interface WriteSamplesOptions {
  readonly definitions: readonly CustomResourceDefinition[];
  /** Where samples stand: `config/samples` of a project. */
  readonly folder: string;
  /** Defaults to the disk. */
  readonly fileSystem?: OutputFileSystem;
  /** Names and labels of the sample of one version of a kind. Defaults to those of `createSample`. */
  readonly optionsOf?: (definition: CustomResourceDefinition, version: string) => SampleOptions;
}

/** Samples that are to be written, as files with paths relative to their folder. */
export interface SamplePlan {
  readonly files: readonly OutputFile[];
  /** Files that somebody wrote or changed, which are left alone. */
  readonly kept: readonly string[];
  /** What no value was found for, by file. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

export interface WrittenSamples extends WrittenFiles, Omit<SamplePlan, 'files'> {}

/**
 * Writes a sample for each served version of each kind. A file that exists is written again only if kubewright wrote it
 * and nobody has changed it since, which its first line tells.
 *
 * @throws OutputError when a file cannot be written
 */
export async function writeSamples(options: WriteSamplesOptions): Promise<WrittenSamples> {
  const { folder, fileSystem = diskFileSystem } = options;
  const { files, ...plan } = await planSamples(options);
  return { ...(await writeFiles({ folder, files, fileSystem })), ...plan };
}

/** What `writeSamples` would write, and would leave alone. */
export async function planSamples(options: WriteSamplesOptions): Promise<SamplePlan> {
  const { definitions, folder, fileSystem = diskFileSystem, optionsOf = () => ({}) } = options;
  const files: OutputFile[] = [];
  const kept: string[] = [];
  const problems: Record<string, readonly string[]> = {};
  for (const definition of definitions)
    for (const { name, served } of definition.spec.versions) {
      if (!served) continue;
      const sample = createSample(definition, name, optionsOf(definition, name));
      const present = await fileSystem.read(path.resolve(folder, sample.fileName));
      if (present !== undefined && !isUnchangedSample(present)) {
        kept.push(sample.fileName);
        continue;
      }
      if (sample.problems.length > 0) problems[sample.fileName] = sample.problems;
      files.push({ path: sample.fileName, content: markedSample(sample.content) });
    }
  return { files, kept, problems };
}
