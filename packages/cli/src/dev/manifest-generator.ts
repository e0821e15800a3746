import module from 'node:module';
import {
  OutputError,
  createGenerator,
  keepCompiledTypeScript,
  writeFiles,
} from '@kubewright/generator/generate';
import type { Generator } from '@kubewright/generator/generate';
import { compileCacheFolder } from '../io/compile-cache.js';
import { version } from '../version.js';
import { relativeTo } from './finding.js';
import type { Finding } from './finding.js';

/** What a run of the generator came to. */
export interface GeneratedManifests {
  /** The files whose content changed, relative to the project. */
  readonly written: readonly string[];
  readonly findings: readonly Finding[];
}

/** The generator of a project. */
export function createManifestGenerator(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): ManifestGenerator {
  // Newer versions of Node keep what they compiled of all modules: see bin/kubewright.js.
  if (!('enableCompileCache' in module)) keepCompiledTypeScript({ folder: compileCacheFolder(env) });
  return new ManifestGenerator(folder);
}

/** Writes CRDs, roles and webhook configurations from a project's types and markers, again and again. */
export class ManifestGenerator {
  readonly #folder: string;
  #generator: Promise<Generator> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Nothing is written while there are errors. */
  async generate(): Promise<GeneratedManifests> {
    this.#generator ??= createGenerator({ folder: this.#folder, version });
    const generator = await this.#generator.catch((error: unknown) => {
      this.#generator = undefined;
      throw error;
    });
    const { files, diagnostics } = await generator.generate();
    const findings = diagnostics.map(({ severity, message, hint, position }): Finding => {
      const place =
        position === undefined ? {} : { ...position, file: relativeTo(this.#folder, position.file) };
      return { severity, message, ...(hint === undefined ? {} : { hint }), ...place };
    });
    if (files.length === 0) return { written: [], findings };
    try {
      const { written } = await writeFiles({ folder: this.#folder, files });
      return { written, findings };
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      return { written: [], findings: [...findings, { severity: 'error', message: error.message }] };
    }
  }

  /** Reads everything anew the next time: the compiler's options have changed. */
  reset(): void {
    this.#generator = undefined;
  }
}
