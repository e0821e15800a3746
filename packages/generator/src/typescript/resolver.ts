import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import type { KubernetesModule, KubernetesModules } from './kubernetes-modules.js';
import type { ModuleStore } from './module-store.js';
import type { ForeignName, NamedDeclaration, NameTable } from './name-table.js';
import { nameTable } from './name-table.js';
import type { SourceHost } from './source-host.js';
import type { SourceModule } from './source-module.js';

/** A name with its declarations, and where they stand. */
export interface Entity {
  readonly found: 'entity';
  readonly module: SourceModule;
  /** Namespaces around it, the innermost first. */
  readonly namespaces: readonly NameTable[];
  /** With its namespaces: `Shapes.Circle`. */
  readonly name: string;
  readonly declarations: readonly NamedDeclaration[];
}

/** What a name turns out to be. */
export type Resolution =
  | Entity
  | { readonly found: 'module'; readonly module: SourceModule; readonly specifier: string }
  /** A name of `@kubewright/api`, whose file need not be read. */
  | {
      readonly found: 'kubernetes';
      readonly module: KubernetesModule;
      readonly name: string;
      readonly path: string;
    }
  /** Declared nowhere in sight: a name of the language's library, or none at all. */
  | { readonly found: 'global'; readonly name: string }
  | { readonly found: 'nothing'; readonly why: string };

/** Where a name is looked up. */
export interface Place {
  readonly module: SourceModule;
  readonly namespaces: readonly NameTable[];
}

export interface ResolverOptions {
  readonly host: SourceHost;
  readonly store: ModuleStore;
  readonly compilerOptions: TypeScript.CompilerOptions;
  readonly kubernetes: KubernetesModules;
  /** Whether a Go package has a type of this name. */
  readonly hasCoreType: (goPackage: string, name: string) => boolean;
}

/** Follows names through imports and re-exports, and reads only the files that they lead to. */
export class Resolver {
  readonly #options: ResolverOptions;
  readonly #resolutionHost: TypeScript.ModuleResolutionHost;
  readonly #cache: TypeScript.ModuleResolutionCache;

