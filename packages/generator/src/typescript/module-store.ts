import { parseModule } from './source-module.js';
import type { SourceModule } from './source-module.js';
import type { SourceHost } from './source-host.js';

/** Parsed files, kept from one run to the next: a file that has not changed is not parsed again. */
export class ModuleStore {
  readonly #host: SourceHost;
  readonly #modules = new Map<string, { version: string; module: SourceModule }>();
  /** Files that this run has asked for, whether they exist or not. */
  #used = new Map<string, SourceModule | undefined>();

  constructor(host: SourceHost) {
    this.#host = host;
  }

  /** Begins a run: every file is looked at afresh, once. */
  begin(): void {
    for (const path of this.#modules.keys()) if (!this.#used.has(path)) this.#modules.delete(path);
    this.#used = new Map();
  }

  /** The parsed file; `undefined` when there is none. */
  module(path: string): SourceModule | undefined {
    if (this.#used.has(path)) return this.#used.get(path);
    const module = this.#load(path);
    this.#used.set(path, module);
    return module;
  }

  /** The text of a file that was parsed in this run. */
  textOf(path: string): string | undefined {
    return this.#used.get(path)?.file.text;
  }

  /** Files that were read in this run. */
  files(): string[] {
    return [...this.#used].flatMap(([path, module]) => (module === undefined ? [] : [path])).sort();
  }

  #load(path: string): SourceModule | undefined {
    const version = this.#host.fileVersion(path);
    if (version === undefined) return undefined;
    const known = this.#modules.get(path);
    if (known?.version === version) return known.module;
    const text = this.#host.readFile(path);
    if (text === undefined) return undefined;
    const module = known?.module.file.text === text ? known.module : parseModule(path, text);
    this.#modules.set(path, { version, module });
    return module;
  }
}
