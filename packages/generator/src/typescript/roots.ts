import { basename, dirname } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Marker } from '../model/marker.js';
import { lastMarker } from '../model/marker.js';
import type { FileMarker, RootType } from '../model/program-model.js';
import type { SchemaType, TypeDeclaration } from '../model/schema-type.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import type { Constant } from './constant.js';
import { NotConstant } from './constant.js';
import type { Reading, Scope } from './reading.js';
import { guarded } from './reading.js';
import { positionOf } from './source-module.js';
import type { SourceModule } from './source-module.js';

const OBJECT_ROOT = 'kubebuilder:object:root';

/** Kinds that `defineKind` names in a file. */
export function definedKinds(reading: Reading, module: SourceModule): RootType[] {
  if (!module.file.text.includes('defineKind')) return [];
  const roots: RootType[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isCallExpression(node) && isDefineKind(reading, node, module)) {
      const root = definedKind(reading, node, module);
      if (root !== undefined) roots.push(root);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.file);
  return roots;
}

function isDefineKind(reading: Reading, call: TypeScript.CallExpression, module: SourceModule): boolean {
  const { expression } = call;
  if (!ts.isIdentifier(expression) && !ts.isPropertyAccessExpression(expression)) return false;
  const resolved = reading.resolver.resolve(expression, { module, namespaces: [] });
  if (resolved.found === 'kubernetes')
    return resolved.module.holds === 'kinds' && resolved.name === 'defineKind';
  if (resolved.found !== 'nothing' || !ts.isIdentifier(expression)) return false;
  // The package is not installed: what is missing is told where its types are used.
  const imported = module.names.imports.get(expression.text);
  return imported?.name === 'defineKind' && /^(?:kubewright|@kubewright\/api)$/.test(imported.specifier);
}

function definedKind(
  reading: Reading,
  call: TypeScript.CallExpression,
  module: SourceModule,
): RootType | undefined {
  const scope: Scope = { module, namespaces: [], bindings: new Map() };
  const type = call.typeArguments?.[0] ?? kindOfVariable(call);
  const [argument] = call.arguments;
  // Without a type there is nothing to make a schema of: a kind that someone else defines.
  if (type === undefined || argument === undefined) return undefined;
  const names = kindNames(reading, argument, scope);
  if (names === undefined) return undefined;
  const declaration = rootDeclaration(reading, type, names.kind, call, scope);
  return declaration && { ...names, declaration, position: positionOf(module, call) };
}

/** The T of `const X: Kind<T> = defineKind(...)`. */
function kindOfVariable(call: TypeScript.CallExpression): TypeScript.TypeNode | undefined {
  const { parent } = call;
  if (!ts.isVariableDeclaration(parent) || parent.type === undefined || !ts.isTypeReferenceNode(parent.type))
    return undefined;
  return parent.type.typeArguments?.[0];
}

type KindNames = Pick<RootType, 'group' | 'version' | 'kind' | 'plural' | 'namespaced'>;

function kindNames(reading: Reading, argument: TypeScript.Expression, scope: Scope): KindNames | undefined {
  let value: Constant;
  try {
    value = reading.constants.read(argument, scope);
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error;
    reading.report(
      'InvalidKind',
      error.node,
      error.place,
      `the names of the kind cannot be read from the source: ${error.message}`,
      'write them as literals or constants',
    );
    return undefined;
  }
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, Constant>) : {};
  const { plural, namespaced } = fields;
  const [group, version, kind] = (['group', 'version', 'kind'] as const).map((name) =>
    kindName(reading, name, fields[name], argument, scope),
  );
  if (group === undefined || version === undefined || kind === undefined) return undefined;
  return {
    group,
    version,
    kind,
    ...(typeof plural === 'string' ? { plural } : {}),
    ...(typeof namespaced === 'boolean' ? { namespaced } : {}),
  };
}

function kindName(
  reading: Reading,
  name: 'group' | 'version' | 'kind',
  value: Constant,
  node: TypeScript.Node,
  scope: Scope,
): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  const example = { group: 'example.com', version: 'v1', kind: 'MyKind' }[name];
  reading.report(
    'InvalidKind',
    node,
    scope,
    value === undefined ? `the kind has no ${name}` : `the ${name} of the kind is ${JSON.stringify(value)}`,
    `write ${name}: '${example}', for example`,
  );
  return undefined;
}

