import { dirname, relative, resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { MarkerRegistry } from '../markers/registry.js';
import { readComments } from '../markers/read-comments.js';
import type { FileMarker, ProgramModel, RootType } from '../model/program-model.js';
import type { SchemaType } from '../model/schema-type.js';
import { CheckerTypes } from './checker-types.js';
import { ts } from './compiler.js';
import { createReading } from './create-reading.js';
import type { CommentReader } from './create-reading.js';
import { FileMarkers } from './file-markers.js';
import { KubernetesModules } from './kubernetes-modules.js';
import { ModuleStore } from './module-store.js';
import { lowerCased, projectFiles } from './project-files.js';
import type { Reading } from './reading.js';
import { Resolver } from './resolver.js';
import { definedKinds, markedKinds } from './roots.js';
import { fileSystem } from './source-host.js';
import type { SourceHost } from './source-host.js';
import { positionAt } from './source-module.js';
import type { SourceModule } from './source-module.js';
import { visitModel } from './visit-model.js';

export interface ProgramReaderOptions {
  /** The project: where its tsconfig.json lies, and what relative paths are relative to. */
  readonly folder: string;
  /**
   * Paths and globs, relative to the folder. Defaults to the files of the folder's tsconfig.json, or to all of `src`
   * where that chooses none; tests and declaration files are left out.
   */
  readonly files?: readonly string[];
  readonly registry: MarkerRegistry;
  /** The types of Kubernetes by Go package and name; `undefined` for what it does not have. */
  readonly coreType: (goPackage: string, name: string) => SchemaType | undefined;
  /** Where sources are read from. Defaults to the file system. */
  readonly host?: SourceHost;
}

/** Reads a project again and again; files that did not change are not parsed again. */
export class ProgramReader {
  readonly #options: ProgramReaderOptions;
  readonly #host: SourceHost;
  readonly #store: ModuleStore;

  constructor(options: ProgramReaderOptions) {
    this.#options = options;
    this.#host = options.host ?? fileSystem;
    this.#store = new ModuleStore(this.#host);
  }

  /** What the project says now. Findings go to `diagnostics`; nothing is thrown for what a user wrote. */
  read(diagnostics: Diagnostics): ProgramModel {
    const { registry, coreType, files } = this.#options;
    const folder = resolve(this.#options.folder);
    const host = this.#host;
    const store = this.#store;
    store.begin();
    const project = projectFiles({ folder, host, diagnostics, ...(files === undefined ? {} : { files }) });
    const modules = project.files.flatMap((path) => store.module(path) ?? []);
    for (const module of modules) reportSyntaxErrors(module, diagnostics);
    const comments: CommentReader = (blocks, target) =>
      readComments({ blocks, target, registry, diagnostics });
    const markers = new FileMarkers(registry, comments);
    const kubernetes = new KubernetesModules(host);
    const resolver = new Resolver({
      host,
      store,
      compilerOptions: project.compilerOptions,
      kubernetes,
      hasCoreType: (goPackage, name) => coreType(goPackage, name) !== undefined,
    });
    const reading: Reading = createReading({
      resolver,
      diagnostics,
      coreType,
      readComments: comments,
      fileMarkers: markers,
      checkerAtoms: (node, scope) => checker.atomsOf(node, scope),
    });
    const checker = new CheckerTypes({
      host,
      store,
      kubernetes,
      compilerOptions: project.compilerOptions,
      files: project.files,
      reading,
    });
    const named = modules.map((module) => definedKinds(reading, module));
    const markersOf = modules.map((module) => markers.read(module));
    const inFolder = (folder: string): FileMarker[] =>
      markersOf.flat().filter(({ file }) => dirname(file) === folder);
    const roots = modules.flatMap((module, index): RootType[] => {
      const ofFolder = inFolder(dirname(module.path));
      if (ofFolder.some(({ name }) => name === 'kubebuilder:skip')) return [];
      const defined = named[index] ?? [];
      const ids = new Set(defined.map(({ declaration }) => declaration.id));
      const marked = markedKinds(reading, module, ofFolder, diagnostics);
      return [...defined, ...marked.filter(({ declaration }) => !ids.has(declaration.id))];
    });
    const config = project.configFile === undefined ? [] : [project.configFile];
    return {
      roots: uniqueKinds(visitModel(roots, diagnostics), folder, diagnostics),
      fileMarkers: markersOf.flat(),
      files: [...store.files(), ...config].sort(),
    };
  }
}

/** Each kind once: a second type for the same kind and version is an error. */
function uniqueKinds(roots: readonly RootType[], folder: string, diagnostics: Diagnostics): RootType[] {
  const kinds = new Map<string, RootType>();
  for (const root of roots) {
    const name = `${root.group}/${root.version} ${root.kind}`;
    const first = kinds.get(name);
    if (first === undefined) kinds.set(name, root);
    else
      diagnostics.error(
        'ConflictingKinds',
        root.position,
        `${name} is defined twice, first in ${relative(folder, first.position?.file ?? folder)}`,
        'remove one of them, or mark the folder of a kind that someone else defines +kubebuilder:skip',
      );
  }
  return [...kinds.values()];
}

function reportSyntaxErrors({ path, file, syntaxErrors }: SourceModule, diagnostics: Diagnostics): void {
  for (const { start, messageText } of syntaxErrors)
    diagnostics.error(
      'SyntaxError',
      positionAt({ path, file }, start),
      lowerCased(ts.flattenDiagnosticMessageText(messageText, ' ')),
    );
}
