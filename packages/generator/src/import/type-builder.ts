import { isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { markersForItems, placeConstraints, typeConstraints } from './constraints.js';
import type { Constraints } from './constraints.js';
import type { CoreTypeMatcher } from './core-type-names.js';
import { joinPatches, patchWithin } from './patch.js';
import { scalarType } from './scalar-type.js';
import { createShapes } from './shapes.js';
import { importedNode, textNode } from './type-node.js';
import type { Draft, DraftContent, DraftField, TypeNode } from './type-node.js';

/** Turns schemas into types; equal schemas give one draft. */
export interface TypeBuilder {
  /** The draft of a whole object of the API. */
  kind(name: string, schema: JSONSchemaProps): Draft;
}

export interface TypeBuilderOptions {
  readonly coreTypes: CoreTypeMatcher;
  /** What a `$ref` of an OpenAPI document leads to; undefined when it leads nowhere. */
  readonly resolve: (reference: string) => Resolved | undefined;
}

/** A type that needs no draft, or a schema that the document gives a name. */
export type Resolved =
  { readonly type: TypeNode } | { readonly name: string; readonly schema: JSONSchemaProps };

/** A type, and what must stand beside it. */
interface Built extends Constraints {
  readonly type: TypeNode;
}

/** The fields that `KubernetesObject` has; their descriptions are Kubernetes' own. */
const OBJECT_FIELDS = ['apiVersion', 'kind', 'metadata'];

export function createTypeBuilder(options: TypeBuilderOptions): TypeBuilder {
  const shapes = createShapes({ descriptions: true });
  const drafts = new Map<string, Draft>();

  /** Drafts are remembered before their content is made, so that a type may hold itself. */
  function draftOf(id: string, content: () => DraftContent, fixedName?: string): Draft {
    const known = drafts.get(id);
    if (known !== undefined) return known;
    const draft = { id, ...(fixedName === undefined ? {} : { fixedName }) } as Draft;
    drafts.set(id, draft);
    draft.content = content();
    return draft;
  }

  /** Without null, and without what belongs to the place. */
  function typeOf(schema: JSONSchemaProps, fieldName: string): Built {
    const { $ref: reference } = schema;
    if (reference !== undefined) return built(referenceType(reference), schema, ['$ref']);
    const core = options.coreTypes.match(schema);
    if (core !== undefined) return { type: importedNode(core.name, core.module), markers: [] };
    const scalar = scalarType(schema);
    if (scalar !== undefined) return built(scalar.type, schema, scalar.tells);
    if (schema.type === 'array') return arrayType(schema, fieldName);
    if (schema.type === 'object') return objectType(schema, fieldName);
    return built(textNode('unknown'), schema, ['x-kubernetes-preserve-unknown-fields']);
  }

  function referenceType(reference: string): TypeNode {
    const resolved = options.resolve(reference);
    if (resolved === undefined) return textNode('unknown');
    if ('type' in resolved) return resolved.type;
    const { name, schema } = resolved;
    const draft = draftOf(
      reference,
      () => ({ ...declared(schema, name), documentation: schema.description ?? '' }),
      name,
    );
    return { node: 'draft', draft, documentation: undefined };
  }

  /** What a schema with a name says: an interface where it has fields, else an alias. */
  function declared(schema: JSONSchemaProps, fieldName: string): DraftContent {
    const { properties } = schema;
    if (properties !== undefined && schema.type === 'object') return interfaceOf(schema, properties);
    const { type, ...constraints } = typeOf(schema, fieldName);
    return { body: { alias: type }, ...constraints };
  }

  function arrayType(schema: JSONSchemaProps, fieldName: string): Built {
    const { items } = schema;
    if (!isJsonObject(items)) return built({ node: 'array', items: textNode('unknown') }, schema, ['type']);
    const inner = innerType(items, fieldName, true);
    return built({ node: 'array', items: inner.type }, schema, ['type', 'items'], {
      markers: inner.markers,
      patch: patchWithin('items', inner.patch),
    });
  }

  function objectType(schema: JSONSchemaProps, fieldName: string): Built {
    const { properties = {}, additionalProperties } = schema;
    if (Object.keys(properties).length > 0) {
      const draft = draftOf(`shape:${shapes.ofType(schema)}`, () => interfaceOf(schema, properties));
      return { type: { node: 'draft', draft, documentation: undefined }, markers: [] };
    }
    if (isJsonObject(additionalProperties)) {
      const inner = innerType(additionalProperties, fieldName, false);
      return built({ node: 'map', values: inner.type }, schema, ['type', 'additionalProperties'], {
        markers: inner.markers,
        patch: patchWithin('additionalProperties', inner.patch),
      });
    }
    const keeps = 'x-kubernetes-preserve-unknown-fields';
    if (schema[keeps] === true) return built(importedNode('RawExtension'), schema, ['type', keeps]);
    if (additionalProperties === true)
      return built(importedNode('RawExtension'), schema, ['type'], { markers: [], patch: { [keeps]: null } });
    // Metadata within a template: controller-gen says nothing of its fields.
    if (fieldName === 'metadata') return built(importedNode('ObjectMeta'), schema, ['type']);
    return built(textNode('Record<string, never>'), schema, ['type']);
  }

  function interfaceOf(schema: JSONSchemaProps, properties: Record<string, JSONSchemaProps>): DraftContent {
    const required = schema.required ?? [];
    // API servers sort them, so that files and clusters give the same text.
    const fields = Object.entries(properties)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, property]) => fieldOf(name, property, !required.includes(name)));
    const told = required.every((name) => Object.hasOwn(properties, name))
      ? ['type', 'properties', 'required']
      : ['type', 'properties'];
    return { body: { fields }, ...typeConstraints(schema, told) };
  }

  function fieldOf(name: string, schema: JSONSchemaProps, optional: boolean): DraftField {
    const { description: documentation = '' } = schema;
    const { type, markers, patch } = typeOf(schema, name);
    const place = placeConstraints(schema);
    return {
      name,
      optional,
      documentation,
      // Without a comment of its own, a field would get that of its type.
      type: orNull(documentation === '' ? withDocumentation(type, '') : type, schema),
      markers: [
        ...(schema.nullable === true && takesNull(type) ? ['nullable'] : []),
        ...place.markers,
        ...markers,
      ],
      patch: joinPatches(place.patch, patch),
    };
  }

  /**
   * The type of items and values, which have neither comment nor markers of their own: what markers for items cannot say
   * of them is said by an alias.
   */
  function innerType(schema: JSONSchemaProps, fieldName: string, isItem: boolean): Built {
    const { description: documentation = '' } = schema;
    const { type, markers, patch } = typeOf(schema, fieldName);
    const place = joinPatches(
      patchOfPlace(schema),
      schema.nullable === true && takesNull(type) ? { nullable: true } : undefined,
    );
    const beside = isItem ? markersForItems(markers) : markers.length === 0 ? [] : undefined;
    if (isNamed(type) || (documentation === '' && beside !== undefined))
      return {
        type: orNull(withDocumentation(type, documentation), schema),
        markers: beside ?? [],
        patch: joinPatches(patch, place),
      };
    const draft = draftOf(`alias:${shapes.ofType(schema)}`, () => ({
      body: { alias: type },
      markers,
      patch,
    }));
    return { type: orNull({ node: 'draft', draft, documentation }, schema), markers: [], patch: place };
  }

  return {
    kind(name, schema) {
      return draftOf(`kind:${name}`, () => objectOf(schema), name);
    },
  };

  function objectOf(schema: JSONSchemaProps): DraftContent {
    const properties = Object.entries(schema.properties ?? {}).filter(
      ([name]) => !OBJECT_FIELDS.includes(name),
    );
    const { metadata } = schema.properties ?? {};
    // That an object has these three, the API server sees to.
    const required = (schema.required ?? []).filter((name) => !OBJECT_FIELDS.includes(name));
    const content = interfaceOf({ ...schema, type: 'object', required }, Object.fromEntries(properties));
    const ofMetadata =
      metadata === undefined || metadata.$ref !== undefined ? undefined : metadataPatch(metadata);
    return {
      ...content,
      patch: joinPatches(content.patch, ofMetadata),
      isObject: true,
      documentation: schema.description ?? '',
    };
  }
}

