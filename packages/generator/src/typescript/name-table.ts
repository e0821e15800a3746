import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';

/** A declaration that gives a name to a type, a value or a namespace. */
export type NamedDeclaration =
  | TypeScript.InterfaceDeclaration
  | TypeScript.ClassDeclaration
  | TypeScript.TypeAliasDeclaration
  | TypeScript.EnumDeclaration
  | TypeScript.ModuleDeclaration
  | TypeScript.VariableDeclaration
  | TypeScript.FunctionDeclaration;

/** What a name stands for in another module: `*` is the whole of it. */
export interface ForeignName {
  readonly specifier: string;
  readonly name: string;
}

/** The names of a file or of a namespace. */
export interface NameTable {
  /** All declarations of a name, which TypeScript merges. */
  readonly declarations: ReadonlyMap<string, readonly NamedDeclaration[]>;
  readonly imports: ReadonlyMap<string, ForeignName>;
  /** By exported name: a name of this table, or one of another module. */
  readonly exports: ReadonlyMap<string, string | ForeignName>;
  /** Modules of `export * from`. */
  readonly stars: readonly string[];
}

/** Reads the statements of a file or namespace without looking into function bodies. */
export function nameTable(statements: readonly TypeScript.Statement[]): NameTable {
  const declarations = new Map<string, NamedDeclaration[]>();
  const imports = new Map<string, ForeignName>();
  const exports = new Map<string, string | ForeignName>();
  const stars: string[] = [];
  const declare = (name: string, declaration: NamedDeclaration, statement: TypeScript.Node): void => {
    const known = declarations.get(name);
    if (known === undefined) declarations.set(name, [declaration]);
    else known.push(declaration);
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) exports.set('default', name);
    else if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) exports.set(name, name);
  };
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        if (ts.isIdentifier(declaration.name)) declare(declaration.name.text, declaration, statement);
    } else if (isNamedStatement(statement)) {
      declare(statement.name?.text ?? 'default', statement, statement);
    } else if (ts.isImportDeclaration(statement)) {
      readImport(statement, imports);
    } else if (ts.isImportEqualsDeclaration(statement)) {
      const from = statement.moduleReference;
      if (ts.isExternalModuleReference(from) && ts.isStringLiteral(from.expression))
        imports.set(statement.name.text, { specifier: from.expression.text, name: '*' });
    } else if (ts.isExportDeclaration(statement)) {
      readExport(statement, exports, stars);
    } else if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) {
      exports.set(statement.isExportEquals === true ? 'export=' : 'default', statement.expression.text);
    }
  }
  return { declarations, imports, exports, stars };
}

function isNamedStatement(
  statement: TypeScript.Statement,
): statement is Exclude<NamedDeclaration, TypeScript.VariableDeclaration> {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement) ||
    ts.isFunctionDeclaration(statement)
  );
}

function readImport(statement: TypeScript.ImportDeclaration, imports: Map<string, ForeignName>): void {
  const { importClause, moduleSpecifier } = statement;
  if (importClause === undefined || !ts.isStringLiteral(moduleSpecifier)) return;
  const specifier = moduleSpecifier.text;
  if (importClause.name !== undefined) imports.set(importClause.name.text, { specifier, name: 'default' });
  const bindings = importClause.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, { specifier, name: '*' });
  else
    for (const { name, propertyName } of bindings.elements)
      imports.set(name.text, { specifier, name: (propertyName ?? name).text });
}

function readExport(
  statement: TypeScript.ExportDeclaration,
  exports: Map<string, string | ForeignName>,
  stars: string[],
): void {
  const { exportClause, moduleSpecifier } = statement;
  const specifier =
    moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (exportClause === undefined) {
    if (specifier !== undefined) stars.push(specifier);
  } else if (ts.isNamespaceExport(exportClause)) {
    if (specifier !== undefined) exports.set(exportClause.name.text, { specifier, name: '*' });
  } else {
    for (const { name, propertyName } of exportClause.elements) {
      const inner = (propertyName ?? name).text;
      exports.set(name.text, specifier === undefined ? inner : { specifier, name: inner });
    }
  }
}
