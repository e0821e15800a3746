import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesUnder } from './tree.mjs';

/**
 * What a package offers: every subpath of its `exports` with the names behind it, one a line.
 * Families of generated modules (`./*`) are listed as subpaths without their names.
 */
export function describeExports(packageFolder) {
  const description = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const lines = [];
  for (const [subpath, conditions] of Object.entries(description.exports)) {
    const source = conditions['@kubewright/source'];
    if (source === undefined) {
      // A file as it is, such as package.json.
      lines.push(description.name + subpath.slice(1));
    } else if (subpath.includes('*')) {
      lines.push(...familyOf(packageFolder, source).map((member) => `${description.name}/${member}`));
    } else {
      lines.push(description.name + subpath.slice(1));
      lines.push(...exportedNames(path.join(packageFolder, source)).map((name) => `  ${name}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

function familyOf(packageFolder, pattern) {
  const [before, after] = path.posix.normalize(pattern).split('*');
  return filesUnder(path.join(packageFolder, before))
    .filter((file) => file.endsWith(after))
    .map((file) => file.slice(0, -after.length));
}

/** The names a module exports, types marked as such. The module lists them itself: `export *` is an error. */
export function exportedNames(file, text = readFileSync(file, 'utf8')) {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => namesOf(statement, file)).sort();
}

function namesOf(statement, file) {
  if (ts.isExportDeclaration(statement)) {
    if (statement.exportClause === undefined) throw new Error(`${file}: "export *" hides what is exported`);
    if (ts.isNamespaceExport(statement.exportClause)) return [statement.exportClause.name.text];
    return statement.exportClause.elements.map((element) =>
      marked(element.name.text, statement.isTypeOnly || element.isTypeOnly),
    );
  }
  const isExported = ts.canHaveModifiers(statement)
    ? ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)
    : false;
  if (!isExported) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) => declaration.name.text);
  }
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return [marked(statement.name.text, isType)];
}

const marked = (name, isType) => (isType ? `type ${name}` : name);
