import type { Atoms } from './atoms.js';
import { literalAtoms, typeAtom } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { NotConstant, shortText } from './constant.js';
import { customResourceType } from './custom-resource.js';
import { fixedType } from './kubernetes-modules.js';
import { globalType } from './library-types.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';
import type { Resolution } from './resolver.js';

type Reference =
  TypeScript.TypeReferenceNode | TypeScript.ExpressionWithTypeArguments | TypeScript.ImportTypeNode;

/** A name with type arguments, wherever it is declared. */
export function referenceAtoms(reading: Reading, node: Reference, scope: Scope): Atoms {
  const name = nameOf(node);
  if (name !== undefined && ts.isIdentifier(name)) {
    const bound = scope.bindings.get(name.text);
    if (bound !== undefined) return bound;
  }
  const resolved = ts.isImportTypeNode(node)
    ? resolveImportType(reading, node, scope)
    : name === undefined
      ? ({ found: 'nothing', why: `'${shortText(node, scope)}' is no name` } as const)
      : reading.resolver.resolve(name, scope);
  const args = (): Atoms[] => (node.typeArguments ?? []).map((argument) => reading.evaluate(argument, scope));
  switch (resolved.found) {
    case 'global':
      return globalType(reading, resolved.name, node, scope);
    case 'entity':
      return reading.reference(resolved, args(), node, scope);
    case 'kubernetes':
      return kubernetesType(reading, resolved, args, node, scope);
    case 'module':
      return unsupported(reading, node, scope, `'${shortText(node, scope)}' is a module and not a type`);
    case 'nothing':
      return enumMember(reading, name, scope) ?? unresolved(reading, node, scope, resolved.why);
  }
}

function nameOf(node: Reference): TypeScript.EntityName | TypeScript.Expression | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  return ts.isImportTypeNode(node) ? node.qualifier : node.expression;
}

function resolveImportType(reading: Reading, node: TypeScript.ImportTypeNode, scope: Scope): Resolution {
  const { argument, qualifier } = node;
  if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal) || qualifier === undefined)
    return { found: 'nothing', why: `'${shortText(node, scope)}' names no type of a module` };
  const names = qualifier.getText(scope.module.file).split('.');
  let found = reading.resolver.foreign({ specifier: argument.literal.text, name: '*' }, scope.module.path);
  for (const name of names) found = reading.resolver.member(found, name);
  return found;
}

/** Types of `@kubewright/api`, whose schema is known by their names. */
function kubernetesType(
  reading: Reading,
  { module, name }: Extract<Resolution, { found: 'kubernetes' }>,
  args: () => Atoms[],
  node: TypeScript.Node,
  scope: Scope,
): Atoms {
  const fixed = fixedType(module, name);
  if (fixed !== undefined) return typeAtom(fixed);
  if (module.holds === 'objects' && name === 'CustomResource')
    return typeAtom(customResourceType(reading, args(), node, scope));
  const core = module.holds === 'group' ? reading.coreType(module.goPackage, name) : undefined;
  if (core !== undefined) return typeAtom(core);
  return unsupported(
    reading,
    node,
    scope,
    `'${name}' of @kubewright/api has no schema`,
    'it is meant for code; write the type of the data',
  );
}

/** `Color.Red`: one member of an enum as a type. */
function enumMember(
  reading: Reading,
  name: TypeScript.EntityName | TypeScript.Expression | undefined,
  scope: Scope,
): Atoms | undefined {
  if (name === undefined || !ts.isQualifiedName(name)) return undefined;
  const owner = reading.resolver.resolve(name.left, scope);
  if (owner.found !== 'entity' || !owner.declarations.some((one) => ts.isEnumDeclaration(one)))
    return undefined;
  try {
    const value = reading.constants.enumMembers(owner).get(name.right.text);
    return value === undefined ? undefined : literalAtoms([value]);
  } catch (error) {
    if (error instanceof NotConstant) return undefined;
    throw error;
  }
}

function unresolved(reading: Reading, node: TypeScript.Node, scope: Scope, why: string): Atoms {
  reading.report(
    'UnresolvedType',
    node,
    scope,
    `'${shortText(node, scope)}' cannot be read: ${why}`,
    'check the import, and that the package is installed and built',
  );
  return typeAtom({ type: 'any' });
}
