import { Diagnostics } from '../diagnostics/diagnostics.js';
import { readComments } from '../markers/read-comments.js';
import type { MarkerRegistry } from '../markers/registry.js';
import type { CommentBlock, MarkerTarget } from '../model/marker.js';
import type { Field, KnownType, SchemaType, TypeDeclaration } from '../model/schema-type.js';
import { packages } from './generated/index.js';
import { knownType, parseGoType } from './go-type.js';

/** The types of Kubernetes' own API, by Go package (`k8s.io/api/core/v1`) and name. */
export interface CoreTypes {
  /** The schema of a type of that name; undefined when Kubernetes 1.36 has none. */
  find(goPackage: string, name: string): SchemaType | undefined;
}

interface GoDeclaration extends Commented {
  readonly type?: string;
  readonly fields?: readonly GoField[];
}

interface GoField extends Commented {
  readonly name?: string;
  readonly optional?: boolean;
  readonly type: string;
}

interface Commented {
  readonly doc?: string;
  readonly markers?: readonly string[];
}

/**
 * The Go types of Kubernetes 1.36 as controller-gen reads them: comments with their line breaks, the markers on types and
 * fields, fields that Go embeds as `inline`. Types are read when first asked for, and once.
 */
export function createCoreTypes(options: { registry: MarkerRegistry }): CoreTypes {
  const { registry } = options;
  const declarations = new Map<string, TypeDeclaration>();

  function declarationOf(goPackage: string, name: string): TypeDeclaration | undefined {
    const id = `${goPackage}#${name}`;
    const made = declarations.get(id);
    if (made !== undefined) return made;
    const json = packages[goPackage]?.[name];
    if (json === undefined) return undefined;
    const declaration = declare(id, name, JSON.parse(json) as GoDeclaration);
    declarations.set(id, declaration);
    return declaration;
  }

  function declare(id: string, name: string, go: GoDeclaration): TypeDeclaration {
    let declared: SchemaType | undefined;
    return {
      id,
      name,
      ...commentsOf(go, 'type'),
      get declared() {
        return (declared ??= typeOf(go));
      },
    };
  }

  function typeOf({ fields, type }: GoDeclaration): SchemaType {
    if (type !== undefined) return parseGoType(type, declarationOf);
    return { type: 'object', fields: (fields ?? []).map(fieldOf) };
  }

  function fieldOf(go: GoField): Field {
    return {
      name: go.name ?? '',
      optional: go.optional === true,
      ...commentsOf(go, 'field'),
      fieldType: parseGoType(go.type, declarationOf),
      ...(go.name === undefined ? { inline: true } : {}),
    };
  }

  function commentsOf({ doc, markers = [] }: Commented, target: MarkerTarget) {
    const lines = [...(doc === undefined ? [] : doc.split('\n')), ...markers];
    const block: CommentBlock = { place: 'doc', lines: lines.map((text) => ({ text })) };
    // What their comments hold for other generators is nobody's mistake here.
    return readComments({ blocks: [block], target, registry, diagnostics: new Diagnostics(), syntax: 'go' });
  }

  return {
    find(goPackage, name) {
      const known: KnownType | undefined = knownType(goPackage, name);
      if (known !== undefined) return known;
      const declaration = declarationOf(goPackage, name);
      return declaration === undefined ? undefined : { type: 'reference', declaration };
    },
  };
}