/** The type of a kind, with the markers and the documentation of the constant that `defineKind` is assigned to. */
function rootDeclaration(
  reading: Reading,
  type: TypeScript.TypeNode,
  kind: string,
  call: TypeScript.CallExpression,
  scope: Scope,
): TypeDeclaration | undefined {
  const declared = reading.settle(
    guarded(reading, () => reading.evaluate(type, scope)),
    type,
    scope,
  );
  // The types of Kubernetes' own kinds, and objects of any kind, are nobody's to define.
  if (declared.type === 'known') return undefined;
  if (declared.type === 'reference' && !declared.declaration.id.startsWith('/')) return undefined;
  const statement = call.parent.parent?.parent;
  const constant =
    statement !== undefined && ts.isVariableStatement(statement)
      ? reading.comments(statement, scope, 'type')
      : { documentation: '', markers: [] };
  const own =
    declared.type === 'reference' ? declared.declaration : unnamed(kind, declared, call, scope.module);
  if (constant.documentation === '' && constant.markers.length === 0) return own;
  return {
    id: own.id,
    name: own.name,
    get documentation() {
      return own.documentation === '' ? constant.documentation : own.documentation;
    },
    get markers(): readonly Marker[] {
      return [...own.markers, ...constant.markers];
    },
    get declared() {
      return own.declared;
    },
    ...(own.position === undefined ? {} : { position: own.position }),
  };
}

function unnamed(
  kind: string,
  declared: SchemaType,
  node: TypeScript.Node,
  module: SourceModule,
): TypeDeclaration {
  const id = `${module.path}#${kind}`;
  return { id, name: kind, documentation: '', markers: [], declared, position: positionOf(module, node) };
}

/** Types of a file that are marked as kinds, with the group and version of their folder. */
export function markedKinds(
  reading: Reading,
  module: SourceModule,
  folder: readonly FileMarker[],
  diagnostics: Diagnostics,
): RootType[] {
  return [...module.names.declarations].flatMap(([name, declarations]): RootType[] => {
    if (!module.file.text.includes(OBJECT_ROOT)) return [];
    const type = declarations.find(
      (one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one) || ts.isTypeAliasDeclaration(one),
    );
    if (type === undefined || !mentionsRoot(module, type)) return [];
    const scope: Scope = { module, namespaces: [], bindings: new Map() };
    const entity = { found: 'entity', module, namespaces: [], name, declarations } as const;
    const [atom] = reading.reference(entity, undefined, type, scope);
    if (atom?.atom !== 'type' || atom.type.type !== 'reference') return [];
    const { declaration } = atom.type;
    if (lastMarker(declaration.markers, OBJECT_ROOT)?.value !== true || isList(reading, atom.type)) return [];
    const { group, version } = folderNames(module, folder);
    if (group === undefined || version === undefined) {
      diagnostics.error(
        'InvalidKind',
        declaration.position,
        `the kind '${name}' has no ${group === undefined ? 'group' : 'version'}`,
        group === undefined
          ? 'write // +groupName=example.com in a file of the folder, or use defineKind'
          : 'write // +versionName=v1 in a file of the folder, or use defineKind',
      );
      return [];
    }
    return [
      {
        group,
        version,
        kind: name,
        declaration,
        ...(declaration.position ? { position: declaration.position } : {}),
      },
    ];
  });
}

function mentionsRoot(module: SourceModule, node: TypeScript.Node): boolean {
  return module.file.text.slice(node.pos, node.getStart(module.file)).includes(OBJECT_ROOT);
}

/** A type like `AppServiceList`: in Go it is marked as a root too, and no kind of its own. */
function isList(reading: Reading, type: SchemaType): boolean {
  const fields = reading.fieldsOf(type) ?? [];
  const items = fields.find(({ name }) => name === 'items');
  return (
    items !== undefined && fields.some(({ name }) => name === 'metadata') && items.fieldType.type === 'array'
  );
}

function folderNames(
  module: SourceModule,
  folder: readonly FileMarker[],
): { group: string | undefined; version: string | undefined } {
  const text = (name: string): string | undefined => {
    const value = lastMarker(folder, name)?.value;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const name = basename(dirname(module.path));
  return {
    group: text('groupName'),
    version: text('versionName') ?? (/^v\d+(?:(?:alpha|beta)\d+)?$/.test(name) ? name : undefined),
  };
}
