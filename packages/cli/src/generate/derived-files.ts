import path from 'node:path';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { createJsonSchemas, createReference, planSamples } from '@kubewright/generator';
import type { OutputFile } from '@kubewright/generator';
import { projectSamples } from './project-samples.js';

/** What is made from definitions beside the manifests; paths are relative to the project. Absent: not made. */
export interface DerivedOptions {
  /** Folder of the samples. */
  readonly samples?: string;
  /** File of the API reference. */
  readonly reference?: string;
  /** Folder of the JSON Schemas. */
  readonly jsonSchema?: string;
}

export interface DerivedFiles {
  /** With paths relative to the project. */
  readonly files: readonly OutputFile[];
  /** Samples that somebody wrote or changed, which are left alone. */
  readonly kept: readonly string[];
  /** A sentence for each value of a sample that was not found. */
  readonly problems: readonly string[];
}

/** The files that are derived from definitions, in memory. */
export async function derivedFiles(
  folder: string,
  definitions: readonly CustomResourceDefinition[],
  { samples, reference, jsonSchema }: DerivedOptions,
): Promise<DerivedFiles> {
  const files: OutputFile[] = [];
  const kept: string[] = [];
  const problems: string[] = [];
  const below = (parent: string, file: OutputFile): OutputFile => ({
    ...file,
    path: path.posix.join(parent, file.path),
  });
  if (samples !== undefined) {
    const optionsOf = await projectSamples(folder);
    const plan = await planSamples({ definitions, folder: path.resolve(folder, samples), optionsOf });
    files.push(...plan.files.map((file) => below(samples, file)));
    kept.push(...plan.kept.map((name) => path.posix.join(samples, name)));
    for (const [name, found] of Object.entries(plan.problems))
      problems.push(
        ...found.map((problem) => `${path.posix.join(samples, name)}: no value was found: ${problem}`),
      );
  }
  if (reference !== undefined) files.push({ path: reference, content: createReference(definitions) });
  if (jsonSchema !== undefined)
    files.push(...createJsonSchemas(definitions).map((file) => below(jsonSchema, file)));
  return { files, kept, problems };
}