  constructor(options: ResolverOptions) {
    const { host, compilerOptions } = options;
    this.#options = options;
    this.#resolutionHost = {
      fileExists: (path) => host.fileVersion(path) !== undefined,
      readFile: (path) => host.readFile(path),
      directoryExists: (path) => host.directoryExists(path),
      realpath: (path) => host.realpath(path),
    };
    this.#cache = ts.createModuleResolutionCache('/', (name) => name, compilerOptions);
  }

  /** A name as it is written: `Container`, `core.Container`. */
  resolve(name: TypeScript.EntityName | TypeScript.Expression, place: Place): Resolution {
    if (ts.isIdentifier(name)) return this.#resolveIdentifier(name.text, place);
    if (ts.isQualifiedName(name)) return this.member(this.resolve(name.left, place), name.right.text);
    if (ts.isPropertyAccessExpression(name))
      return this.member(this.resolve(name.expression, place), name.name.text);
    return { found: 'nothing', why: `'${name.getText(place.module.file)}' is not a name` };
  }

  /** A member of a namespace or of a module imported as a whole. */
  member(of: Resolution, name: string): Resolution {
    if (of.found === 'module') return this.#memberOfModule(of.module, of.specifier, name);
    if (of.found !== 'entity') return of;
    for (const declaration of of.declarations) {
      if (!ts.isModuleDeclaration(declaration) || declaration.body === undefined) continue;
      const { body } = declaration;
      const table = nameTable(
        ts.isModuleBlock(body) ? body.statements : ts.isModuleDeclaration(body) ? [body] : [],
      );
      const declarations = table.declarations.get(name);
      if (declarations !== undefined)
        return {
          found: 'entity',
          module: of.module,
          namespaces: [table, ...of.namespaces],
          name: `${of.name}.${name}`,
          declarations,
        };
    }
    return { found: 'nothing', why: `'${of.name}' has no member '${name}'` };
  }

  #memberOfModule(module: SourceModule, specifier: string, name: string): Resolution {
    return (
      this.#exportOf(module, name, new Set()) ?? {
        found: 'nothing',
        why: `'${specifier}' exports no '${name}'`,
      }
    );
  }

  /** The module that a specifier means in a file; `undefined` when it cannot be found. */
  resolveModule(specifier: string, from: string): string | undefined {
    return ts.resolveModuleName(
      specifier,
      from,
      this.#options.compilerOptions,
      this.#resolutionHost,
      this.#cache,
      undefined,
      ts.ModuleKind.ESNext,
    ).resolvedModule?.resolvedFileName;
  }

  /** What a name of another module is, seen from a file. */
  foreign(name: ForeignName, from: string): Resolution {
    return (
      this.#foreign(name, from, new Set()) ?? {
        found: 'nothing',
        why: `'${name.specifier}' exports no '${name.name}'`,
      }
    );
  }

  #resolveIdentifier(name: string, place: Place): Resolution {
    const { module } = place;
    for (const [index, table] of place.namespaces.entries()) {
      const declarations = table.declarations.get(name);
      if (declarations !== undefined)
        return { found: 'entity', module, namespaces: place.namespaces.slice(index), name, declarations };
    }
    const local = this.#local(module, name);
    if (local !== undefined) return local;
    const imported = module.names.imports.get(name);
    return imported === undefined ? { found: 'global', name } : this.foreign(imported, module.path);
  }

  #local(module: SourceModule, name: string): Entity | undefined {
    const declarations = module.names.declarations.get(name);
    return declarations && { found: 'entity', module, namespaces: [], name, declarations };
  }

  #foreign({ specifier, name }: ForeignName, from: string, seen: Set<string>): Resolution | undefined {
    const path = this.resolveModule(specifier, from);
    if (path === undefined) return { found: 'nothing', why: `the module '${specifier}' cannot be found` };
    const kubernetes = this.#options.kubernetes.of(path);
    if (kubernetes !== undefined && name !== '*') return this.#kubernetesName(kubernetes, name, path);
    const module = this.#options.store.module(path);
    if (module === undefined) return { found: 'nothing', why: `the module '${specifier}' cannot be read` };
    if (name === '*') return { found: 'module', module, specifier };
    return this.#exportOf(module, name, seen);
  }

  #kubernetesName(module: KubernetesModule, name: string, path: string): Resolution | undefined {
    if (module.holds === 'group' && !this.#options.hasCoreType(module.goPackage, name)) return undefined;
    return { found: 'kubernetes', module, name, path };
  }

  #exportOf(module: SourceModule, name: string, seen: Set<string>): Resolution | undefined {
    const key = `${module.path}#${name}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    const kubernetes = this.#options.kubernetes.of(module.path);
    if (kubernetes !== undefined) return this.#kubernetesName(kubernetes, name, module.path);
    const exported = module.names.exports.get(name);
    if (typeof exported === 'object') return this.#foreign(exported, module.path, seen);
    if (exported !== undefined) {
      const imported = module.names.imports.get(exported);
      return this.#local(module, exported) ?? (imported && this.#foreign(imported, module.path, seen));
    }
    for (const specifier of module.names.stars) {
      const found = this.#foreign({ specifier, name }, module.path, seen);
      if (found !== undefined && found.found !== 'nothing') return found;
    }
    const whole = module.names.exports.get('export=');
    if (whole !== undefined && typeof whole === 'string') {
      const entity = this.#local(module, whole);
      if (entity !== undefined) return name === 'default' ? entity : this.member(entity, name);
    }
    // In declaration files every name of the module is exported, unless one says otherwise.
    return module.file.isDeclarationFile ? this.#local(module, name) : undefined;
  }
}
