import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { lastMarker } from '../model/marker.js';
import type { Marker } from '../model/marker.js';
import type {
  ArrayType,
  EnumType,
  Field,
  ScalarType,
  SchemaType,
  TypeDeclaration,
} from '../model/schema-type.js';
import { applyMarkers } from './apply-markers.js';
import type { MarkerContext } from './apply-markers.js';
import { knownSchema } from './known-types.js';
import { applyPatchMarkers } from './merge-patch.js';
import { withDefaultKeys } from './list-keys.js';
import { mergeSchema } from './merge.js';
import { objectSchema } from './object-schema.js';
import { Origins } from './origins.js';
import { ownKeywords, replaceType } from './own-keywords.js';
import { tupleSchema } from './tuple-schema.js';
import { unionSchema } from './union-schema.js';

export interface SchemaBuilderOptions {
  readonly diagnostics: Diagnostics;
  /** Shared with what is built around the schemas; default: its own. */
  readonly origins?: Origins;
  /**
   * Whether fields without a marker of their own are optional: the package's `+kubebuilder:validation:Optional`.
   * Default: never.
   */
  readonly isOptionalByDefault?: (declaration: TypeDeclaration) => boolean;
  /**
   * Whether embedded metadata (of a pod template, say) has a schema of name, namespace, labels, annotations and
   * finalizers. Without it the server prunes everything in it. Default `false`, as controller-gen's
   * `generateEmbeddedObjectMeta`.
   */
  readonly embeddedObjectMeta?: boolean;
}

/** What the schema of a type may need of the declaration that it stands in. */
export interface Surroundings {
  readonly declaration: TypeDeclaration | undefined;
  /** The declaration's markers, when the type is all of what it declares. */
  readonly markers: readonly Marker[];
}

const NOWHERE: Surroundings = { declaration: undefined, markers: [] };

/**
 * Turns types into schemas without references, as controller-gen does: a schema for each declaration with the markers
 * of its type, and for each field that of its type merged with the field's own markers. Each declaration is worked out
 * once; schemas are shared and must not be changed by whoever gets them.
 */
export class SchemaBuilder {
  readonly origins: Origins;
  readonly diagnostics: Diagnostics;
  readonly #options: SchemaBuilderOptions;
  readonly #finished = new Map<TypeDeclaration, JSONSchemaProps>();
  readonly #open: Array<{ declaration: TypeDeclaration; via: string }> = [];
  #position: SourcePosition | undefined;
  #via = '';

  constructor(options: SchemaBuilderOptions) {
    this.#options = options;
    this.diagnostics = options.diagnostics;
    this.origins = options.origins ?? new Origins();
  }

  /** The schema of a declaration, its documentation included. */
  declarationSchema(declaration: TypeDeclaration): JSONSchemaProps {
    const finished = this.#finished.get(declaration);
    if (finished !== undefined) return finished;
    if (this.#open.some((one) => one.declaration === declaration)) return this.#recursion(declaration);
    this.#open.push({ declaration, via: this.#via });
    const outer = this.#position;
    const via = this.#via;
    this.#position = declaration.position ?? outer;
    this.#via = '';
    const schema = this.#marked(
      declaration.declared,
      declaration.markers,
      declaration.documentation,
      { declaration, markers: declaration.markers },
      declaration.position,
    );
    this.#position = outer;
    this.#via = via;
    this.#open.pop();
    this.#finished.set(declaration, schema);
    return schema;
  }

