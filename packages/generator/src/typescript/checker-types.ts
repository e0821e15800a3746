import { dirname } from 'node:path';
import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { literalAtoms, typeAtom } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import type { KubernetesModules } from './kubernetes-modules.js';
import { fixedType } from './kubernetes-modules.js';
import { lazy } from './lazy.js';
import type { ModuleStore } from './module-store.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';
import type { SourceHost } from './source-host.js';

/** Types without names within each other; more than this is taken for a type that never ends. */
const MAX_DEPTH = 20;

export interface CheckerTypesOptions {
  readonly host: SourceHost;
  readonly store: ModuleStore;
  readonly kubernetes: KubernetesModules;
  readonly compilerOptions: TypeScript.CompilerOptions;
  readonly files: readonly string[];
  readonly reading: Reading;
}

/**
 * Types that are computed from code, as `ReturnType<typeof f>` or the types of validation libraries: asks TypeScript's
 * checker. It reads the whole project with all that it imports, a second's work, and so only when there is such a type.
 */
export class CheckerTypes {
  readonly #options: CheckerTypesOptions;
  readonly #program: () => TypeScript.Program;

  constructor(options: CheckerTypesOptions) {
    this.#options = options;
    this.#program = lazy(() => createProgram(options));
  }

  /** The alternatives of a type that is written in a file of the project. */
  atomsOf(node: TypeScript.TypeNode, scope: Scope): Atoms {
    const file = this.#program().getSourceFile(scope.module.path);
    const twin = file && twinOf(file, node);
    if (twin === undefined || !ts.isTypeNode(twin)) return this.#notUnderstood(node, scope);
    return this.#atoms(this.#checker.getTypeFromTypeNode(twin), node, scope, 0);
  }

