import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { CommentBlock, Marker, MarkerTarget } from '../model/marker.js';
import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { attachedComments } from './comments.js';
import { ConstantReader } from './constant.js';
import type { TypeScript } from './compiler.js';
import { Declarations } from './declarations.js';
import { evaluate } from './evaluate.js';
import { atomsOf, flatFields, lazyField } from './fields.js';
import type { FileMarkers } from './file-markers.js';
import { isClosed, NeedsChecker } from './needs-checker.js';
import type { Comments, Reading, Scope } from './reading.js';
import type { Resolver } from './resolver.js';
import { settle } from './settle.js';
import { positionOf } from './source-module.js';
import { expressionAtoms } from './value-types.js';

/** Reads markers and documentation from comments. */
export type CommentReader = (
  blocks: readonly CommentBlock[],
  target: MarkerTarget,
) => { documentation: string; markers: readonly Marker[] };

export interface ReadingOptions {
  readonly resolver: Resolver;
  readonly diagnostics: Diagnostics;
  readonly coreType: (goPackage: string, name: string) => SchemaType | undefined;
  readonly readComments: CommentReader;
  readonly fileMarkers: FileMarkers;
  /** What the checker makes of a type that depends on no type parameters. */
  readonly checkerAtoms: (node: TypeScript.TypeNode, scope: Scope) => Atoms;
}

/** Puts the parts together that compute types. */
export function createReading(options: ReadingOptions): Reading {
  const { resolver, diagnostics, coreType, readComments, fileMarkers } = options;
  const comments = new Map<TypeScript.Node, Comments>();
  const reading: Reading = {
    resolver,
    constants: new ConstantReader(resolver),
    evaluate: (node, scope) => evaluate(reading, node, scope),
    evaluateExpression: (node, scope, isFixed) => expressionAtoms(reading, node, scope, isFixed),
    reference: (entity, args, node, scope) => declarations.reference(entity, args, node, scope),
    coreType,
    expand: (atoms) => declarations.expand(atoms),
    settle: (atoms, node, place) => settle(reading, atoms, node, place),
    fieldsOf: (type) => fieldsOf(reading, type),
    atomsOf,
    field: (init) => lazyField(reading, init),
    comments: (node, { module }, target) => {
      let found = comments.get(node);
      if (found === undefined) {
        if (target === 'type') fileMarkers.claim(node);
        const blocks = fileMarkers.without(attachedComments(module, node).blocks, target);
        found = blocks.length === 0 ? { documentation: '', markers: [] } : readComments(blocks, target);
        comments.set(node, found);
      }
      return found;
    },
    fallback: (node, scope) => {
      if (isClosed(node, scope)) return options.checkerAtoms(node, scope);
      throw new NeedsChecker(node, scope);
    },
    report: (code, node, { module }, message, hint) => {
      diagnostics.error(code, positionOf(module, node), message, hint);
    },
  };
  const declarations = new Declarations(reading);
  return reading;
}

/** Fields of objects, and of what names of objects stand for. */
function fieldsOf(reading: Reading, type: SchemaType): readonly Field[] | undefined {
  if (type.type === 'object') return flatFields(reading, type.fields);
  if (type.type !== 'reference') return undefined;
  const [atom, another] = reading.expand([{ atom: 'type', type }]);
  if (atom?.atom !== 'type' || another !== undefined) return undefined;
  // An alias of something without a name of its own, a type of Kubernetes, or an interface or class.
  return fieldsOf(reading, atom.type.type === 'reference' ? atom.type.declaration.declared : atom.type);
}