  /** The schema of a field: of its type, with the field's documentation and markers. */
  fieldSchema(field: Field): JSONSchemaProps {
    const outer = this.#position;
    const via = this.#via;
    this.#position = field.position ?? outer;
    this.#via = field.name;
    const schemaless = field.markers.some(({ name }) => name === 'kubebuilder:validation:Schemaless');
    const schema = this.#marked(
      schemaless ? undefined : field.fieldType,
      field.markers,
      field.documentation,
      NOWHERE,
      field.position,
    );
    this.#position = outer;
    this.#via = via;
    return schema;
  }

  /** The schema of a type without a name or markers of its own: what is in a list or map, or between `|`. */
  typeSchema(type: SchemaType, surroundings = NOWHERE): JSONSchemaProps {
    switch (type.type) {
      case 'scalar':
        return this.#placed(scalarSchema(type));
      case 'known':
        return this.#placed(knownSchema(type.known, this.#options.embeddedObjectMeta ?? false));
      case 'enum':
        return this.#placed(enumSchema(type));
      case 'array':
        return this.#placed(this.#array(type));
      case 'tuple':
        return this.#placed(tupleSchema(type, this));
      case 'map':
        return this.#placed({ type: 'object', additionalProperties: this.typeSchema(type.values) });
      case 'object':
        return this.#placed(objectSchema(type, surroundings, this));
      case 'union':
        return unionSchema(type, this);
      case 'nullable':
        return this.#nullable(type.of, surroundings);
      case 'reference':
        return this.declarationSchema(type.declaration);
      case 'any':
        return this.#placed({
          ...(type.isObject === true ? { type: 'object' } : {}),
          'x-kubernetes-preserve-unknown-fields': true,
        });
    }
  }

  /** Where the field or type stands that is being worked on. */
  get position(): SourcePosition | undefined {
    return this.#position;
  }

  isOptionalByDefault(declaration: TypeDeclaration | undefined): boolean {
    return declaration !== undefined && (this.#options.isOptionalByDefault?.(declaration) ?? false);
  }

  /** Merges `from` into `into`, which must be the caller's own. */
  merge(into: JSONSchemaProps, from: JSONSchemaProps): void {
    mergeSchema(into, from, this.origins, ({ keyword, into: one, from: other }) => {
      this.diagnostics.error(
        'InvalidSchema',
        this.origins.of(from, keyword) ?? this.#position,
        `a value cannot be of type ${String(one)} and of type ${String(other)} at once`,
      );
    });
  }

  /** An object of the caller's own with the content and the places of a shared schema. */
  copy(schema: JSONSchemaProps): JSONSchemaProps {
    const copy = { ...schema };
    this.origins.copy(schema, copy);
    return copy;
  }

  /** `type` absent: nothing is said but by the markers. */
  #marked(
    type: SchemaType | undefined,
    markers: readonly Marker[],
    documentation: string,
    surroundings: Surroundings,
    position: SourcePosition | undefined,
  ): JSONSchemaProps {
    const { origins, diagnostics } = this;
    const of = type?.type === 'nullable' ? type.of : type;
    const context = {
      origins,
      diagnostics,
      position: position ?? this.#position,
      isOwn: position !== undefined,
    };
    let schema: JSONSchemaProps;
    if (of?.type === 'reference') {
      const declared = this.declarationSchema(of.declaration);
      schema = this.copy(declared);
      origins.place(schema, context.position);
      if (markers.length > 0) this.#mergeOwn(schema, markers, context);
    } else {
      schema = of === undefined ? this.#placed({}) : this.copy(this.typeSchema(of, surroundings));
      applyMarkers(schema, markers, context);
      if (schema.type !== undefined && of?.type === 'object') mergeInline(this, schema, of.fields);
    }
    if (type?.type === 'nullable') {
      schema.nullable = true;
      // A marker means what it says.
      if (lastMarker(markers, 'kubebuilder:validation:Enum') === undefined) allowNull(schema);
    }
    if (documentation !== '') schema.description = documentation;
    const patched = applyPatchMarkers(schema, 'kubewright:schema:patch', markers, context);
    // Of the types of Kubernetes no source is known.
    return position === undefined ? withDefaultKeys(patched) : patched;
  }

  /** What the markers of a field say of it beyond what its type says. */
  #mergeOwn(schema: JSONSchemaProps, markers: readonly Marker[], context: MarkerContext): void {
    const own = this.#placed(ownKeywords(schema));
    const { type } = own;
    applyMarkers(own, markers, context);
    delete own.properties;
    if (own.type !== type) replaceType(schema, own);
    this.merge(schema, own);
    for (const keyword of ['title', 'example', 'externalDocs'] as const)
      if (own[keyword] !== undefined) Object.assign(schema, { [keyword]: own[keyword] });
  }

  #array({ items }: ArrayType): JSONSchemaProps {
    return { type: 'array', items: this.typeSchema(items) };
  }

  #nullable(of: SchemaType, surroundings: Surroundings): JSONSchemaProps {
    const schema = this.copy(this.typeSchema(of, surroundings));
    schema.nullable = true;
    allowNull(schema);
    return schema;
  }

  #placed(schema: JSONSchemaProps): JSONSchemaProps {
    this.origins.place(schema, this.#position);
    return schema;
  }

  #recursion(declaration: TypeDeclaration): JSONSchemaProps {
    const from = this.#open.findIndex((one) => one.declaration === declaration);
    const circle = this.#open.slice(from);
    const steps = circle.map(({ declaration: { name } }, index) => {
      const field = circle[index + 1]?.via ?? this.#via;
      return field === '' ? name : `${name}.${field}`;
    });
    this.diagnostics.error(
      'RecursiveType',
      this.#position,
      `${declaration.name} contains itself, which no schema of a CustomResourceDefinition can say: ${[...steps, declaration.name].join(' -> ')}`,
      'give the field the type unknown, or mark it +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
    );
    return this.#placed({ 'x-kubernetes-preserve-unknown-fields': true });
  }
}

function scalarSchema({ scalar, format, pattern }: ScalarType): JSONSchemaProps {
  return {
    type: scalar,
    ...(format === undefined ? {} : { format }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

function enumSchema({ scalar, values }: EnumType): JSONSchemaProps {
  return { type: scalar, enum: [...values] as unknown as NonNullable<JSONSchemaProps['enum']> };
}

/**
 * `'a' | null`: the server looks for null in an enum and never finds it there, even where it is listed. Branches it does
 * not look at for null. (The markers `+nullable` and `Enum` make of it what they make in controller-gen.)
 */
function allowNull(schema: JSONSchemaProps): void {
  if (schema.enum === undefined) return;
  schema.allOf = [...(schema.allOf ?? []), { enum: schema.enum }];
  delete schema.enum;
}

/** Go's inline fields are merged when the markers of the type have been applied. */
function mergeInline(builder: SchemaBuilder, schema: JSONSchemaProps, fields: readonly Field[]): void {
  for (const field of fields) if (field.inline === true) builder.merge(schema, builder.fieldSchema(field));
}