  get #checker(): TypeScript.TypeChecker {
    return this.#program().getTypeChecker();
  }

  #atoms(type: TypeScript.Type, node: TypeScript.TypeNode, scope: Scope, depth: number): Atoms {
    const { flags } = type;
    const named = this.#named(type, node, scope);
    if (named !== undefined) return named;
    if (type.isUnion()) return type.types.flatMap((one) => this.#atoms(one, node, scope, depth));
    if (type.isStringLiteral() || type.isNumberLiteral()) return literalAtoms([type.value]);
    if (flags & ts.TypeFlags.BooleanLiteral)
      return literalAtoms([(type as TypeScript.Type & { intrinsicName: string }).intrinsicName === 'true']);
    if (flags & ts.TypeFlags.StringLike) return typeAtom({ type: 'scalar', scalar: 'string' });
    if (flags & ts.TypeFlags.NumberLike) return typeAtom({ type: 'scalar', scalar: 'number' });
    if (flags & ts.TypeFlags.Null) return [{ atom: 'null' }];
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return [{ atom: 'undefined' }];
    if (flags & ts.TypeFlags.Never) return [];
    if (flags & ts.TypeFlags.Unknown) return typeAtom({ type: 'any' });
    if (flags & ts.TypeFlags.NonPrimitive) return typeAtom({ type: 'any', isObject: true });
    if (type.isIntersection()) {
      const primitive = type.types.find((one) => !(one.flags & ts.TypeFlags.Object));
      return primitive === undefined
        ? this.#object(type, node, scope, depth)
        : this.#atoms(primitive, node, scope, depth);
    }
    if (flags & ts.TypeFlags.Object) return this.#object(type, node, scope, depth);
    return this.#notUnderstood(node, scope, type);
  }

  #object(type: TypeScript.Type, node: TypeScript.TypeNode, scope: Scope, depth: number): Atoms {
    const checker = this.#checker;
    const reading = this.#options.reading;
    if (depth > MAX_DEPTH || type.getCallSignatures().length > 0)
      return this.#notUnderstood(node, scope, type);
    if (checker.isTupleType(type) || checker.isArrayType(type)) {
      const items = checker.getTypeArguments(type as TypeScript.TypeReference);
      const tuple = checker.isTupleType(type) ? (type as TypeScript.TupleTypeReference).target : undefined;
      return this.#list(tuple, items, node, scope, depth);
    }
    if (isOfLibrary(this.#program(), type.symbol)) return this.#notUnderstood(node, scope, type);
    const properties = checker.getPropertiesOfType(type);
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index !== undefined && properties.length === 0) {
      const values = lazy(() => reading.settle(this.#atoms(index.type, node, scope, depth + 1), node, scope));
      return typeAtom({
        type: 'map',
        get values() {
          return values();
        },
      });
    }
    return typeAtom({
      type: 'object',
      fields: properties.map((one) => this.#field(one, node, scope, depth)),
    });
  }

  #list(
    tuple: TypeScript.TupleType | undefined,
    items: readonly TypeScript.Type[],
    node: TypeScript.TypeNode,
    scope: Scope,
    depth: number,
  ): Atoms {
    const reading = this.#options.reading;
    const types = lazy(() =>
      items.map((item) => reading.settle(this.#atoms(item, node, scope, depth + 1), node, scope)),
    );
    const array: SchemaType = {
      type: 'array',
      get items() {
        return types()[0] ?? { type: 'any' };
      },
    };
    if (tuple === undefined) return typeAtom(array);
    return typeAtom({
      type: 'tuple',
      get items() {
        return types();
      },
      minItems: tuple.minLength,
      ...(tuple.hasRestElement ? {} : { maxItems: items.length }),
    });
  }

  #field(symbol: TypeScript.Symbol, node: TypeScript.TypeNode, scope: Scope, depth: number): Field {
    const reading = this.#options.reading;
    const atoms = lazy(() => {
      const type = this.#checker.getTypeOfSymbol(symbol);
      return this.#atoms(type, node, scope, depth + 1);
    });
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    return reading.field({
      name: symbol.name,
      node,
      place: scope,
      atoms,
      hasQuestionMark: () => isOptional,
      optional: (alternatives) => isOptional || alternatives().some(({ atom }) => atom === 'undefined'),
      comments: () => this.#comments(symbol),
    });
  }

  /** Comments stand where the field is declared. */
  #comments(
    symbol: TypeScript.Symbol,
  ): { documentation: string; markers: [] } | ReturnType<Reading['comments']> {
    const [declaration] = symbol.declarations ?? [];
    const module = declaration && this.#options.store.module(declaration.getSourceFile().fileName);
    const twin = declaration && module && twinOf(module.file, declaration);
    if (module === undefined || twin === undefined) return { documentation: '', markers: [] };
    return this.#options.reading.comments(twin, { module, namespaces: [] }, 'field');
  }

  /** A type with a name of its own is read from its declaration, which keeps the name and ends recursion. */
  #named(type: TypeScript.Type, node: TypeScript.TypeNode, scope: Scope): Atoms | undefined {
    const symbol = type.aliasSymbol ?? type.symbol;
    const [declaration] = symbol?.declarations ?? [];
    if (symbol === undefined || declaration === undefined || (type.aliasTypeArguments?.length ?? 0) > 0)
      return undefined;
    const path = declaration.getSourceFile().fileName;
    const kubernetes = this.#options.kubernetes.of(path);
    if (kubernetes !== undefined) {
      const fixed = fixedType(kubernetes, symbol.name);
      const core =
        kubernetes.holds === 'group'
          ? this.#options.reading.coreType(kubernetes.goPackage, symbol.name)
          : undefined;
      const found = fixed ?? core;
      return found && typeAtom(found);
    }
    const isNamed =
      ts.isInterfaceDeclaration(declaration) ||
      ts.isEnumDeclaration(declaration) ||
      ts.isClassDeclaration(declaration);
    if (!isNamed || !ts.isSourceFile(declaration.parent) || isOfLibrary(this.#program(), symbol))
      return undefined;
    if (!ts.isEnumDeclaration(declaration) && (declaration.typeParameters?.length ?? 0) > 0) return undefined;
    const module = this.#options.store.module(path);
    const declarations = module?.names.declarations.get(symbol.name);
    if (module === undefined || declarations === undefined) return undefined;
    const entity = { found: 'entity', module, namespaces: [], name: symbol.name, declarations } as const;
    return this.#options.reading.reference(entity, undefined, node, scope);
  }

  #notUnderstood(node: TypeScript.TypeNode, scope: Scope, type?: TypeScript.Type): Atoms {
    const text = shortText(node, scope);
    const computed =
      type === undefined ? '' : `, which is '${this.#checker.typeToString(type).slice(0, 60)}'`;
    return unsupported(
      this.#options.reading,
      node,
      scope,
      `'${text}'${computed === `, which is '${text}'` ? '' : computed} has no schema`,
      'write the type of the data',
    );
  }
}

function createProgram({ host, store, compilerOptions, files }: CheckerTypesOptions): TypeScript.Program {
  const options: TypeScript.CompilerOptions = {
    ...compilerOptions,
    noEmit: true,
    skipLibCheck: true,
    // Ambient types, those of Node for example, are many, and none of them is data.
    types: [],
    composite: false,
    incremental: false,
  };
  delete options.tsBuildInfoFile;
  const compilerHost = ts.createCompilerHost(options, true);
  return ts.createProgram({
    rootNames: files,
    options,
    host: {
      ...compilerHost,
      fileExists: (path) => host.fileVersion(path) !== undefined || isOfCompiler(path, compilerHost),
      readFile: (path) => store.textOf(path) ?? host.readFile(path) ?? compilerHost.readFile(path),
      getSourceFile: (path, languageVersion) => {
        const text = store.textOf(path) ?? host.readFile(path) ?? compilerHost.readFile(path);
        return text === undefined ? undefined : ts.createSourceFile(path, text, languageVersion, true);
      },
    },
  });
}

/** The compiler's own library is on the disk, whatever the sources are read from. */
function isOfCompiler(path: string, compilerHost: TypeScript.CompilerHost): boolean {
  const folder = compilerHost.getDefaultLibLocation?.() ?? dirname(compilerHost.getDefaultLibFileName({}));
  return path.startsWith(folder) && compilerHost.fileExists(path);
}

/** Interfaces and classes of the library, such as Date; its utility types make types without a name. */
function isOfLibrary(program: TypeScript.Program, symbol: TypeScript.Symbol | undefined): boolean {
  if (symbol === undefined || !(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)))
    return false;
  const declarations = symbol.declarations ?? [];
  return declarations.some((declaration) => program.isSourceFileDefaultLibrary(declaration.getSourceFile()));
}

/** The node of another parse of the same text. */
function twinOf(file: TypeScript.SourceFile, node: TypeScript.Node): TypeScript.Node | undefined {
  const visit = (one: TypeScript.Node): TypeScript.Node | undefined => {
    if (one.pos === node.pos && one.end === node.end && one.kind === node.kind) return one;
    if (one.pos > node.pos || one.end < node.end) return undefined;
    return ts.forEachChild(one, visit);
  };
  return visit(file);
}
