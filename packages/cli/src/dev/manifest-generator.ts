import { existsSync } from 'node:fs';
import path from 'node:path';
import { OutputError, createGenerator, writeFiles } from '@kubewright/generator/generate';
import type { Generator } from '@kubewright/generator/generate';
import { version } from '../version.js';
import { relativeTo } from './finding.js';
import type { Finding } from './finding.js';

/** What a run of the generator came to. */
export interface GeneratedManifests {
  /** The files whose content changed, relative to the project. */
  readonly written: readonly string[];
  readonly findings: readonly Finding[];
}

/** Writes CRDs, roles and webhook configurations from a project's types and markers, again and again. */
export class ManifestGenerator {
  readonly #folder: string;
  #generator: Promise<Generator> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether there is anything to read types from. */
  get isUseful(): boolean {
    return existsSync(path.join(this.#folder, 'src', 'main.ts'));
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