/** What a definition asks of the metadata of its objects, the length of their names for example. */
function metadataPatch(schema: JSONSchemaProps): (JSONSchemaProps & Record<string, unknown>) | undefined {
  const { type: _, description: __, ...asked } = schema;
  return Object.keys(asked).length === 0 ? undefined : { properties: { metadata: asked } };
}

/** What is said of the place of items or values: no marker stands there. */
function patchOfPlace(schema: JSONSchemaProps): Constraints['patch'] {
  const { title, externalDocs, default: byDefault, example } = schema;
  return joinPatches(
    Object.fromEntries(
      Object.entries({ title, externalDocs, default: byDefault, example }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  );
}

function built(
  type: TypeNode,
  schema: JSONSchemaProps,
  told: readonly string[],
  inner: Constraints = { markers: [] },
): Built {
  const constraints = typeConstraints(schema, told);
  return {
    type,
    markers: [...constraints.markers, ...inner.markers],
    patch: joinPatches(constraints.patch, inner.patch),
  };
}

function orNull(type: TypeNode, schema: JSONSchemaProps): TypeNode {
  return schema.nullable === true && !takesNull(type) ? { node: 'nullable', of: type } : type;
}

/** `unknown | null` is `unknown` again, so that null must be said in another way. */
function takesNull(type: TypeNode): boolean {
  return type.node === 'text' && type.text === 'unknown';
}

/** Types that have a declaration with a comment of its own, here or in the library. */
function isNamed(type: TypeNode): boolean {
  return type.node === 'draft' || (type.node === 'imported' && type.module !== '');
}

/** What a document names has the comment that the document gives it. */
function withDocumentation(type: TypeNode, documentation: string): TypeNode {
  return type.node === 'draft' && type.draft.fixedName === undefined ? { ...type, documentation } : type;
}
